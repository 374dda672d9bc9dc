/** Computes the wait after consecutive failures, with jitter, so that many machines do not retry in the same second. */

/** Longest wait at fast and at slow poll intervals. Milliseconds. */
export const fastCapMs = 15_000;
export const slowCapMs = 30_000;

/** Poll intervals of at least this length count as slow. Milliseconds. */
const slowFromMs = 30_000;

/** Returns the longest wait for this poll interval. Milliseconds. */
export function backoffCapMs(everyMs: number): number {
  return everyMs >= slowFromMs ? slowCapMs : fastCapMs;
}

/** Returns the wait in milliseconds: half of it is fixed, half random. `failures` counts from 1, `random` is 0 to 1. */
export function backoffMs(failures: number, capMs: number, random: number): number {
  const ceilingMs = Math.min(capMs, 1000 * 2 ** Math.min(failures - 1, 20));
  return ceilingMs / 2 + (ceilingMs / 2) * random;
}
