/** Limits the rate of requests with a token bucket. */

/** Returns whether one more request is allowed now, and counts it if so. `nowMs` is monotonic. */
export type RateLimiter = (nowMs: number) => boolean;

export function createRateLimiter(perSecond: number): RateLimiter {
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
