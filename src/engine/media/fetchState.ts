/** The state of one media address, and when the next try is due. */
import type { MediaFacts } from '../../core/show.ts';
import type { FetchFailure } from './fetchFile.ts';

export type FetchState = {
  readonly facts: MediaFacts;
  /** Failed tries since the last success. */
  readonly tries: number;
  /** Monotonic; `null` after a success. */
  readonly retryAtMs: number | null;
  /** Why the last try failed; absent after a success. */
  readonly failure?: FetchFailure;
  /** When its address last returned the stored file or another one. Monotonic; -Infinity if not since the start. */
  readonly checkedAtMs: number;
};

export const notCached: MediaFacts = {
  name: null,
  posterName: null,
  width: null,
  height: null,
  durationMs: null,
  codec: null,
  bytes: null,
  sizes: [],
  progress: 0,
  isBroken: false,
};

const firstRetryMs = 5000;
const maxRetryMs = 5 * 60_000;

/** After a failed try; each waits about twice as long as the one before. */
export function failedState(previous: FetchState | undefined, nowMs: number, failure: FetchFailure): FetchState {
  const tries = (previous?.tries ?? 0) + 1;
  const delayMs = Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(tries - 1, 10)) * (0.75 + Math.random() / 2);
  const checkedAtMs = previous?.checkedAtMs ?? Number.NEGATIVE_INFINITY;
  return { facts: { ...notCached, isBroken: true }, tries, retryAtMs: nowMs + delayMs, failure, checkedAtMs };
}
