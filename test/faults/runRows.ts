/** Runs rows, several at a time, over seeds, and tells what held. */
import { runApart } from './apart.ts';
import { createChance } from './chance.ts';
import { lackOf } from './machine.ts';
import { percentile, type Row } from './row.ts';

export type RowResult = {
  readonly row: Row;
  readonly seed: number;
  readonly outcome: 'holds' | 'fails' | 'skipped';
  /** Why it was skipped, or what did not hold. */
  readonly why: string;
  readonly tookMs: number;
  readonly figures: readonly { readonly name: string; readonly values: readonly number[] }[];
};

/** Each row once for each seed, at most `atOnce` at a time and those that measure time alone; `done` is told of each. `isWithin`: we are in the namespace of a row's own already. */
export async function runRows(
  rows: readonly Row[],
  seeds: readonly number[],
  atOnce: number,
  isWithin: boolean,
  done: (result: RowResult) => void,
): Promise<readonly RowResult[]> {
  const results: RowResult[] = [];
  const turns = seeds.flatMap((seed) => rows.map((row) => ({ row, seed })));
  const worker = async (queue: { readonly row: Row; readonly seed: number }[]): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runRow(next.row, next.seed, isWithin);
      results.push(result);
      done(result);
    }
  };
  const together = turns.filter(({ row }) => !row.isAlone);
  await Promise.all(Array.from({ length: atOnce }, () => worker(together)));
  await worker(turns.filter(({ row }) => row.isAlone));
  return results;
}

async function runRow(row: Row, seed: number, isWithin: boolean): Promise<RowResult> {
  const lack = lackOf(row.needs);
  if (lack !== null) return { row, seed, outcome: 'skipped', why: lack, tookMs: 0, figures: [] };
  const startedMs = performance.now();
  const figures: RowResult['figures'][number][] = [];
  try {
    if (row.isApart && !isWithin)
      return { row, seed, ...(await runApart(row.id, seed)), tookMs: performance.now() - startedMs };
    await row.run(createChance(seed), (name, values) => void figures.push({ name, values }));
    return { row, seed, outcome: 'holds', why: '', tookMs: performance.now() - startedMs, figures };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { row, seed, outcome: 'fails', why, tookMs: performance.now() - startedMs, figures };
  }
}

/** The table, a line for each row: how many seeds held, and what did not. */
export function tableOf(results: readonly RowResult[]): string {
  const rows = [...new Set(results.map((result) => result.row))];
  const lines = rows.map((row) => {
    const own = results.filter((result) => result.row === row);
    const held = own.filter((result) => result.outcome === 'holds').length;
    const skipped = own.find((result) => result.outcome === 'skipped');
    const failed = own.find((result) => result.outcome === 'fails');
    const word = skipped !== undefined ? 'skipped' : failed !== undefined ? 'FAILS' : 'holds';
    const count = skipped !== undefined ? skipped.why : `${held} of ${own.length}`;
    const why = failed === undefined ? '' : `  (seed ${failed.seed}: ${failed.why})`;
    return `${row.id.padEnd(5)} ${word.padEnd(8)} ${count.padEnd(9)} ${row.name} [${row.injectedBy}]${why}${figuresOf(own)}`;
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
function figuresOf(own: readonly RowResult[]): string {
  const all = own.flatMap((result) => result.figures);
  return [...new Set(all.map(({ name }) => name))]
    .map((name) => {
      const values = all.filter((one) => one.name === name).flatMap((one) => one.values);
      const [half, most, last] = [50, 99, 100].map((percent) => percentile(values, percent).toFixed(1));
      return `\n      ${name}: p50 ${half}, p99 ${most}, most ${last} (${values.length})`;
    })
    .join('');
}
