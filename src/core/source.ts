/** How far the upstream can be trusted now. A source problem never changes what is on air: it changes only these words. */

/** How the service is kept up with. A setting, not a state. */
export type SourceMode = 'poll' | 'push' | 'hybrid';

/** `idle` nothing to ask; `connecting` no answer yet; `current` confirmed; `stale` checks fail; `refused` key or address not accepted. */
export type SourceWord = 'idle' | 'connecting' | 'current' | 'stale' | 'refused';

/** `fresh` confirmed lately, `stale` checks are failing or late, `offline` no contact, `demo` built-in data. */
export type Freshness = 'fresh' | 'stale' | 'offline' | 'demo';

/** What is known of the webhook listener; null in poll mode. */
export type WebhookState = {
  /** Where the service has to deliver to, without any secret but the path itself. */
  readonly address: string;
  readonly isListening: boolean;
  readonly lastAcceptedAt: string | null;
  readonly accepted: number;
  readonly refused: number;
  /** When and from where something from another machine really arrived; null: not yet. */
  readonly reachedFromOutside: { readonly at: string; readonly from: string } | null;
};

export type SourceState = {
  readonly mode: SourceMode;
  readonly word: SourceWord;
  readonly freshness: Freshness;
  readonly baseUrl: string;
  readonly pollEveryMs: number;
  /** The last time the service confirmed what we hold: a 200, a 304 or a delivery. ISO 8601. */
  readonly lastConfirmedAt: string | null;
  /** The same on the monotonic clock, for ages that a clock jump cannot bend. Milliseconds. */
  readonly lastConfirmedMonotonicMs: number | null;
  readonly nextCheckAt: string | null;
  /** How long the last answer took. Milliseconds. */
  readonly latencyMs: number | null;
  /** Service clock minus ours. Milliseconds; null: not known. */
  readonly clockSkewMs: number | null;
  readonly webhook: WebhookState | null;
};

export const idleSource: SourceState = {
  mode: 'poll',
  word: 'idle',
  freshness: 'offline',
  baseUrl: '',
  pollEveryMs: 5000,
  lastConfirmedAt: null,
  lastConfirmedMonotonicMs: null,
  nextCheckAt: null,
  latencyMs: null,
  clockSkewMs: null,
  webhook: null,
};

/** How long without any contact until `stale` becomes `offline`. Milliseconds. */
export const offlineAfterMs = 30_000;

/**
 * The freshness word. Fresh while the last confirmation is younger than two intervals and five seconds; then stale; offline
 * after a further half minute, or when there never was one.
 */
export function readFreshness(
  isDemo: boolean,
  lastConfirmedMonotonicMs: number | null,
  expectedEveryMs: number,
  nowMonotonicMs: number,
): Freshness {
  if (lastConfirmedMonotonicMs === null) return 'offline';
  const ageMs = nowMonotonicMs - lastConfirmedMonotonicMs;
  const lateAfterMs = 2 * expectedEveryMs + 5000;
  if (ageMs <= lateAfterMs) return isDemo ? 'demo' : 'fresh';
  return ageMs <= lateAfterMs + offlineAfterMs ? 'stale' : 'offline';
}
