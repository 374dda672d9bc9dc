/** Limits the rate of requests per sender with token buckets. */
import type { Clock } from '../ports.ts';

/** Returns a check that counts a request and is true while the sender is within the limit. Remembers the last 1,000 senders. */
export function createRateLimiter(
  clock: Pick<Clock, 'monotonicMs'>,
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
): (sender: string) => boolean {
  const buckets = new Map<string, { left: number; atMs: number }>();
  return (sender) => {
    const nowMs = clock.monotonicMs();
    const bucket = buckets.get(sender) ?? { left: burst, atMs: nowMs };
    bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) / 1000) * perSecond);
    bucket.atMs = nowMs;
    buckets.delete(sender);
    buckets.set(sender, bucket);
    const oldest = buckets.size > 1000 ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    if (bucket.left < 1) return false;
    bucket.left -= 1;
    return true;
  };
}
