/** The memory of one collection’s polls, and their reports. */
import type { Collection } from '../../core/collection.ts';
import type { ProblemCode } from '../../core/problem.ts';
import type { Failure } from '../http/failure.ts';
import { missingCodes } from '../sourceProblems.ts';
import type { BaseAddress } from './address.ts';
import type { SeenDates } from './answerTime.ts';
import type { ResponseFacts } from './client.ts';
import type { Settling } from './settling.ts';
import type { SuspectVersion } from './suspectVersion.ts';

/** Outcome of one poll. */
export type PollResult =
  /** `isRewound`: the service went back to an older version. */
  | { readonly kind: 'confirmed'; readonly isChanged: boolean; readonly isRewound: boolean }
  /** The response could neither be trusted nor rejected, or not be saved, so another poll follows. */
  | { readonly kind: 'inconclusive'; readonly isUnsaved?: true }
  /** No request was sent: there is no API key, and push mode does not need one. */
  | { readonly kind: 'noKey' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** `now` and `soon` (within `withinMs`) are full polls; `planned` keeps the interval. */
export type NextPoll =
  | { readonly kind: 'now' }
  | { readonly kind: 'soon'; readonly withinMs: number }
  | { readonly kind: 'planned' };

export const pollAgain: NextPoll = { kind: 'now' };

export type PollReport = { readonly result: PollResult; readonly next: NextPoll; readonly facts: ResponseFacts | null };

export type AwaitedPoll = {
  readonly result: PollResult;
  /** When the response left the service, as far as known. Monotonic milliseconds; `null` without a response. */
  readonly leftServiceMs: number | null;
  /** Whether the service said that it has no such collection, also if only once. */
  readonly isMissing: boolean;
};

export type Polled = PollReport & { readonly pollState: PollState };

/** State of one collection between polls. */
export type PollState = {
  readonly rewind: SuspectVersion;
  /** A list with fewer posts than its count. */
  readonly doubtful: SuspectVersion;
  /** Our version, and when a poll first found it here. Monotonic milliseconds; `null` before the first poll. */
  readonly ours: { readonly collection: Collection | null; readonly sinceMs: number } | null;
  /** Our version, while it may have been changed again in the second of its date. */
  readonly settling: Settling;
  /** The dates of the last responses. */
  readonly dates: SeenDates;
  /** The code of the last failed response; `null` after any other. */
  readonly lastFailure: ProblemCode | null;
  /** When the last full poll was sent, in monotonic milliseconds; `null` before the first. A full poll is unconditional. */
  readonly lastFullMs: number | null;
  /** The service this state belongs to; `null` before the first poll. */
  readonly base: BaseAddress | null;
};

export const initialPollState: PollState = {
  rewind: null,
  doubtful: null,
  ours: null,
  settling: null,
  dates: [],
  lastFailure: null,
  lastFullMs: null,
  base: null,
};

/** The first response of this kind counts as a failing service in the result. */
export function isMissingIn({ result, facts, pollState }: Polled): boolean {
  if (result.kind !== 'failed') return false;
  const isSaid = facts !== null && pollState.lastFailure === 'SOURCE_COLLECTION_GONE';
  return isSaid || missingCodes.has(result.failure.code);
}

export function reportFailure(reason: Failure, facts: ResponseFacts | null, pollState: PollState): Polled {
  return { result: { kind: 'failed', failure: reason }, next: { kind: 'planned' }, facts, pollState };
}

export function reportInconclusive(next: NextPoll, facts: ResponseFacts | null, pollState: PollState): Polled {
  return { result: { kind: 'inconclusive' }, next, facts, pollState };
}

export function reportConfirmed(
  change: { readonly isChanged: boolean; readonly isRewound: boolean },
  facts: ResponseFacts,
  pollState: PollState,
): Polled {
  const clearedState = { ...pollState, rewind: null, doubtful: null };
  return { result: { kind: 'confirmed', ...change }, next: { kind: 'planned' }, facts, pollState: clearedState };
}
