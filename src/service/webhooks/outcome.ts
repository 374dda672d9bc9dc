/** What becomes of a delivery after each try: the service document's table of outcomes, and when the next try is due. Pure. */

/** What came of one try: the receiver's status, or why there was none. */
export type TryResult = { readonly status: number } | { readonly fault: 'timeout' | 'network' };

export type Verdict = 'delivered' | 'retry' | 'failed';

/** 2xx delivered; 429, 5xx, no answer in time and no connection retried; all else, a redirect too, failed for good. */
export function judge(result: TryResult): Verdict {
  if ('fault' in result) return 'retry';
  const { status } = result;
  if (status >= 200 && status <= 299) return 'delivered';
  if (status === 429 || (status >= 500 && status <= 599)) return 'retry';
  return 'failed';
}

/** All in milliseconds; `jitter` is the share that a delay may be shorter or longer. */
export type RetrySettings = {
  readonly firstAfterMs: number;
  readonly longestMs: number;
  readonly jitter: number;
  readonly giveUpAfterMs: number;
  readonly answerWithinMs: number;
};

export const usualRetries: RetrySettings = {
  firstAfterMs: 1000,
  longestMs: 300_000,
  jitter: 0.2,
  giveUpAfterMs: 24 * 3_600_000,
  answerWithinMs: 10_000,
};

/** The wait after the `tries`-th try (from 1): doubled each time up to the longest. `random` is from 0 to 1. */
export function delayAfter(tries: number, settings: RetrySettings, random: number): number {
  const plain = Math.min(settings.longestMs, settings.firstAfterMs * 2 ** Math.min(tries - 1, 30));
  return Math.round(plain * (1 + settings.jitter * (2 * random - 1)));
}
