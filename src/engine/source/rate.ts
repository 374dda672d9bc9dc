/** How many a second: a bucket that fills steadily. */

/** Answers whether one more is within the rate now; it then counts. */
export type Rate = (nowMs: number) => boolean;

export function createRate(perSecond: number): Rate {
  let left = perSecond;
  let lastMs: number | null = null;
  return (nowMs) => {
    if (lastMs !== null) left = Math.min(perSecond, left + ((nowMs - lastMs) / 1000) * perSecond);
    lastMs = nowMs;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
