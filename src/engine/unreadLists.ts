/** Follows lists that are in use unread: raises their problem, and ends it once the service has confirmed them. */
import { isSameJson } from '../core/boundedJson.ts';
import { say } from '../core/language/say.ts';
import { listNames } from '../core/listNames.ts';
import { aboutCollection, type Facts } from '../core/problem.ts';
import { collectionNameOf, isListAwaited, type ShowState } from '../core/show.ts';
import { unreadListsOf } from '../core/unreadList.ts';
import type { Ports } from './ports.ts';
import type { ProblemReports } from './reportProblems.ts';
import type { Store } from './store.ts';

export type UnreadLists = {
  readonly update: () => void;
  /** The service had our version at this monotonic time. Evidence from before the use began, such as a late delivery, says nothing of now. */
  readonly confirm: (id: string, asOfMs: number) => void;
  readonly stop: () => void;
};

export function followUnreadLists(
  store: Store,
  clock: Pick<Ports['clock'], 'monotonicMs'>,
  { raise, clear }: ProblemReports,
): UnreadLists {
  /** `sinceMs`: when a feed began to use the list, or Greenroom started. Monotonic milliseconds. */
  const reported = new Map<string, { readonly sinceMs: number; readonly facts: Facts }>();
  const update = (): void => {
    const state = store.state();
    const unread = unreadListsOf(state);
    for (const id of unread) {
      const before = reported.get(id);
      const facts = { collection: collectionNameOf(state, id), air: describeAir(state, id) };
      if (before !== undefined && isSameJson(before.facts, facts)) continue;
      reported.set(id, { sinceMs: before?.sinceMs ?? clock.monotonicMs(), facts });
      raise('SOURCE_LIST_UNREAD', aboutCollection(id), facts);
    }
    for (const id of reported.keys()) {
      if (unread.includes(id)) continue;
      reported.delete(id);
      clear('SOURCE_LIST_UNREAD', aboutCollection(id));
    }
  };
  // Also after another language was chosen, which changes no list.
  const stop = store.subscribe(update);
  return {
    update,
    confirm: (id, asOfMs) => {
      const sinceMs = reported.get(id)?.sinceMs;
      if (sinceMs !== undefined && asOfMs >= sinceMs) void store.apply({ type: 'listConfirmed', collectionId: id });
    },
    stop,
  };
}

function describeAir({ feeds }: ShowState, id: string): string {
  const users = feeds.filter((feed) => feed.collectionId === id && !isListAwaited(feed));
  const onAir = users.filter(({ base, onAir: { items } }) => base.header?.id === id && items.length > 0);
  if (onAir.length > 0)
    return say('On air could be affected on {feeds}.', { feeds: listNames(onAir.map(({ slug }) => slug)) });
  const closed = users.filter(({ gate }) => gate !== 'following');
  if (closed.length === 0) return say('On air is not affected.');
  return say('On air is not affected until you take or release {feeds}.', {
    feeds: listNames(closed.map(({ slug }) => slug)),
  });
}
