/** What is told of the source: its word, its freshness, its problems. The only place here that speaks to the store about them. */
import { describeProblem, type Facts, type ProblemCode } from '../../core/problem.ts';
import { offlineAfterMs, readFreshness, type SourceState, type SourceWord } from '../../core/source.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { Store } from '../store.ts';
import { createCacheAge } from './cacheAge.ts';
import type { Failure } from './failure.ts';
import { createSkew, type Skew, worthSayingMs } from './skew.ts';

/** How one look at a collection ended. */
export type Ending =
  /** `isNews`: what is held was changed by it. */
  | { readonly kind: 'confirmed'; readonly isNews: boolean }
  | { readonly kind: 'unsure' }
  /** Nothing was asked: there is no key, and deliveries alone are wanted. */
  | { readonly kind: 'keyless' }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type Contact = {
  readonly skew: Skew;
  readonly raise: (code: ProblemCode, about: string, facts: Facts) => void;
  /** Hears how long each answer stood in a cache, in seconds; null: nothing says so. */
  readonly noteCacheAge: (ageSeconds: number | null) => void;
  readonly clear: (code: ProblemCode, about: string) => void;
  /** A look at the collection is over; `nextInMs` null: none is planned. One change of the store at most, besides problems. */
  readonly ended: (
    id: string,
    ending: Ending,
    reply: { readonly latencyMs: number } | null,
    nextInMs: number | null,
  ) => void;
  /** The next look was planned anew. */
  readonly planned: (id: string, nextInMs: number | null) => void;
  /** A delivery confirmed what we hold of it. */
  readonly delivered: (id: string) => void;
  /** The service's list shows these as they are held. */
  readonly listed: (ids: readonly string[]) => void;
  /** Exactly these collections matter from now on. */
  readonly watching: (ids: readonly string[]) => void;
  /** Another service is asked from now on: nothing of it is confirmed. */
  readonly beginAnew: () => void;
  /** How often a confirmation is to be expected from now on. Milliseconds. */
  readonly expectEvery: (milliseconds: number) => void;
  readonly say: (words: Partial<SourceState>) => void;
  readonly stop: () => void;
};

type Watched = {
  readonly confirmedMs: number | null;
  readonly confirmedAt: string | null;
  readonly failure: Failure | null;
  readonly nextAtMs: number | null;
};

const unseen: Watched = { confirmedMs: null, confirmedAt: null, failure: null, nextAtMs: null };

/** Problems that are about the service as a whole; the others name their collection. */
const sourceWide: ReadonlySet<ProblemCode> = new Set([
  'SOURCE_KEY_MISSING',
  'SOURCE_KEY_REFUSED',
  'SOURCE_KEY_UNSENDABLE',
  'SOURCE_OFFLINE',
  'SOURCE_TIMEOUT',
  'SOURCE_FAILING',
  'SOURCE_LIMITED',
  'SOURCE_NOT_THE_SERVICE',
  'SOURCE_REDIRECTED',
  'SOURCE_INSECURE',
  'SOURCE_CERTIFICATE',
  'SOURCE_ADDRESS_MISSING',
] as const);

/** Problems of one collection that end with its next good answer. */
const passing = [
  'SOURCE_MALFORMED',
  'SOURCE_WRONG_COLLECTION',
  'SOURCE_COLLECTION_GONE',
  'SOURCE_COLLECTION_UNKNOWN',
  'SOURCE_ID_UNUSABLE',
  'SOURCE_TOO_LARGE',
  'SOURCE_OLDER_IGNORED',
  'SOURCE_EMPTY_DOUBTED',
] as const satisfies readonly ProblemCode[];

const refusing: ReadonlySet<ProblemCode> = new Set([
  'SOURCE_KEY_MISSING',
  'SOURCE_KEY_REFUSED',
  'SOURCE_KEY_UNSENDABLE',
  'SOURCE_INSECURE',
  'SOURCE_CERTIFICATE',
  'SOURCE_ADDRESS_MISSING',
] as const);

/** Collections that are not there: how the service is doing does not hang on them. */
const absent: ReadonlySet<ProblemCode> = new Set([
  'SOURCE_COLLECTION_GONE',
  'SOURCE_COLLECTION_UNKNOWN',
  'SOURCE_ID_UNUSABLE',
] as const);

/** The name under which a collection's own problems are raised. */
export function aboutCollection(id: string): string {
  return `collection:${id}`;
}

