/** Publishes the source's state, freshness and problems; no other module in this folder does. */
import { aboutCollection, type ProblemCode } from '../core/problem.ts';
import { collectionNameOf, snapshotOf } from '../core/show.ts';
import type { PollsToday, SourceState } from '../core/source.ts';
import { shiftTimeOrNull } from '../core/time.ts';
import {
  type ArrivedDelivery,
  addNews,
  addOlder,
  addUnsaved,
  type CheckOfNews,
  type CollectionStatus,
  confirm,
  confirmsAsOfMs,
  type Evidence,
  type Expected,
  isAnswered,
  isMissing,
  keepLate,
  type ListedVersions,
  nextChangesMs,
  type PlannedPoll,
  planOf,
  unknownStatus,
} from './collectionStatus.ts';
import { describeCollectionFacts, followDoubtedLists } from './doubtedLists.ts';
import { evidenceOfDelivery, evidenceOfList, evidenceOfPoll } from './evidence.ts';
import { followClockSet } from './followClockSet.ts';
import { followLostDeliveries } from './lostDeliveries.ts';
import { type CacheAge, createCacheAgeTracker } from './poll/cacheAge.ts';
import type { ResponseFacts } from './poll/client.ts';
import { type ClockSkew, createClockSkew, reportedSkewMs } from './poll/clockSkew.ts';
import { createPollCounter } from './poll/countPolls.ts';
import { describePause } from './poll/pause.ts';
import type { PollResult } from './poll/pollState.ts';
import type { Cancel, Ports } from './ports.ts';
import { createReadsForUse, type ReadsForUse } from './readsForUse.ts';
import { createProblemReports, type ProblemReports } from './reportProblems.ts';
import { doubtCodes, failureCodes, missingCodes, newsCodes, sourceWide } from './sourceProblems.ts';
import type { Store } from './store.ts';
import { confirmationsOf, summariseStatuses } from './summariseStatuses.ts';

export type SourceStatus = ProblemReports & {
  readonly clockSkew: ClockSkew;
  readonly cacheAge: CacheAge;
  /** `planned` is `null` when no poll is scheduled. Changes the store at most once, besides problems. */
  readonly recordPoll: (
    id: string,
    result: PollResult,
    response: ResponseFacts | null,
    planned: PlannedPoll | null,
  ) => void;
  /** Whether this poll confirms a version that may be behind the service’s, so that another must follow. */
  readonly leavesNews: (id: string, result: PollResult, response: ResponseFacts | null) => boolean;
  readonly recordPlannedPoll: (id: string, planned: PlannedPoll | null) => void;
  /** The service pauses requests for this long; 0 when the pause is over. Milliseconds. */
  readonly recordPause: (leftMs: number) => void;
  /** A delivery that could not be used may have brought a change of this collection; `null` if of any. */
  readonly recordUnusedDelivery: (id: string | null, check: CheckOfNews) => void;
  /** A delivery brought the current version. A later one can still be missing. */
  readonly recordDelivery: (id: string, delivery: ArrivedDelivery) => void;
  readonly recordUnsaved: (id: string, version: string) => void;
  /** A poll returned an older version, which left the service at this monotonic time. Call before `recordPoll`. */
  readonly recordOlder: (id: string, leftServiceMs: number) => void;
  /** The service's collection list shows these versions, as of a moment in monotonic milliseconds. */
  readonly recordListed: (listed: ListedVersions) => void;
  /** Whether a delivery that could not be used may have brought a version that is still missing. */
  readonly hasNews: () => boolean;
  /** A list was read for a feed that is about to use it; `null` if it is not known now. Ignored while another feed uses it. */
  readonly recordReadForUse: ReadsForUse['record'];
  /** Whether the last poll of this collection said that the service does not have it. */
  readonly isMissing: (id: string) => boolean;
  /** Replaces the set of watched collections. */
  readonly setWatched: (ids: readonly string[]) => void;
  /** Forgets all confirmations after a change of service. */
  readonly reset: () => void;
  /** The interval at which confirmations are expected. Milliseconds. */
  readonly setExpectedInterval: (milliseconds: number) => void;
  readonly update: (change: Partial<SourceState>) => void;
  readonly pollsToday: () => PollsToday;
  readonly stop: () => void;
};

