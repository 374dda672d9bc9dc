/** Runs rows over seeds, several in parallel, and formats the results. */
import { runInNamespace } from './apart.ts';
import { createRandom } from './chance.ts';
import { missingNeeds } from './machine.ts';
import { percentile, type Row } from './row.ts';

export type RowResult = {
  readonly row: Row;
  readonly seed: number;
  readonly outcome: 'holds' | 'fails' | 'skipped';
  /** Why the row was skipped or failed; empty when it holds. */
  readonly reason: string;
  readonly durationMs: number;
  readonly measurements: readonly { readonly name: string; readonly values: readonly number[] }[];
};

/**
 * Runs each row once per seed, at most `parallelism` at a time. Exclusive rows run last, one by one. `isChild` is true in the
 * process that runs an isolated row, which is then already in its namespace.
 */
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
  const missing = missingNeeds(row.needs);
  if (missing !== null) return { row, seed, outcome: 'skipped', reason: missing, durationMs: 0, measurements: [] };
  const startedMs = performance.now();
  const measurements: RowResult['measurements'][number][] = [];
  try {
    if (row.isIsolated && !isChild)
      return { row, seed, ...(await runInNamespace(row.id, seed)), durationMs: performance.now() - startedMs };
    await row.run(createRandom(seed), (name, values) => void measurements.push({ name, values }));
    return { row, seed, outcome: 'holds', reason: '', durationMs: performance.now() - startedMs, measurements };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { row, seed, outcome: 'fails', reason, durationMs: performance.now() - startedMs, measurements };
  }
}

/** One line per row with the number of seeds that held and the first failure, then its measurements and a total. */
export function formatTable(results: readonly RowResult[]): string {
  const rows = [...new Set(results.map((result) => result.row))];
  const lines = rows.map((row) => {
    const rowResults = results.filter((result) => result.row === row);
    const holdCount = rowResults.filter((result) => result.outcome === 'holds').length;
    const skipped = rowResults.find((result) => result.outcome === 'skipped');
    const failed = rowResults.find((result) => result.outcome === 'fails');
    const outcome = skipped !== undefined ? 'skipped' : failed !== undefined ? 'FAILS' : 'holds';
    const detail = skipped !== undefined ? skipped.reason : `${holdCount} of ${rowResults.length}`;
    const failure = failed === undefined ? '' : `  (seed ${failed.seed}: ${failed.reason})`;
    return `${row.id.padEnd(5)} ${outcome.padEnd(8)} ${detail.padEnd(9)} ${row.name} [${row.injectedBy}]${failure}${formatMeasurements(rowResults)}`;
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

/** One line per measurement name, over all seeds. */
function formatMeasurements(rowResults: readonly RowResult[]): string {
  const all = rowResults.flatMap((result) => result.measurements);
  return [...new Set(all.map(({ name }) => name))]
    .map((name) => {
      const values = all
        .filter((measurement) => measurement.name === name)
        .flatMap((measurement) => measurement.values);
      const [p50, p99, max] = [50, 99, 100].map((percent) => percentile(values, percent).toFixed(1));
      return `\n      ${name}: p50 ${p50}, p99 ${p99}, max ${max} (${values.length})`;
    })
    .join('');
}
