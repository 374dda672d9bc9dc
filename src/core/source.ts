/** Status of the connection to the service. It never changes on air. */

/** The update mode, from the settings. */
export type SourceMode = 'poll' | 'push' | 'hybrid';

/** `idle`: nothing to poll. `connecting`: no response yet. `current`: confirmed. `stale`: checks fail, or the newest version can’t be saved. `refused`: key or address not accepted. */
export type ConnectionState = 'idle' | 'connecting' | 'current' | 'stale' | 'refused';

/** `fresh`: confirmed recently. `stale`: checks fail or are late, or the newest version can’t be saved. `offline`: no contact. `demo`: built-in data. */
export type Freshness = 'fresh' | 'stale' | 'offline' | 'demo';

/** Status of the webhook listener. */
export type WebhookState = {
  /** Address for the service's deliveries. Its path is the only secret in it. */
  readonly address: string;
  readonly isListening: boolean;
  readonly lastAcceptedAt: string | null;
  readonly accepted: number;
  readonly refused: number;
  /** Time and source of the last request from another machine; `null` until one arrives. */
  readonly reachedFromOutside: { readonly at: string; readonly from: string } | null;
};

/** The polls of one day, local time, as far as Greenroom has run. */
export type PollsToday = {
  /** Whether Greenroom started on this day, so that earlier polls of the day are not counted. */
  readonly isSinceStart: boolean;
  readonly polls: number;
  /** Answered with 304. */
  readonly unchanged: number;
  /** Milliseconds; `null` before the first response. */
  readonly slowestMs: number | null;
  readonly unanswered: number;
  readonly lastUnansweredAt: string | null;
};

export const noPollsToday: PollsToday = {
  ...{ isSinceStart: false, polls: 0, unchanged: 0, slowestMs: null, unanswered: 0, lastUnansweredAt: null },
};

/** How recently the service confirmed one list. */
export type Confirmation = {
  readonly freshness: Freshness;
  /** When the service last confirmed our copy. ISO 8601; `null` if this service never did. */
  readonly confirmedAt: string | null;
  /** The same by the monotonic clock, so that a clock change does not distort ages. Milliseconds. */
  readonly confirmedMonotonicMs: number | null;
};

export type SourceState = {
  readonly mode: SourceMode;
  readonly state: ConnectionState;
  readonly freshness: Freshness;
  readonly baseUrl: string;
  readonly pollEveryMs: number;
  /** When the service last confirmed our copy, by a 200, a 304 or a delivery. ISO 8601. */
  readonly lastConfirmedAt: string | null;
  /** The same by the monotonic clock, so that a clock change does not distort ages. Milliseconds. */
  readonly lastConfirmedMonotonicMs: number | null;
  readonly nextCheckAt: string | null;
  /** Duration of the last response. Milliseconds. */
  readonly latencyMs: number | null;
  /** Service clock minus ours, in milliseconds; `null` if unknown. */
  readonly clockSkewMs: number | null;
  /** `null` in poll mode. */
  readonly webhook: WebhookState | null;
  /** By collection; only for collections in use or just read for use. */
  readonly confirmations: Readonly<Record<string, Confirmation>>;
};

export const idleSource: SourceState = {
  mode: 'poll',
  state: 'idle',
  freshness: 'offline',
  baseUrl: '',
  pollEveryMs: 5000,
  lastConfirmedAt: null,
  lastConfirmedMonotonicMs: null,
  nextCheckAt: null,
  latencyMs: null,
  clockSkewMs: null,
  webhook: null,
  confirmations: {},
};

const neverConfirmed: Confirmation = { freshness: 'offline', confirmedAt: null, confirmedMonotonicMs: null };

/** How recently the service confirmed a feed’s list. A feed without a collection has nothing to confirm. */
export function confirmationOf({ confirmations }: SourceState, collectionId: string | null): Confirmation {
  const isKnown = collectionId !== null && Object.hasOwn(confirmations, collectionId);
  return (isKnown ? confirmations[collectionId] : undefined) ?? neverConfirmed;
}

/** Times of contact with the service. Monotonic milliseconds; `null` if never. */
export type ContactTimes = {
  /** When the service last had our copy, as far as is known. */
  readonly confirmedMs: number | null;
  /** When the response or delivery that said so arrived. */
  readonly checkedMs: number | null;
  /** When the service last responded, even if with another version. */
  readonly contactMs: number | null;
};

/** Time from `stale` to `offline` without contact. Milliseconds. */
export const offlineAfterMs = 30_000;

/** The service allows caches to keep a response for 30 s. An age has whole seconds. Milliseconds. */
const maxCachedMs = 31_000;

const lateAfterMs = (expectedEveryMs: number): number => 2 * expectedEveryMs + 5000;

/**
 * Fresh up to two intervals plus 5 s after the last confirmation, unless that came from a cache which kept it too long. Offline 30 s after
 * that without contact, and before the first contact. Otherwise stale.
 */
export function computeFreshness(
  isDemo: boolean,
  { confirmedMs, checkedMs, contactMs }: ContactTimes,
  expectedEveryMs: number,
  nowMonotonicMs: number,
): Freshness {
  const lateMs = lateAfterMs(expectedEveryMs);
  const isChecked = checkedMs !== null && nowMonotonicMs - checkedMs <= lateMs;
  if (isChecked && confirmedMs !== null && checkedMs - confirmedMs <= maxCachedMs) return isDemo ? 'demo' : 'fresh';
  return contactMs !== null && nowMonotonicMs - contactMs <= lateMs + offlineAfterMs ? 'stale' : 'offline';
}

/** When freshness changes without another response. Monotonic milliseconds. */
export function freshnessChangesAtMs(
  { checkedMs, contactMs }: ContactTimes,
  expectedEveryMs: number,
): readonly number[] {
  const lateMs = lateAfterMs(expectedEveryMs);
  return [
    ...(checkedMs === null ? [] : [checkedMs + lateMs]),
    ...(contactMs === null ? [] : [contactMs + lateMs + offlineAfterMs]),
  ];
}
