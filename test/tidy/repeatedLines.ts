/** Finds code that one page repeats from another. */
import type { SourceFile } from './rules.ts';

const runLength = 10;

/** Returns each place where a file has ten lines in a row that a file of the other list has; imports, blank lines and indents do not count. */
export function findRepeatedLines(files: readonly SourceFile[], others: readonly SourceFile[]): readonly string[] {
  const known = new Map(others.flatMap((file) => listRuns(file).map((run) => [run, file.path] as const)));
  return files.flatMap((file) =>
    listRuns(file).flatMap((run) =>
      known.has(run) ? [`${file.path} repeats ${known.get(run)}: ${run.slice(0, 80)}`] : [],
    ),
  );
}

function listRuns({ text }: SourceFile): readonly string[] {
  const lines = text
    .replaceAll(/^import [^;]*;$/gm, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.flatMap((_, index) =>
    index + runLength > lines.length ? [] : [lines.slice(index, index + runLength).join('\n')],
  );
}
