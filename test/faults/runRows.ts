/** Runs rows, several at a time, over seeds, and tells what held. */
import { runInNamespace } from './apart.ts';
import { createChance } from './chance.ts';
import { missingNeeds } from './machine.ts';
import { percentile, type Row } from './row.ts';

export type RowResult = {
  readonly row: Row;
  readonly seed: number;
  readonly outcome: 'holds' | 'fails' | 'skipped';
  /** Why it was skipped, or what did not hold. */
  readonly why: string;
  readonly durationMs: number;
  readonly figures: readonly { readonly name: string; readonly values: readonly number[] }[];
};

/** Each row once for each seed, at most `atOnce` at a time and those that measure time alone; `done` is told of each. `isWithin`: we are in the namespace of a row's own already. */
export async function runRows(
  rows: readonly Row[],
  seeds: readonly number[],
  parallelism: number,
  isChild: boolean,
  onResult: (result: RowResult) => void,
): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  const runs = seeds.flatMap((seed) => rows.map((row) => ({ row, seed })));
  const worker = async (queue: { readonly row: Row; readonly seed: number }[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runRow(next.row, next.seed, isChild);
      results.push(result);
      onResult(result);
    }
  };
  const parallelRuns = runs.filter(({ row }) => !row.isExclusive);
  await Promise.all(Array.from({ length: parallelism }, () => worker(parallelRuns)));
  await worker(runs.filter(({ row }) => row.isExclusive));
  return results;
}

async function runRow(row: Row, seed: number, isChild: boolean): Promise<RowResult> {
  const lack = missingNeeds(row.needs);
  if (lack !== null) return { row, seed, outcome: 'skipped', why: lack, durationMs: 0, figures: [] };
  const startedMs = performance.now();
  const figures: RowResult['figures'][number][] = [];
  try {
    if (row.isIsolated && !isChild)
      return { row, seed, ...(await runInNamespace(row.id, seed)), durationMs: performance.now() - startedMs };
    await row.run(createChance(seed), (name, values) => void figures.push({ name, values }));
    return { row, seed, outcome: 'holds', why: '', durationMs: performance.now() - startedMs, figures };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { row, seed, outcome: 'fails', why, durationMs: performance.now() - startedMs, figures };
  }
}

/** The table, a line for each row: how many seeds held, and what did not. */
export function formatTable(results: readonly RowResult[]): string {
  const rows = [...new Set(results.map((result) => result.row))];
  const lines = rows.map((row) => {
    const rowResults = results.filter((result) => result.row === row);
    const held = rowResults.filter((result) => result.outcome === 'holds').length;
    const skipped = rowResults.find((result) => result.outcome === 'skipped');
    const failed = rowResults.find((result) => result.outcome === 'fails');
    const word = skipped !== undefined ? 'skipped' : failed !== undefined ? 'FAILS' : 'holds';
    const count = skipped !== undefined ? skipped.why : `${held} of ${rowResults.length}`;
    const why = failed === undefined ? '' : `  (seed ${failed.seed}: ${failed.why})`;
    return `${row.id.padEnd(5)} ${word.padEnd(8)} ${count.padEnd(9)} ${row.name} [${row.injectedBy}]${why}${formatMeasurements(rowResults)}`;
  });
  const counted = rows.filter((row) => !results.some((result) => result.row === row && result.outcome === 'skipped'));
  const holding = counted.filter((row) => results.every((result) => result.row !== row || result.outcome === 'holds'));
  const skippedRows = rows.length - counted.length;
  return [
    ...lines,
    '',
    `${holding.length} of ${counted.length} hold${skippedRows === 0 ? '' : `, ${skippedRows} skipped`}`,
  ].join('\n');
}

/** A line for each thing that was measured, over all seeds. */
function formatMeasurements(rowResults: readonly RowResult[]): string {
  const all = rowResults.flatMap((result) => result.figures);
  return [...new Set(all.map(({ name }) => name))]
    .map((name) => {
      const values = all.filter((one) => one.name === name).flatMap((one) => one.values);
      const [half, most, last] = [50, 99, 100].map((percent) => percentile(values, percent).toFixed(1));
      return `\n      ${name}: p50 ${half}, p99 ${most}, most ${last} (${values.length})`;
    })
    .join('');
}
