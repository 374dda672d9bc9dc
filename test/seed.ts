/** The seed of every random test: it changes daily, and `SEED` repeats a run. */

/** Names the seed for the processes of a test runner, so that midnight does not change it. */
const variable = 'SEED';

export const seed = Number(process.env[variable] ?? Math.floor(Date.now() / 86_400_000));

/** Prints the seed; vitest calls it once, before its processes start. */
export function setup(): void {
  process.env[variable] = String(seed);
  process.stdout.write(`Random tests use seed ${seed}; ${variable}=${seed} repeats them.\n`);
}