export function createContact(store: Store, ports: Ports, isDemo: boolean): Contact {
  const { clock } = ports;
  const skew = createSkew(clock);
  const watched = new Map<string, Watched>();
  let expectedEveryMs = 5000;
  let stopTimer: Cancel = () => undefined;
  let isStopped = false;

  const at = (milliseconds: number): string => new Date(milliseconds).toISOString();
  const hasProblem = (code: ProblemCode, about: string): boolean =>
    store.state().problems.some((problem) => problem.code === code && problem.about === about);

  const raise: Contact['raise'] = (code, about, facts) => {
    if (!hasProblem(code, about)) ports.log('warn', code, { about, ...facts });
    void store.apply({ type: 'problemRaised', problem: describeProblem(code, about, at(clock.now()), facts) });
  };
  const clear: Contact['clear'] = (code, about) => {
    if (hasProblem(code, about)) void store.apply({ type: 'problemCleared', code, about });
  };
  const aboutOf = (code: ProblemCode, id: string): string => (sourceWide.has(code) ? 'source' : aboutCollection(id));

  /** The oldest confirmation counts: what is shown must hold for every feed. Collections that are not there have their own word. */
  const oldest = (): { readonly ms: number | null; readonly at: string | null } => {
    const all = [...watched.values()];
    const present = all.filter((one) => one.failure === null || !absent.has(one.failure.code));
    const counted = present.length > 0 ? present : all;
    return (
      counted.reduce<{ ms: number | null; at: string | null } | null>((found, one) => {
        if (found === null) return { ms: one.confirmedMs, at: one.confirmedAt };
        if (found.ms === null || one.confirmedMs === null) return { ms: null, at: null };
        return one.confirmedMs < found.ms ? { ms: one.confirmedMs, at: one.confirmedAt } : found;
      }, null) ?? { ms: null, at: null }
    );
  };
  const word = (confirmedMs: number | null): SourceWord => {
    const all = [...watched.values()];
    if (all.length === 0) return 'idle';
    const failures = all.flatMap((one) => (one.failure === null ? [] : [one.failure.code]));
    if (failures.some((code) => refusing.has(code))) return 'refused';
    if (failures.length > 0) return 'stale';
    return confirmedMs === null ? 'connecting' : 'current';
  };

  const summary = (): Partial<SourceState> => {
    const confirmed = oldest();
    const next = [...watched.values()].flatMap((one) => (one.nextAtMs === null ? [] : [one.nextAtMs]));
    const nowMs = clock.monotonicMs();
    return {
      word: word(confirmed.ms),
      freshness: readFreshness(isDemo, confirmed.ms, expectedEveryMs, nowMs),
      lastConfirmedAt: confirmed.at,
      lastConfirmedMonotonicMs: confirmed.ms,
      nextCheckAt: next.length === 0 ? null : at(clock.now() + Math.max(0, Math.min(...next) - nowMs)),
      clockSkewMs: skew.value(),
    };
  };

  const tell = (words: Partial<SourceState>): void => {
    if (isStopped) return;
    stopTimer();
    void store.apply({ type: 'sourceChanged', source: { ...summary(), ...words } });
    planWord();
  };

  /** Freshness turns by the mere passing of time: wake up when the next word is due. */
  const planWord = (): void => {
    const { ms } = oldest();
    if (ms === null) return;
    const lateMs = ms + 2 * expectedEveryMs + 5000;
    const nowMs = clock.monotonicMs();
    const due = [lateMs, lateMs + offlineAfterMs].find((dueMs) => dueMs >= nowMs);
    if (due !== undefined) stopTimer = clock.after(due - nowMs + 1, () => tell({}));
  };

  const set = (id: string, change: Partial<Watched>): void => {
    const known = watched.get(id);
    if (known !== undefined) watched.set(id, { ...known, ...change });
  };
  const nextAt = (nextInMs: number | null): number | null =>
    nextInMs === null ? null : clock.monotonicMs() + nextInMs;
  const confirmation = (): Partial<Watched> => ({
    confirmedMs: clock.monotonicMs(),
    confirmedAt: at(clock.now()),
    failure: null,
  });

  /** Clears what no collection suffers from any more. */
  const clearPassed = (id: string): void => {
    for (const code of passing) if (watched.get(id)?.failure?.code !== code) clear(code, aboutCollection(id));
    const present = new Set([...watched.values()].map((one) => one.failure?.code));
    for (const code of sourceWide) if (!present.has(code)) clear(code, 'source');
  };

  return {
    noteCacheAge: createCacheAge({ raise, clear }),
    skew,
    raise,
    clear,
    ended: (id, ending, reply, nextInMs) => {
      if (!watched.has(id) || isStopped) return;
      const next = { nextAtMs: nextAt(nextInMs) };
      if (ending.kind === 'confirmed') set(id, { ...confirmation(), ...next });
      else set(id, { ...next, ...(ending.kind === 'failed' ? { failure: ending.failure } : {}) });
      if (ending.kind === 'failed') {
        const { code, facts } = ending.failure;
        raise(code, aboutOf(code, id), { collection: id, ...facts });
      }
      if (ending.kind === 'confirmed' || ending.kind === 'failed') clearPassed(id);
      const skewMs = skew.value();
      if (skewMs !== null && Math.abs(skewMs) > worthSayingMs)
        raise('SOURCE_CLOCK_SKEWED', 'source', { seconds: Math.round(Math.abs(skewMs) / 1000) });
      else clear('SOURCE_CLOCK_SKEWED', 'source');
      tell(reply === null ? {} : { latencyMs: Math.round(reply.latencyMs) });
    },
    planned: (id, nextInMs) => {
      set(id, { nextAtMs: nextAt(nextInMs) });
      tell({});
    },
    delivered: (id) => set(id, { confirmedMs: clock.monotonicMs(), confirmedAt: at(clock.now()) }),
    listed: (ids) => {
      for (const id of ids) set(id, { confirmedMs: clock.monotonicMs(), confirmedAt: at(clock.now()) });
      tell({});
    },
    watching: (ids) => {
      for (const id of watched.keys()) {
        if (ids.includes(id)) continue;
        watched.delete(id);
        for (const problem of store.state().problems)
          if (problem.about === aboutCollection(id)) clear(problem.code, problem.about);
      }
      for (const id of ids) if (!watched.has(id)) watched.set(id, unseen);
      tell({});
    },
    beginAnew: () => {
      skew.forget();
      for (const id of watched.keys()) watched.set(id, unseen);
      clear('SOURCE_CACHE_LEAKS', 'source');
      tell({});
    },
    expectEvery: (milliseconds) => {
      expectedEveryMs = milliseconds;
      tell({});
    },
    say: tell,
    stop: () => {
      isStopped = true;
      stopTimer();
    },
  };
}
