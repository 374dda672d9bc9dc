/** Polls one collection once: requests it, reads it, applies it to the store and says when to poll again. */

import type { Collection } from '../../core/collection.ts';
import { sayLater } from '../../core/language/say.ts';
import { compareVersions, isUsableDate } from '../../core/order.ts';
import { aboutCollection } from '../../core/problem.ts';
import { problemLimit, type ReadCollectionResult, readCollectionInSteps } from '../../core/readCollection.ts';
import { describeReadProblems, describeUnreadable, type ReadProblem } from '../../core/readProblem.ts';
import { type Acceptance, isCollectionAwaited, type Outcome, snapshotOf } from '../../core/show.ts';
import type { Steps } from '../../core/steps.ts';
import { asFailingUntilRepeated, asUnknownIfNeverRead, type Failure, failure } from '../http/failure.ts';
import type { Ports } from '../ports.ts';
import { readSecret } from '../readSecret.ts';
import type { SourceStatus } from '../sourceStatus.ts';
import type { Store } from '../store.ts';
import { type BaseAddress, buildCollectionPath } from './address.ts';
import { addDate, leftServiceMs } from './answerTime.ts';
import { asOfMs, type Client, type ServiceResponse } from './client.ts';
import { createEtagScope, type EtagCache, isSameEtag } from './etagCache.ts';
import { requireSendable } from './findUnsent.ts';
import type { ListOrigins } from './listOrigins.ts';
import {
  initialPollState,
  type Polled,
  type PollState,
  pollAgain,
  reportConfirmed,
  reportFailure,
  reportInconclusive,
} from './pollState.ts';
import { prepareArrival } from './prepareArrival.ts';
import { settle, settlingPollMs } from './settling.ts';
import { countRepeat, doubtfulRepeats, isRewindConfirmed, untilRewindMs } from './suspectVersion.ts';

export type PollDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly client: Client;
  readonly etags: EtagCache;
  readonly sourceStatus: SourceStatus;
  readonly origins: ListOrigins;
  /** The service's address, or why there is none. Returns the same object until the address changes. */
  readonly base: () => BaseAddress | Failure;
  /** The service's address as the settings have it. */
  readonly serviceAddress: () => string;
  /** The service sent 200 for this path. */
  readonly onResponse: (path: string) => void;
  readonly isKeyRequired: () => boolean;
};

/** Delays before a doubtful or unsaved version is requested again. Milliseconds. */
const doubtfulRetryMs = 5000;
const olderRetryMs = 20_000;
const unsavedRetryMs = 5000;

/** Polls once; a full poll is unconditional. Never rejects because of the service. */
export async function pollOnce(deps: PollDeps, id: string, isFull: boolean, previous: PollState): Promise<Polled> {
  const { store, ports, sourceStatus } = deps;
  const base = deps.base();
  const service = deps.serviceAddress();
  const read = await readSecret(ports.secrets.apiKey, sourceStatus);
  // The key may be of the service that has replaced it meanwhile.
  if (deps.base() !== base) return reportInconclusive(pollAgain, null, initialPollState);
  if (read.kind === 'unreadable') return reportFailure(read.failure, null, previous);
  if ((read.secret === null || read.secret === '') && !deps.isKeyRequired())
    return { result: { kind: 'noKey' }, next: { kind: 'planned' }, facts: null, pollState: previous };
  if ('code' in base) return reportFailure(base, null, previous);
  // Repeats counted at one service do not count at another.
  const { lastFailure, ...known } = previous.base === base ? previous : { ...initialPollState, base };
  const before: PollState = { ...known, lastFailure: null };
  const key = requireSendable(read.secret);
  if (typeof key !== 'string') return reportFailure(key, null, before);
  const path = buildCollectionPath(base, id);
  if (path === null) return reportFailure(failure('SOURCE_ID_UNUSABLE', {}, 'slow'), null, before);

  const scope = createEtagScope(base.origin, base.path, key);
  const current = snapshotOf(store.state(), id)?.collection ?? null;
  // A 304 has no list for a feed that has kept the one of another collection.
  const isWhole = isFull || isCollectionAwaited(store.state(), id);
  const etag = isWhole ? null : deps.etags.etagFor(scope, id, current);
  const requestedMs = ports.clock.monotonicMs();
  const response = await deps.client.get(
    { base, path, key, ifNoneMatch: etag, mayBeCached: false },
    function* (json): Steps<ReadCollectionResult> {
      const reading = yield* readCollectionInSteps(json, id, current);
      if (reading.collection !== null) yield* prepareArrival(store.state(), reading.collection);
      return reading;
    },
  );
  // The service was changed during the request or while a long response was read, so its response no longer counts.
  if (deps.base() !== base) return reportInconclusive(pollAgain, null, initialPollState);
  if (response.facts !== null && response.facts.skewMs !== null) sourceStatus.clockSkew.add(response.facts.skewMs);
  if (response.facts !== null) sourceStatus.cacheAge.record(response.facts.cacheAgeSeconds);
  const ours = before.ours?.collection === current ? before.ours : { collection: current, sinceMs: requestedMs };
  const dates = response.facts === null ? before.dates : addDate(before.dates, response.facts);
  const pollState: PollState = { ...before, ours, dates };

  switch (response.kind) {
    case 'failed': {
      const { code } = response.failure;
      const believed = asFailingUntilRepeated(response.failure, lastFailure === code);
      return reportFailure(
        asUnknownIfNeverRead(believed, current === null || deps.origins.isFromOldService(id)),
        response.facts,
        { ...pollState, lastFailure: code },
      );
    }
    case 'notModified':
      return handleNotModified(deps, id, etag, current, response, pollState);
    case 'answered':
      deps.onResponse(path);
      return handleAnswered(
        deps,
        { id, service, scope, wasFull: etag === null, current, requestedMs },
        response,
        pollState,
      );
    default:
      return response satisfies never;
  }
}

