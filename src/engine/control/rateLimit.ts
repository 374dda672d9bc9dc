/** So many requests a second from one sender, told apart by its address or its token, with some room for a burst. */
import type { Clock } from '../ports.ts';

type Bucket = { left: number; atMs: number };

/** Answers a test: true while that sender may go on. A thousand senders are remembered. */
export function createRateLimit(
  clock: Clock,
  { perSecond, burst }: { readonly perSecond: number; readonly burst: number },
): (sender: string) => boolean {
  const buckets = new Map<string, Bucket>();
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
