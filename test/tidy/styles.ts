/** Finds style sheets that repeat what another page's already say, and imports of sheets that do not exist. */
import { posix } from 'node:path';
import type { SourceFile } from './rules.ts';

const runLength = 6;

/** Returns each place where a sheet has six declarations in the same order as a sheet of the other list, even across rules. */
export function findRepeatedDeclarations(
  sheets: readonly SourceFile[],
  others: readonly SourceFile[],
): readonly string[] {
  const known = new Map(others.flatMap((sheet) => listRuns(sheet).map((run) => [run, sheet.path] as const)));
  return sheets.flatMap((sheet) =>
    listRuns(sheet).flatMap((run) => (known.has(run) ? [`${sheet.path} repeats ${known.get(run)}: ${run}`] : [])),
  );
}

/** Only a build would report such an import; the compiler accepts it. */
export function findMissingSheets(files: readonly SourceFile[], sheets: readonly SourceFile[]): readonly string[] {
  const known = new Set(sheets.map(({ path }) => path));
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?:import |@import |href=)['"](\.[^'"]+\.css)['"]/g)].flatMap(([, target]) =>
      known.has(posix.join(posix.dirname(path), target ?? '')) ? [] : [`${path} imports ${target}`],
    ),
  );
}

function listRuns({ text }: SourceFile): readonly string[] {
  const declarations = [
    ...text.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?<=[{;])\s*([\w-]+\s*:[^;{}]+)(?=[;}])/g),
  ].map(([, declaration]) =>
    (declaration ?? '')
      .replace(/\s*:\s*/, ':')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
  return declarations.flatMap((_, index) =>
    index + runLength > declarations.length ? [] : [declarations.slice(index, index + runLength).join('; ')],
  );
}