export function createSourceStatus(store: Store, ports: Ports, isDemo: boolean): SourceStatus {
  const { clock } = ports;
  const skew = createClockSkew(clock);
  const { countPoll, pollsToday } = createPollCounter(clock);
  const watched = new Map<string, CollectionStatus>();
  let expectedEveryMs = 5000;
  let stopTimer: Cancel = () => undefined;
  let isStopped = false;
  let isPaused = false;
  const { raise, clear } = createProblemReports(store, ports);
  const readsForUse = createReadsForUse(clock);
  const doubtedLists = followDoubtedLists(store, clock, { raise, clear });
  const lostDeliveries = followLostDeliveries({ store, clock }, { raise, clear }, watched);

  const expected = (): Expected => ({ isDemo, everyMs: expectedEveryMs });
  const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString();
  const aboutOf = (code: ProblemCode, id: string): string => (sourceWide.has(code) ? 'source' : aboutCollection(id));

  const summarise = (): Partial<SourceState> => {
    const nowMs = clock.monotonicMs();
    const all = [...watched.values()];
    const nextPolls = all.flatMap((status) => (status.nextAtMs === null ? [] : [status.nextAtMs]));
    return {
      ...summariseStatuses(all, expected(), nowMs),
      nextCheckAt: nextPolls.length === 0 ? null : toIso(clock.now() + Math.max(0, Math.min(...nextPolls) - nowMs)),
      clockSkewMs: skew.skewMs(),
      confirmations: confirmationsOf(new Map([...readsForUse.statuses(), ...watched]), expected(), nowMs),
    };
  };

  const publish = (change: Partial<SourceState>): void => {
    if (isStopped) return;
    stopTimer();
    lostDeliveries.update();
    void store.apply({ type: 'sourceChanged', source: { ...summarise(), ...change } });
    scheduleFreshness();
  };

  /** Freshness changes with time alone, so this publishes again when the next change is due. */
  const scheduleFreshness = (): void => {
    const nowMs = clock.monotonicMs();
    const due = [...watched.values()].flatMap((status) => nextChangesMs(status, expectedEveryMs));
    const nextMs = Math.min(...due.filter((dueMs) => dueMs >= nowMs));
    if (Number.isFinite(nextMs)) stopTimer = clock.after(nextMs - nowMs + 1, () => publish({}));
  };

  const set = (id: string, change: Partial<CollectionStatus>): void => {
    const known = watched.get(id);
    if (known !== undefined) watched.set(id, { ...known, ...change });
  };
  const evidenceFrom = (id: string, result: PollResult, response: ResponseFacts): Evidence => {
    const isRewound = result.kind === 'confirmed' && result.isRewound;
    return evidenceOfPoll(response, isRewound ? null : versionOf(id), clock.monotonicMs());
  };
  const versionOf = (id: string): string | null => snapshotOf(store.state(), id)?.collection.lastModifiedDate ?? null;
  const setConfirmed = (id: string, evidence: Evidence, change: Partial<CollectionStatus>): void => {
    const status = watched.get(id);
    if (status === undefined) return;
    const confirmed = { ...confirm(status, evidence, clock), ...change };
    watched.set(id, confirmed);
    doubtedLists.confirm(id, evidence.asOfMs);
    const { news } = confirmed;
    if (news?.isDoubted === true && news.version !== null)
      raise('SOURCE_LIST_AHEAD', aboutCollection(id), { collection: collectionNameOf(store.state(), id) });
    else if (news === null) clearNews(id);
  };
  const clearNews = (id: string): void => {
    for (const code of newsCodes) clear(code, aboutCollection(id));
  };
  const doubtNews = (id: string): void => {
    const news = watched.get(id)?.news ?? null;
    if (news !== null) set(id, { news: { ...news, isDoubted: true } });
  };

  /** Clears this collection's resolved problems, and service problems that no collection has any more. */
  const clearResolved = (id: string, isConclusive: boolean): void => {
    for (const code of isConclusive ? [...failureCodes, ...doubtCodes] : failureCodes)
      if (watched.get(id)?.failure?.code !== code && !doubtedLists.keeps(code, id)) clear(code, aboutCollection(id));
    const currentCodes = new Set([...watched.values()].map((status) => status.failure?.code));
    // The problem of a pause has its length, which says more than a status.
    if (isPaused) currentCodes.add('SOURCE_LIMITED');
    for (const code of sourceWide) if (!currentCodes.has(code)) clear(code, 'source');
  };

  const unsubscribe = followClockSet(store, (byMs) => {
    for (const [id, { confirmedAt }] of watched) set(id, { confirmedAt: shiftTimeOrNull(confirmedAt, byMs) });
    publish({});
  });

  return {
    pollsToday,
    cacheAge: createCacheAgeTracker({ raise, clear }),
    clockSkew: skew,
    raise,
    clear,
    recordPoll: (id, result, response, planned) => {
      const status = watched.get(id);
      if (status === undefined || isStopped) return;
      set(id, planOf(result.kind === 'noKey' ? null : planned, clock.monotonicMs()));
      if (result.kind === 'failed' || result.kind === 'noKey') doubtNews(id);
      lostDeliveries.reportCheck(result.kind !== 'noKey');
      if (result.kind === 'confirmed' && response !== null)
        setConfirmed(id, evidenceFrom(id, result, response), { failure: null });
      else if (result.kind === 'failed') set(id, { failure: result.failure });
      // The service has answered, although that confirms nothing. Push without a key sends no requests: only a missing collection counts.
      else if (response !== null || (result.kind === 'noKey' && !isMissing(status))) set(id, { failure: null });
      const isUnderstood = result.kind !== 'failed' || missingCodes.has(result.failure.code);
      if (response !== null && isUnderstood) set(id, { contactMs: clock.monotonicMs() });
      if (result.kind === 'failed') {
        const { code, facts } = result.failure;
        if (code !== 'SOURCE_LIMITED' || !isPaused)
          raise(code, aboutOf(code, id), { ...describeCollectionFacts(store.state(), code, id), ...facts });
      }
      if (response !== null) doubtedLists.recordResponse(id, result.kind === 'failed' ? result.failure.code : null);
      if (response !== null || result.kind !== 'inconclusive')
        clearResolved(id, result.kind === 'confirmed' || result.kind === 'failed');
      const skewMs = skew.skewMs();
      if (skewMs !== null && Math.abs(skewMs) > reportedSkewMs)
        raise('SOURCE_CLOCK_SKEWED', 'source', { seconds: Math.round(Math.abs(skewMs) / 1000) });
      else clear('SOURCE_CLOCK_SKEWED', 'source');
      countPoll(result.kind === 'failed' ? result.failure.code : null, response);
      publish(response === null ? {} : { latencyMs: Math.round(response.latencyMs) });
    },
    leavesNews: (id, result, response) => {
      const news = watched.get(id)?.news ?? null;
      if (news === null || result.kind !== 'confirmed' || response === null) return false;
      return !isAnswered(news, evidenceFrom(id, result, response));
    },
    recordPlannedPoll: (id, planned) => {
      set(id, planOf(planned, clock.monotonicMs()));
      publish({});
    },
    recordPause: (leftMs) => {
      isPaused = leftMs > 0;
      if (isPaused) raise('SOURCE_LIMITED', 'source', describePause(leftMs).facts);
      // Polls that were held back are sent now, and their responses show whether it is over.
      else if ([...watched.values()].every(({ heldBackMs }) => heldBackMs === null)) clear('SOURCE_LIMITED', 'source');
    },
    recordUnusedDelivery: (id, check) => {
      const statuses = [...watched].filter(([each]) => id === null || each === id);
      const isDoubting = check !== 'underWay';
      for (const [each, status] of statuses) watched.set(each, addNews(status, null, isDoubting, clock.monotonicMs()));
      // A flood of deliveries is not a flood of state changes.
      const isShown = ([, { news }]: (typeof statuses)[number]): boolean =>
        news === null || (isDoubting && !news.isDoubted);
      if (!statuses.some(isShown)) return lostDeliveries.updateSoon();
      if (check === 'impossible') raise('SOURCE_UNCONFIRMED', 'source', {});
      publish({});
    },
    recordDelivery: (id, delivery) => {
      const nowMs = clock.monotonicMs();
      const atMs = confirmsAsOfMs(delivery, watched.get(id) ?? unknownStatus, nowMs);
      if (atMs === null) set(id, { contactMs: nowMs });
      else setConfirmed(id, evidenceOfDelivery(atMs, versionOf(id)), {});
    },
    recordUnsaved: (id, version) => {
      set(id, addUnsaved(watched.get(id) ?? unknownStatus, version, clock.monotonicMs()));
      publish({});
    },
    recordOlder: (id, leftServiceMs) =>
      set(id, addOlder(watched.get(id) ?? unknownStatus, leftServiceMs, clock.monotonicMs())),
    recordListed: ({ asOfMs: listedMs, current, newer }) => {
      const nowMs = clock.monotonicMs();
      for (const id of current) setConfirmed(id, evidenceOfList(listedMs, nowMs), {});
      for (const [id, version] of newer) set(id, addNews(watched.get(id) ?? unknownStatus, version, false, nowMs));
      publish({});
    },
    recordReadForUse: (id, response, version) => {
      if (watched.has(id)) return;
      readsForUse.record(id, response, version);
      publish({});
    },
    isMissing: (id) => isMissing(watched.get(id) ?? unknownStatus),
    hasNews: () => [...watched.values()].some(({ news }) => news !== null),
    setWatched: (ids) => {
      for (const id of watched.keys()) {
        if (ids.includes(id)) continue;
        watched.delete(id);
        for (const problem of store.state().problems)
          if (problem.about === aboutCollection(id) && !doubtedLists.keeps(problem.code, id))
            clear(problem.code, problem.about);
      }
      for (const id of ids)
        if (!watched.has(id)) watched.set(id, lostDeliveries.restoreDoubt(id, readsForUse.takeStatus(id)));
      doubtedLists.update();
      publish({});
    },
    reset: () => {
      skew.reset();
      readsForUse.reset();
      for (const id of watched.keys()) {
        // Neither service has confirmed that nothing is missing.
        watched.set(id, lostDeliveries.restoreDoubt(id, { ...unknownStatus, nextAtMs: clock.monotonicMs() }));
        clearNews(id);
      }
      isPaused = false;
      for (const code of ['SOURCE_CACHE_LEAKS', 'SOURCE_LIMITED'] as const) clear(code, 'source');
      publish({});
    },
    setExpectedInterval: (milliseconds) => {
      for (const [id, status] of watched) watched.set(id, keepLate(status, expected(), clock.monotonicMs()));
      expectedEveryMs = milliseconds;
      publish({});
    },
    update: publish,
    stop: () => {
      isStopped = true;
      unsubscribe();
      doubtedLists.stop();
      lostDeliveries.stop();
      stopTimer();
    },
  };
}
