/** Finds the next starts of shows from times of day, on the local clock. */

/**
 * Returns the starts after `nowMs`, today and tomorrow, in epoch milliseconds and in order. A time that the clock skips in spring is
 * taken as the same distance after midnight.
 */
export function findNextStarts(nowMs: number, showStarts: readonly string[]): readonly number[] {
  const starts = showStarts.flatMap((time) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    return [0, 1].map((days) => {
      const start = new Date(nowMs);
      start.setDate(start.getDate() + days);
      return start.setHours(hours, minutes, 0, 0);
    });
  });
  return [...new Set(starts)].filter((start) => start > nowMs).sort((a, b) => a - b);
}
