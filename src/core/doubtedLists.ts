/** Marks stored lists that cannot be taken for the service’s, while a feed uses or can show them, until it confirms them or sends another version. */
import { type FeedState, visibleItems } from './feedState.ts';
import { isCollectionInUse, isListAwaited, type ShowEvent, type ShowState, snapshotOf } from './show.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * `isUnread`: no feed had used the list before, and it could not be read when one began to. `isGone`: the service said that it no longer has the
 * collection. `isRewound`: the service went back to this version, so deleted posts can be in it. `doubtedAt`: the service may have had a later version then.
 */
export type Doubt = keyof Pick<Snapshot, 'isUnread' | 'isGone' | 'isRewound' | 'doubtedAt'>;

export function hasDoubt(state: ShowState, id: string, doubt: Doubt): boolean {
  return snapshotOf(state, id)?.[doubt] !== undefined;
}

/** Whether the collection has this doubt, and a feed uses it or can show its posts. */
export function isDoubted(state: ShowState, id: string, doubt: Doubt): boolean {
  return hasDoubt(state, id, doubt) && isUsedOrShown(state, id, doubt);
}

/** Whether a feed uses the collection or can show its posts, if `isRewound` those of the version that the service went back to. */
export function isUsedOrShown(state: ShowState, id: string, doubt: Doubt): boolean {
  return isCollectionInUse(state, id) || !isNowhere(findShowing(state, id, doubt));
}

export function listDoubted(state: ShowState, doubt: Doubt): readonly string[] {
  return Object.keys(state.collections).filter((id) => isDoubted(state, id, doubt));
}

/** The feeds with posts of a collection on air, and those on which a take or release, or Back, puts them there. */
export type Showing = Readonly<Record<'onAir' | 'closed' | 'cleared', readonly FeedState[]>>;

/** A feed can still show the collection although it uses another one by now. Only an older list that the service went back to is doubted, not the newer one before it. */
export function findShowing(state: ShowState, id: string, doubt: Doubt): Showing {
  const { feeds } = state;
  const version = doubt === 'isRewound' ? snapshotOf(state, id)?.collection.lastModifiedDate : undefined;
  const isFrom = ({ header }: FeedState['base']): boolean =>
    header?.id === id && (version === undefined || header.lastModifiedDate === version);
  const onAir = feeds.filter(({ base, onAir: { items } }) => isFrom(base) && items.length > 0);
  const users = feeds.filter((feed) => feed.collectionId === id && !isListAwaited(feed));
  const closed = users.filter((feed) => feed.gate !== 'following' && !onAir.includes(feed));
  const cleared = feeds.filter((feed) => {
    const list = feed.beforeClear;
    return list !== null && isFrom(list) && visibleItems(feed, list.items).length > 0;
  });
  return { onAir, closed, cleared };
}

export function isNowhere(showing: Showing): boolean {
  return Object.values(showing).every((feeds) => feeds.length === 0);
}

/** The collections whose posts are on air on the feed, or go on air with Back or Unblock. */
export function shownCollectionsOf({ base, beforeClear }: FeedState): readonly string[] {
  const ids = [base, beforeClear].map((list) => (list === null || list.items.length === 0 ? null : list.header?.id));
  return [...new Set(ids)].filter((id) => id != null);
}

/** Call with collections that a feed began to use although their lists could not be read. */
export function markUnread(state: ShowState, ids: readonly string[]): ShowState {
  return ids
    .filter((id) => isCollectionInUse(state, id))
    .reduce((marked, id) => mark(marked, id, { isUnread: true }), state);
}

/** Applies what the service said of a list, or that it may have had a later version. */
export function markList(
  state: ShowState,
  event: Extract<ShowEvent, { type: 'listConfirmed' | 'listGone' | 'listPresent' | 'listDoubted' }>,
): ShowState {
  const { collectionId: id } = event;
  switch (event.type) {
    case 'listConfirmed':
      // A list that the service went back to stays doubted, because the service confirms it too.
      return mark(state, id, { isUnread: undefined, isGone: undefined });
    case 'listGone':
      return isCollectionInUse(state, id) ? mark(state, id, { isGone: true }) : state;
    case 'listPresent':
      // Its version can be another one.
      return mark(state, id, { isGone: undefined });
    case 'listDoubted':
      return mark(state, id, { doubtedAt: event.doubtedAt ?? undefined });
    default:
      return event satisfies never;
  }
}

/**
 * Forgets which lists were unread that no feed uses or shows: the next use decides again. That the service went back, or has no such collection,
 * is kept, because an older revision can bring its posts back on air.
 */
export function forgetUnread(state: ShowState): ShowState {
  const shown = new Set(state.feeds.flatMap(shownCollectionsOf));
  return Object.keys(state.collections)
    .filter((id) => !isCollectionInUse(state, id) && !shown.has(id))
    .reduce((marked, id) => mark(marked, id, { isUnread: undefined }), state);
}

const markedDoubts = ['isUnread', 'isGone', 'doubtedAt'] as const;
type MarkedDoubt = (typeof markedDoubts)[number];

function mark(state: ShowState, id: string, doubts: Partial<Pick<Snapshot, MarkedDoubt>>): ShowState {
  const snapshot = snapshotOf(state, id);
  if (snapshot === null) return state;
  const marked = { ...snapshot, ...doubts };
  if (markedDoubts.every((doubt) => marked[doubt] === snapshot[doubt])) return state;
  return { ...state, collections: { ...state.collections, [id]: marked } };
}
