/** Runs rows over seeds, several in parallel, and formats the results. */

import { createRandom } from '../random.ts';
import { describeMissingNeeds } from './needs.ts';
import { percentile, type Row } from './row.ts';
import { runInNamespace } from './runInNamespace.ts';

export type RowResult = {
  readonly row: Row;
  readonly seed: number;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why the row was skipped or failed; empty when it passed. */
  readonly reason: string;
  readonly durationMs: number;
  readonly measurements: readonly { readonly name: string; readonly values: readonly number[] }[];
};

/**
 * Runs each row once per seed, at most `parallelism` at a time; exclusive rows run last, one by one.
 * `isChild` is true in the process of an isolated row, which is already in its namespace.
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
  const missing = describeMissingNeeds(row.needs);
  if (missing !== null) return { row, seed, outcome: 'skipped', reason: missing, durationMs: 0, measurements: [] };
  const startedMs = performance.now();
  const measurements: RowResult['measurements'][number][] = [];
  try {
    if (row.isIsolated && !isChild)
      return { row, seed, ...(await runInNamespace(row.id, seed)), durationMs: performance.now() - startedMs };
    await row.run(createRandom(seed), (name, values) => void measurements.push({ name, values }));
    return { row, seed, outcome: 'passed', reason: '', durationMs: performance.now() - startedMs, measurements };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { row, seed, outcome: 'failed', reason, durationMs: performance.now() - startedMs, measurements };
  }
}

/** Returns one line per row with the seeds passed, the first failure and the measurements, then a total. */
export function formatTable(results: readonly RowResult[]): string {
  const rows = [...new Set(results.map((result) => result.row))];
  const lines = rows.map((row) => {
    const rowResults = results.filter((result) => result.row === row);
    const passCount = rowResults.filter((result) => result.outcome === 'passed').length;
    const skipped = rowResults.find((result) => result.outcome === 'skipped');
    const failed = rowResults.find((result) => result.outcome === 'failed');
    const outcome = skipped !== undefined ? 'skipped' : failed !== undefined ? 'FAILED' : 'passed';
    const detail = skipped !== undefined ? skipped.reason : `${passCount} of ${rowResults.length}`;
    const failure = failed === undefined ? '' : `  (seed ${failed.seed}: ${failed.reason})`;
    return `${row.id.padEnd(5)} ${outcome.padEnd(8)} ${detail.padEnd(9)} ${row.name} [${row.injectedBy}]${failure}${formatMeasurements(rowResults)}`;
  });
  const countedRows = rows.filter(
    (row) => !results.some((result) => result.row === row && result.outcome === 'skipped'),
  );
  const passedRows = countedRows.filter((row) =>
    results.every((result) => result.row !== row || result.outcome === 'passed'),
  );
  const skippedRows = rows.length - countedRows.length;
  return [
    ...lines,
    '',
    `${passedRows.length} of ${countedRows.length} passed${skippedRows === 0 ? '' : `, ${skippedRows} skipped`}`,
  ].join('\n');
}

/** Returns one line per measurement, over all seeds. */
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
