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
};

/** Time from `stale` to `offline` without contact. Milliseconds. */
export const offlineAfterMs = 30_000;

/** Fresh up to two intervals plus 5 s after the last confirmation, stale for another 30 s, then offline. Offline before the first one. */
export function computeFreshness(
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
