/** The service document’s table of delivery outcomes, and the delay before the next try. */

/** The endpoint’s status, or the reason for no response. */
export type TryResult = { readonly status: number } | { readonly fault: 'timeout' | 'network' };

export type TryOutcome = 'delivered' | 'retry' | 'failed';

/** 429, 5xx, timeouts and failed connections are retried. Anything else except 2xx fails permanently, even a redirect. */
export function outcomeOf(result: TryResult): TryOutcome {
  if ('fault' in result) return 'retry';
  const { status } = result;
  if (status >= 200 && status <= 299) return 'delivered';
  if (status === 429 || (status >= 500 && status <= 599)) return 'retry';
  return 'failed';
}

/** `jitter` is the largest share by which a delay may vary: 0.2 means ±20 %. */
export type RetrySettings = {
  readonly firstDelayMs: number;
  readonly maxDelayMs: number;
  readonly jitter: number;
  readonly giveUpAfterMs: number;
  readonly timeoutMs: number;
};

export const defaultRetries: RetrySettings = {
  firstDelayMs: 1000,
  maxDelayMs: 300_000,
  jitter: 0.2,
  giveUpAfterMs: 24 * 3_600_000,
  timeoutMs: 10_000,
};

/** Returns the delay after `tries` tries, which doubles up to the maximum. `random` is from 0 to 1. */
export function retryDelayMs(tries: number, settings: RetrySettings, random: number): number {
  const baseMs = Math.min(settings.maxDelayMs, settings.firstDelayMs * 2 ** Math.min(tries - 1, 30));
  return Math.round(baseMs * (1 + settings.jitter * (2 * random - 1)));
}
