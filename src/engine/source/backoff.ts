/** How long to wait after failures in a row: equal jitter, so that many stations do not come back in the same second. */

/** The longest wait while polling fast, and on the slow presets. Milliseconds. */
export const fastCapMs = 15_000;
export const slowCapMs = 30_000;

/** From this interval on a preset counts as slow. Milliseconds. */
const slowFromMs = 30_000;

/** The longest wait of a loop that polls at this interval. Milliseconds. */
export function backoffCapMs(everyMs: number): number {
  return everyMs >= slowFromMs ? slowCapMs : fastCapMs;
}

/** Half of the doubled wait is sure, half is chance. `failures` counts from 1, `chance` is 0 to 1. Milliseconds. */
export function backoffMs(failures: number, capMs: number, chance: number): number {
  const whole = Math.min(capMs, 1000 * 2 ** Math.min(failures - 1, 20));
  return whole / 2 + (whole / 2) * chance;
}
