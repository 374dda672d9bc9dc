/** Runs rows, several at a time, over seeds, and tells what held. */
import { execFileSync } from 'node:child_process';
import { createChance } from './chance.ts';
import type { Row } from './row.ts';

export type RowResult = {
  readonly row: Row;
  readonly seed: number;
  readonly outcome: 'holds' | 'fails' | 'skipped';
  /** Why it was skipped, or what did not hold. */
  readonly why: string;
  readonly tookMs: number;
};

/** Each row once for each seed, at most `atOnce` at a time; `done` is told of each. */
export async function runRows(
  rows: readonly Row[],
  seeds: readonly number[],
  atOnce: number,
  done: (result: RowResult) => void,
): Promise<readonly RowResult[]> {
  const queue = seeds.flatMap((seed) => rows.map((row) => ({ row, seed })));
  const results: RowResult[] = [];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runRow(next.row, next.seed);
      results.push(result);
      done(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

async function runRow(row: Row, seed: number): Promise<RowResult> {
  const missing = row.needs.filter((program) => !isThere(program));
  if (missing.length > 0)
    return { row, seed, outcome: 'skipped', why: `this machine has no ${missing.join(', ')}`, tookMs: 0 };
  const startedMs = performance.now();
  try {
    await row.run(createChance(seed));
    return { row, seed, outcome: 'holds', why: '', tookMs: performance.now() - startedMs };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { row, seed, outcome: 'fails', why, tookMs: performance.now() - startedMs };
  }
}

const known = new Map<string, boolean>();

/** Whether the program is there; `root` asks whether we are root, `darwin` and the like for a system. */
function isThere(program: string): boolean {
  const before = known.get(program);
  if (before !== undefined) return before;
  const found = program === 'root' ? process.getuid?.() === 0 : canRun(program);
  known.set(program, found);
  return found;
}

function canRun(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], {
      stdio: 'ignore',
      env: { PATH: `${process.env['PATH']}:/usr/sbin:/sbin` },
    });
    return true;
  } catch {
    return false;
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
    return `${row.id.padEnd(5)} ${word.padEnd(8)} ${count.padEnd(9)} ${row.name} [${row.injectedBy}]${why}`;
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