/** A 304 confirms the current version only if we sent that version's ETag and the response names no other. */
function handleNotModified(
  deps: PollDeps,
  id: string,
  etag: string | null,
  current: Collection | null,
  response: Extract<ServiceResponse, { kind: 'notModified' }>,
  pollState: PollState,
): Polled {
  const { facts } = response;
  if (etag === null)
    return reportFailure(
      failure('SOURCE_MALFORMED', { what: sayLater('it has status 304, but the whole list was requested') }),
      facts,
      pollState,
    );
  const isStillCurrent = current !== null && snapshotOf(deps.store.state(), id)?.collection === current;
  const isConfirmed = isStillCurrent && (response.etag === null || isSameEtag(response.etag, etag));
  if (isConfirmed) {
    deps.origins.markCurrent(id);
    return reportConfirmed({ isChanged: false, isRewound: false }, facts, pollState);
  }
  deps.etags.forget(id);
  return reportInconclusive(pollAgain, facts, pollState);
}

type PollRequest = {
  readonly id: string;
  /** The service's address when the request was sent. */
  readonly service: string;
  readonly scope: string;
  readonly wasFull: boolean;
  /** When the request was sent. Monotonic milliseconds. */
  readonly requestedMs: number;
  readonly current: Collection | null;
};

async function handleAnswered(
  deps: PollDeps,
  request: PollRequest,
  response: Extract<ServiceResponse<ReadCollectionResult>, { kind: 'answered' }>,
  previous: PollState,
): Promise<Polled> {
  const { store, ports, sourceStatus, etags } = deps;
  const { id, service, wasFull, current } = request;
  const { facts, body: reading } = response;
  const nowMs = ports.clock.monotonicMs();
  reportReadProblems(sourceStatus, id, reading.problems);
  const { collection } = reading;
  if (collection === null) return reportFailure(failureFromProblem(reading.problems[0]), facts, previous);
  const pollState: PollState = wasFull ? { ...previous, lastFullMs: request.requestedMs } : previous;

  const isSuperseded = snapshotOf(store.state(), id)?.collection !== (current ?? undefined);
  const isUnreadable = reading.problems.some(({ code }) => code === 'SOURCE_ITEM_UNREADABLE');
  // A missing post would come from a version that a delivery replaced during the request.
  if (isSuperseded && (isUnreadable || reading.isDoubtful || collection.live.length === 0))
    return reportInconclusive(pollAgain, facts, pollState);

  const { isDoubtful } = reading;
  const doubtful = isDoubtful
    ? wasFull
      ? countRepeat(pollState.doubtful, collection, current, nowMs, asOfMs(facts))
      : pollState.doubtful
    : null;
  if (isDoubtful && (doubtful?.repeats ?? 0) < doubtfulRepeats) {
    sourceStatus.raise('SOURCE_EMPTY_DOUBTED', aboutCollection(id), { count: reading.doubtedCount ?? 0 });
    return reportInconclusive({ kind: 'soon', withinMs: doubtfulRetryMs }, facts, { ...pollState, doubtful });
  }

  const hasFewer = reading.doubtedCount !== null;
  const isCut = isDoubtful || (hasFewer && snapshotOf(store.state(), id)?.isCut === true) ? true : undefined;
  const applyVersion = (accept: Acceptance, isRewind?: true): Promise<Outcome> =>
    store.apply({
      type: 'collectionArrived',
      ...{ collection, service },
      from: 'poll',
      ...{ accept, isRewind, isCut },
      at: new Date(ports.clock.now()).toISOString(),
    });
  const serviceNowMs = sourceStatus.clockSkew.serviceNowMs();
  const isDateUsable = isUsableDate(collection.lastModifiedDate, serviceNowMs);
  const wasDateUsable = current === null || isUsableDate(current.lastModifiedDate, serviceNowMs);
  // A version from the old service must not block the new one's, unless a delivery replaced it during the request.
  const isFirstFromService = deps.origins.isFromOldService(id) && !isSuperseded;
  const isOrdered = !isFirstFromService && isDateUsable && wasDateUsable;
  // A full poll decides between versions that their dates can’t order, unless it left the service before the other version arrived.
  const leftMs = leftServiceMs(facts, pollState.dates);
  const isLater = !isSuperseded && leftMs >= (pollState.ours?.sinceMs ?? 0);
  const byDate = wasFull && isLater ? 'newerOrTie' : 'newer';
  const latest = snapshotOf(store.state(), id)?.collection ?? null;
  if (!isOrdered && !isLater && latest !== null && compareVersions(latest, collection) !== 'same')
    return reportInconclusive(pollAgain, facts, pollState);
  const outcome = await applyVersion(isOrdered ? byDate : 'any');
  // The service was changed while the list was saved, so it confirms nothing.
  const isMoved = (): boolean => deps.serviceAddress() !== service;
  if (isMoved()) return reportInconclusive(pollAgain, null, initialPollState);
  const confirm = (): Polled => {
    etags.store(request.scope, id, response.etag, snapshotOf(store.state(), id)?.collection ?? collection);
    deps.origins.markCurrent(id);
    if (isCut) sourceStatus.raise('SOURCE_EMPTIED', aboutCollection(id), { count: reading.doubtedCount ?? 0 });
    else if (!hasFewer) sourceStatus.clear('SOURCE_EMPTIED', aboutCollection(id));
    const confirmed = snapshotOf(store.state(), id)?.collection ?? collection;
    const settling = settle(pollState.settling, confirmed, response.etag, facts.dateMs ?? serviceNowMs);
    const report = reportConfirmed({ isChanged: confirmed !== current, isRewound: false }, facts, {
      ...pollState,
      settling,
    });
    return settling === null || settling.pollsLeft === 0
      ? report
      : { ...report, next: { kind: 'soon', withinMs: settlingPollMs } };
  };

  const reportUnsaved = (unsavedState: PollState): Polled => {
    sourceStatus.recordUnsaved(id, collection.lastModifiedDate);
    etags.forget(id);
    const next = { kind: 'soon', withinMs: unsavedRetryMs } as const;
    return { result: { kind: 'inconclusive', isUnsaved: true }, next, facts, pollState: unsavedState };
  };

  switch (outcome.kind) {
    case 'done':
    case 'nothing':
      return confirm();
    case 'tie':
    case 'undated':
      return reportInconclusive(pollAgain, facts, pollState);
    case 'older':
      break;
    case 'refused':
      return reportUnsaved(pollState);
    default:
      return outcome satisfies never;
  }

  // A delivery overtook this response, so the response is late; the service did not go back.
  if (snapshotOf(store.state(), id)?.collection !== current) return reportInconclusive(pollAgain, facts, pollState);
  const rewind = wasFull ? countRepeat(pollState.rewind, collection, current, nowMs, asOfMs(facts)) : pollState.rewind;
  if (rewind !== null && isRewindConfirmed(rewind, nowMs)) {
    // Its repeats are kept, so that it is applied as soon as it can be saved.
    const rewound = await applyVersion('any', true);
    if (isMoved()) return reportInconclusive(pollAgain, null, initialPollState);
    if (rewound.kind === 'refused') return reportUnsaved({ ...pollState, rewind });
    etags.store(request.scope, id, response.etag, collection);
    return reportConfirmed({ isChanged: true, isRewound: true }, facts, pollState);
  }
  sourceStatus.raise('SOURCE_OLDER_IGNORED', aboutCollection(id), {});
  sourceStatus.recordOlder(id, leftMs);
  etags.forget(id);
  const withinMs = Math.min(olderRetryMs, rewind === null ? olderRetryMs : untilRewindMs(rewind, nowMs));
  return reportInconclusive({ kind: 'soon', withinMs }, facts, { ...pollState, rewind });
}

function failureFromProblem(problem: ReadProblem | undefined): Failure {
  if (problem?.code === 'SOURCE_WRONG_COLLECTION') return failure('SOURCE_WRONG_COLLECTION', {});
  return failure('SOURCE_MALFORMED', { what: describeUnreadable(problem) });
}

/** Raises at most one problem of each kind per collection; a response without any clears them. */
export function reportReadProblems(sourceStatus: SourceStatus, id: string, problems: readonly ReadProblem[]): void {
  for (const code of ['SOURCE_ITEM_UNREADABLE', 'SOURCE_ITEM_INCOMPLETE', 'SOURCE_FIELD_ODD'] as const) {
    const ofCode = problems.filter((problem) => problem.code === code);
    if (ofCode.length === 0) sourceStatus.clear(code, aboutCollection(id));
    else sourceStatus.raise(code, aboutCollection(id), describeReadProblems(ofCode, ofCode.length < problemLimit));
  }
}
