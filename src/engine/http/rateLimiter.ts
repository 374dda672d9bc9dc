/** Limits the rate of requests per sender with token buckets. */
import type { Clock } from '../ports.ts';

/** Returns a check that counts a request, or `cost` of them, and is true while the sender is within the limit. Remembers the last 1,000 senders. */
export function createRateLimiter(
  clock: Pick<Clock, 'monotonicMs'>,
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
): (sender: string, cost?: number) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return (sender, cost = 1) => {
    const nowMs = clock.monotonicMs();
    const bucket = buckets.get(sender) ?? { left: burst, atMs: nowMs };
    bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    buckets.delete(sender);
    buckets.set(sender, bucket);
    const oldest = buckets.size > 1000 ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    if (bucket.left < cost) return false;
    bucket.left -= cost;
    return true;
  };
}
