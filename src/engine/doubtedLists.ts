/** Follows doubted lists: raises their problems, also after a restart, and ends them once the service has confirmed the lists or no feed can show them. */
import { isSameJson } from '../core/boundedJson.ts';
import {
  type Doubt,
  findShowing,
  hasDoubt,
  isDoubted,
  isNowhere,
  listDoubted,
  type Showing,
} from '../core/doubtedLists.ts';
import type { FeedState } from '../core/feedState.ts';
import { say } from '../core/language/say.ts';
import { listNames } from '../core/listNames.ts';
import { aboutCollection, type Facts, type ProblemCode } from '../core/problem.ts';
import { collectionNameOf, type ShowState, snapshotOf } from '../core/show.ts';
import type { Ports } from './ports.ts';
import type { ProblemReports } from './reportProblems.ts';
import type { Store } from './store.ts';

export type DoubtedLists = {
  readonly update: () => void;
  /** The service had our version at this monotonic time. Evidence from before the doubt, such as a late delivery, says nothing of now. */
  readonly confirm: (id: string, asOfMs: number) => void;
  /** `code`: why it can’t be used; `null` if it has the collection, in any version. */
  readonly recordResponse: (id: string, code: ProblemCode | null) => void;
  /** Whether the problem ends only with its doubt: that a service fails in another way does not say that a collection is back. */
  readonly keeps: (code: ProblemCode, id: string) => boolean;
  readonly stop: () => void;
};

const sayDoubtedOnAir = (feeds: string): string => say('On air could be affected on {feeds}.', { feeds });
const sayGoneOnAir = (feeds: string): string => say('Its posts are still on air on {feeds}.', { feeds });

/** The problem of each doubt, and what it says of the feeds that have posts of the list on air. */
const problems = [
  ['isUnread', 'SOURCE_LIST_UNREAD', sayDoubtedOnAir],
  ['isGone', 'SOURCE_COLLECTION_GONE', sayGoneOnAir],
  ['isRewound', 'SOURCE_REWOUND', sayDoubtedOnAir],
] as const satisfies readonly (readonly [Doubt, ProblemCode, (feeds: string) => string])[];

/** The facts of a problem of this collection. */
export function describeCollectionFacts(state: ShowState, code: ProblemCode, id: string): Facts {
  const collection = collectionNameOf(state, id);
  const [doubt, , sayOnAir] = problems.find(([, ofDoubt]) => ofDoubt === code) ?? [];
  if (doubt === undefined || sayOnAir === undefined) return { collection };
  return { collection, air: describeAir(findShowing(state, id, doubt), sayOnAir) };
}

export function followDoubtedLists(
  store: Store,
  clock: Pick<Ports['clock'], 'monotonicMs'>,
  { raise, clear }: ProblemReports,
): DoubtedLists {
  /** By doubt and collection. `sinceMs`: when the doubt began, or Greenroom started. Monotonic milliseconds. */
  const reported = new Map<string, { readonly id: string; readonly sinceMs: number; readonly facts: Facts }>();
  /** When the service went back to an older list, by collection, as last reported. */
  const reportedRewinds = new Map<string, string>();
  const update = (): void => {
    const state = store.state();
    for (const [doubt, code] of problems) {
      const doubted = listDoubted(state, doubt);
      for (const id of doubted) {
        const before = reported.get(`${doubt} ${id}`);
        const facts = describeCollectionFacts(state, code, id);
        if (before !== undefined && isSameJson(before.facts, facts)) continue;
        const wentBackAt = doubt === 'isRewound' ? snapshotOf(state, id)?.acceptedAt : undefined;
        if (wentBackAt !== undefined) {
          const isReported = before === undefined && reportedRewinds.get(id) === wentBackAt;
          // It is news for a feed that took the collection again, but not where the list can’t come on air.
          if (isReported && isNowhere(findShowing(state, id, 'isRewound'))) continue;
          reportedRewinds.set(id, wentBackAt);
        }
        reported.set(`${doubt} ${id}`, { id, sinceMs: before?.sinceMs ?? clock.monotonicMs(), facts });
        raise(code, aboutCollection(id), facts, wentBackAt);
      }
      for (const [key, { id }] of reported) {
        if (key !== `${doubt} ${id}` || doubted.includes(id)) continue;
        reported.delete(key);
        clear(code, aboutCollection(id));
      }
    }
  };
  // Also after another language was chosen, which changes no list.
  const stop = store.subscribe(update);
  return {
    update,
    confirm: (id, asOfMs) => {
      const since = (['isUnread', 'isGone'] as const).map((doubt) => reported.get(`${doubt} ${id}`)?.sinceMs);
      const known = since.filter((sinceMs) => sinceMs !== undefined);
      if (known.length > 0 && asOfMs >= Math.max(...known))
        void store.apply({ type: 'listConfirmed', collectionId: id });
    },
    recordResponse: (id, code) => {
      if (code === 'SOURCE_COLLECTION_GONE') void store.apply({ type: 'listGone', collectionId: id });
      else if (code === null && hasDoubt(store.state(), id, 'isGone'))
        void store.apply({ type: 'listPresent', collectionId: id });
    },
    keeps: (code, id) => problems.some(([doubt, own]) => own === code && isDoubted(store.state(), id, doubt)),
    stop,
  };
}

function describeAir({ onAir, closed, cleared }: Showing, sayOnAir: (feeds: string) => string): string {
  const closedNames = nameFeeds(closed);
  const clearedNames = nameFeeds(cleared);
  if (onAir.length === 0) return describeOffAir(closedNames, clearedNames);
  const sentences = [
    sayOnAir(nameFeeds(onAir)),
    closed.length > 0 && say('A take or release on {feeds} puts its posts on air too.', { feeds: closedNames }),
    cleared.length > 0 && say('Back on {feeds} puts its posts on air too.', { feeds: clearedNames }),
  ];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

/** Empty if there are no feeds. */
const nameFeeds = (feeds: readonly FeedState[]): string => listNames(feeds.map(({ slug }) => slug));

/** Takes the names of the feeds on which a take or release puts posts of the collection on air, and of those on which Back does. */
function describeOffAir(closed: string, cleared: string): string {
  if (cleared === '')
    return closed === ''
      ? say('On air is not affected.')
      : say('On air is not affected until you take or release on {feeds}.', { feeds: closed });
  return closed === ''
    ? say('On air is not affected until you press Back on {feeds}.', { feeds: cleared })
    : say('On air is not affected until you take or release on {feeds}, or press Back on {cleared}.', {
        feeds: closed,
        cleared,
      });
}
