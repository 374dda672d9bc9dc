/** Finds the next start of a show from times of day, on the local clock. */

/**
 * Returns the earliest start after `nowMs`, in epoch milliseconds; `null` without any. A time that the clock skips in spring is taken
 * as the same distance after midnight.
 */
export function findNextStart(nowMs: number, showStarts: readonly string[]): number | null {
  const starts = showStarts.flatMap((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return [0, 1].map((days) => {
      const start = new Date(nowMs);
      start.setDate(start.getDate() + days);
      return start.setHours(hours, minutes, 0, 0);
    });
  });
  const ahead = starts.filter((start) => start > nowMs);
  return ahead.length === 0 ? null : Math.min(...ahead);
}
