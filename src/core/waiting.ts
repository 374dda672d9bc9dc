/** Finds the changes that wait in a held or cleared feed. */
import type { Item } from './collection.ts';
import { compareLists, type Difference } from './compare.ts';
import { type FeedState, guardedOf, pendingOf, visibleItems } from './feedState.ts';

/** The changes that the desk, the panels and the figures count as waiting. */
export function waitingOf(feed: FeedState): Difference {
  return withoutGuarded(pendingOf(feed), guardedOf(feed));
}

/** The changes that another live list would make on air in a feed that follows, or that would wait in another. */
export function changesWith(feed: FeedState, items: readonly Item[]): Difference {
  if (feed.gate === 'following') return compareLists(feed.onAir.items, visibleItems(feed, items));
  return waitingOf({ ...feed, live: { ...feed.live, items, version: feed.live.version + 1 } });
}

/** Guarded posts stay off; a post on air goes off if its waiting edit is guarded. */
export function withoutGuarded(pending: Difference, guarded: readonly { readonly itemId: string }[]): Difference {
  if (guarded.length === 0) return pending;
  const guardedIds = new Set(guarded.map(({ itemId }) => itemId));
  const isUnguarded = (id: string): boolean => !guardedIds.has(id);
  const nowGuarded = new Set(
    [...pending.edited.map(({ id }) => id), ...pending.moved].filter((id) => guardedIds.has(id)),
  );
  return {
    added: pending.added.filter(isUnguarded),
    removed: [...pending.removed, ...nowGuarded],
    edited: pending.edited.filter(({ id }) => isUnguarded(id)),
    moved: pending.moved.filter(isUnguarded),
  };
}
