/** Publishes the source's state, freshness and problems; no other module in this folder does. */
import { describeProblem, type Facts, type ProblemCode } from '../core/problem.ts';
import { collectionNamesOf } from '../core/show.ts';
import { type ConnectionState, computeFreshness, offlineAfterMs, type SourceState } from '../core/source.ts';
import type { Failure } from './http/failure.ts';
import { createCacheAgeTracker } from './poll/cacheAge.ts';
import { type ClockSkew, createClockSkew, reportedSkewMs } from './poll/clockSkew.ts';
import type { Cancel, Ports } from './ports.ts';
import { clearedByConclusivePoll, missingCodes, refusedCodes, sourceWide } from './sourceProblems.ts';
import type { Store } from './store.ts';

/** Outcome of one poll. */
export type PollResult =
  | { readonly kind: 'confirmed'; readonly isChanged: boolean }
  /** The response could neither be trusted nor rejected, so another poll follows. */
  | { readonly kind: 'inconclusive' }
  /** No request was sent: there is no API key, and push mode does not need one. */
  | { readonly kind: 'noKey' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type SourceStatus = {
  readonly clockSkew: ClockSkew;
  readonly raise: (code: ProblemCode, about: string, facts: Facts) => void;
  /** Call with the seconds each response spent in a cache; `null` without an Age header. */
  readonly recordCacheAge: (ageSeconds: number | null) => void;
  readonly clear: (code: ProblemCode, about: string) => void;
  /** `nextInMs` is `null` when no poll is scheduled. Changes the store at most once, besides problems. */
  readonly recordPoll: (
    id: string,
    result: PollResult,
    response: { readonly latencyMs: number } | null,
    nextInMs: number | null,
  ) => void;
  readonly recordPlannedPoll: (id: string, nextInMs: number | null) => void;
  /**
   * A delivery that could not be used may have brought a change of this collection; `null` if of any. It stays doubted
   * until it is confirmed; if it can be checked, only from a check that fails.
   */
  readonly recordUnusedDelivery: (id: string | null, canCheck: boolean) => void;
  /** A delivery brought the current version. If it is not newer than before, a later one can still be missing. */
  readonly recordDelivery: (id: string, isNewer: boolean) => void;
  /** The service sent a version that can’t be saved now: there is contact, but our copy is behind. */
  readonly recordUnsaved: (id: string) => void;
  /** A poll returned an older version. After news from the service, our version is doubted until a poll repeats one of them. */
  readonly recordOlder: (id: string) => void;
  /** The service's collection list confirmed the current versions. */
  readonly recordListed: (ids: readonly string[]) => void;
  /** Replaces the set of watched collections. */
  readonly setWatched: (ids: readonly string[]) => void;
  /** Forgets all confirmations after a change of service. */
  readonly reset: () => void;
  /** The interval at which confirmations are expected. Milliseconds. */
  readonly setExpectedInterval: (milliseconds: number) => void;
  readonly update: (change: Partial<SourceState>) => void;
  readonly stop: () => void;
};

type CollectionStatus = {
  readonly confirmedMs: number | null;
  readonly confirmedAt: string | null;
  readonly failure: Failure | null;
  readonly nextAtMs: number | null;
  /** A delivery that could not be used arrived since the last confirmation. */
  readonly hasNews: boolean;
  /** Nothing could confirm the list since then. */
  readonly isDoubted: boolean;
  /** When the service last sent a version that could not be saved; `null` once our copy is confirmed. Monotonic milliseconds. */
  readonly unsavedMs: number | null;
};

const unknownStatus: CollectionStatus = {
  ...{ confirmedMs: null, confirmedAt: null, failure: null, nextAtMs: null },
  ...{ hasNews: false, isDoubted: false, unsavedMs: null },
};

/** The `about` value of a collection's problems. */
export function aboutCollection(id: string): string {
  return `collection:${id}`;
}

export function createSourceStatus(store: Store, ports: Ports, isDemo: boolean): SourceStatus {
  const { clock } = ports;
  const skew = createClockSkew(clock);
  const watched = new Map<string, CollectionStatus>();
  let expectedEveryMs = 5000;
  let stopTimer: Cancel = () => undefined;
  let isStopped = false;
  /** The last logged cause of each problem, by code and subject. */
  const loggedCauses = new Map<string, string>();

  const isAnyDoubted = (): boolean => [...watched.values()].some((status) => status.isDoubted);
  const isAnyUnsaved = (): boolean => [...watched.values()].some((status) => status.unsavedMs !== null);
  const toIso = (milliseconds: number): string => new Date(milliseconds).toISOString();
  const hasProblem = (code: ProblemCode, about: string): boolean =>
    store.state().problems.some((problem) => problem.code === code && problem.about === about);

  const raise: SourceStatus['raise'] = (code, about, facts) => {
    const cause = [facts['host'], facts['cause'] ?? facts['status']].join(' ');
    const key = `${code} ${about}`;
    // A problem that continues with another cause is logged again.
    if (!hasProblem(code, about) || loggedCauses.get(key) !== cause) ports.log('warn', code, { about, ...facts });
    loggedCauses.set(key, cause);
    void store.apply({ type: 'problemRaised', problem: describeProblem(code, about, toIso(clock.now()), facts) });
  };
  const clear: SourceStatus['clear'] = (code, about) => {
    if (hasProblem(code, about)) void store.apply({ type: 'problemCleared', code, about });
  };
  const aboutOf = (code: ProblemCode, id: string): string => (sourceWide.has(code) ? 'source' : aboutCollection(id));

  /** The collections that exist, because freshness is shown for all feeds together. */
  const countedStatuses = (): readonly CollectionStatus[] => {
    const all = [...watched.values()];
    const existing = all.filter((status) => status.failure === null || !missingCodes.has(status.failure.code));
    return existing.length > 0 ? existing : all;
  };
  const findOldestConfirmation = (): { readonly ms: number | null; readonly at: string | null } =>
    countedStatuses().reduce<{ ms: number | null; at: string | null } | null>((oldest, status) => {
      if (oldest === null) return { ms: status.confirmedMs, at: status.confirmedAt };
      if (oldest.ms === null || status.confirmedMs === null) return { ms: null, at: null };
      return status.confirmedMs < oldest.ms ? { ms: status.confirmedMs, at: status.confirmedAt } : oldest;
    }, null) ?? { ms: null, at: null };
  /** Since when there was no contact about some collection; `null` if there never was. */
  const findOldestContactMs = (): number | null => {
    const contacts = countedStatuses().map(({ unsavedMs, confirmedMs }) => unsavedMs ?? confirmedMs);
    return contacts.length === 0 || contacts.includes(null) ? null : Math.min(...contacts.map(Number));
  };
  const findConnectionState = (confirmedMs: number | null): ConnectionState => {
    const all = [...watched.values()];
    if (all.length === 0) return 'idle';
    const failures = all.flatMap((status) => (status.failure === null ? [] : [status.failure.code]));
    if (failures.some((code) => refusedCodes.has(code))) return 'refused';
    if (failures.length > 0 || isAnyDoubted() || isAnyUnsaved()) return 'stale';
    return confirmedMs === null ? 'connecting' : 'current';
  };

  const summarise = (): Partial<SourceState> => {
    const confirmed = findOldestConfirmation();
    const nextPolls = [...watched.values()].flatMap((status) => (status.nextAtMs === null ? [] : [status.nextAtMs]));
    const nowMs = clock.monotonicMs();
    const byAge = computeFreshness(isDemo, findOldestContactMs(), expectedEveryMs, nowMs);
    return {
      state: findConnectionState(confirmed.ms),
      freshness: (isAnyDoubted() || isAnyUnsaved()) && byAge !== 'offline' ? 'stale' : byAge,
      lastConfirmedAt: confirmed.at,
      lastConfirmedMonotonicMs: confirmed.ms,
      nextCheckAt: nextPolls.length === 0 ? null : toIso(clock.now() + Math.max(0, Math.min(...nextPolls) - nowMs)),
      clockSkewMs: skew.skewMs(),
    };
  };

  const publish = (change: Partial<SourceState>): void => {
    if (isStopped) return;
    stopTimer();
    if (!isAnyDoubted()) clear('SOURCE_UNCONFIRMED', 'source');
    void store.apply({ type: 'sourceChanged', source: { ...summarise(), ...change } });
    scheduleFreshness();
  };

  /** Freshness changes with time alone, so this publishes again when the next change is due. */
  const scheduleFreshness = (): void => {
    const ms = findOldestContactMs();
    if (ms === null) return;
    const lateMs = ms + 2 * expectedEveryMs + 5000;
    const nowMs = clock.monotonicMs();
    const due = [lateMs, lateMs + offlineAfterMs].find((dueMs) => dueMs >= nowMs);
    if (due !== undefined) stopTimer = clock.after(due - nowMs + 1, () => publish({}));
  };

  const set = (id: string, change: Partial<CollectionStatus>): void => {
    const known = watched.get(id);
    if (known !== undefined) watched.set(id, { ...known, ...change });
  };
  const toDueMs = (nextInMs: number | null): number | null =>
    nextInMs === null ? null : clock.monotonicMs() + nextInMs;
  const createConfirmation = (): Partial<CollectionStatus> => ({
    confirmedMs: clock.monotonicMs(),
    confirmedAt: toIso(clock.now()),
    ...{ hasNews: false, isDoubted: false, unsavedMs: null },
  });
  const doubt = (id: string): void => {
    set(id, { isDoubted: true });
    if (watched.has(id)) raise('SOURCE_UNCONFIRMED', 'source', {});
  };

  /** Clears this collection's resolved problems, and service problems that no collection has any more. */
  const clearResolved = (id: string): void => {
    for (const code of clearedByConclusivePoll)
      if (watched.get(id)?.failure?.code !== code) clear(code, aboutCollection(id));
    const currentCodes = new Set([...watched.values()].map((status) => status.failure?.code));
    for (const code of sourceWide) if (!currentCodes.has(code)) clear(code, 'source');
  };

  return {
    recordCacheAge: createCacheAgeTracker({ raise, clear }),
    clockSkew: skew,
    raise,
    clear,
    recordPoll: (id, result, response, nextInMs) => {
      if (!watched.has(id) || isStopped) return;
      const next = { nextAtMs: toDueMs(nextInMs) };
      if (result.kind === 'noKey' && watched.get(id)?.hasNews === true) doubt(id);
      if (result.kind === 'failed' && watched.get(id)?.hasNews === true) set(id, { isDoubted: true });
      if (result.kind === 'confirmed') set(id, { ...createConfirmation(), ...next, failure: null });
      else set(id, { ...next, ...(result.kind === 'failed' ? { failure: result.failure } : {}) });
      if (result.kind === 'failed') {
        const { code, facts } = result.failure;
        const collection = collectionNamesOf(store.state())[id] ?? id;
        raise(code, aboutOf(code, id), { collection, ...facts });
      }
      if (result.kind === 'confirmed' || result.kind === 'failed') clearResolved(id);
      const skewMs = skew.skewMs();
      if (skewMs !== null && Math.abs(skewMs) > reportedSkewMs)
        raise('SOURCE_CLOCK_SKEWED', 'source', { seconds: Math.round(Math.abs(skewMs) / 1000) });
      else clear('SOURCE_CLOCK_SKEWED', 'source');
      publish(response === null ? {} : { latencyMs: Math.round(response.latencyMs) });
    },
    recordPlannedPoll: (id, nextInMs) => {
      set(id, { nextAtMs: toDueMs(nextInMs) });
      publish({});
    },
    recordUnusedDelivery: (id, canCheck) => {
      const ids = id === null ? [...watched.keys()] : [id];
      for (const each of ids) set(each, { hasNews: true });
      const doubted = canCheck ? [] : ids.filter((each) => watched.get(each)?.isDoubted === false);
      for (const each of doubted) doubt(each);
      if (doubted.length > 0) publish({});
    },
    recordDelivery: (id, isNewer) => {
      const status = watched.get(id);
      const isNoneMissing = status?.hasNews === false && status.unsavedMs === null;
      if (isNewer || isNoneMissing) set(id, createConfirmation());
    },
    recordUnsaved: (id) => {
      set(id, { unsavedMs: clock.monotonicMs() });
      publish({});
    },
    recordOlder: (id) => {
      if (watched.get(id)?.hasNews !== true) return;
      set(id, { isDoubted: true });
      publish({});
    },
    recordListed: (ids) => {
      for (const id of ids) set(id, createConfirmation());
      publish({});
    },
    setWatched: (ids) => {
      for (const id of watched.keys()) {
        if (ids.includes(id)) continue;
        watched.delete(id);
        for (const problem of store.state().problems)
          if (problem.about === aboutCollection(id)) clear(problem.code, problem.about);
      }
      for (const id of ids) if (!watched.has(id)) watched.set(id, unknownStatus);
      publish({});
    },
    reset: () => {
      skew.reset();
      for (const id of watched.keys()) watched.set(id, unknownStatus);
      clear('SOURCE_CACHE_LEAKS', 'source');
      publish({});
    },
    setExpectedInterval: (milliseconds) => {
      expectedEveryMs = milliseconds;
      publish({});
    },
    update: publish,
    stop: () => {
      isStopped = true;
      stopTimer();
    },
  };
}
