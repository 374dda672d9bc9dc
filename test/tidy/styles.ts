/** Finds style sheets that repeat what another page's already say. */
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
