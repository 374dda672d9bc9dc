/** Marks stored lists in use that cannot be taken for the service’s, until it confirms them or sends another version. */
import { isCollectionInUse, type ShowState, snapshotOf } from './show.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * `isUnread`: no feed had used the list before, and it could not be read when one began to. `isGone`: the service said that it no longer has the
 * collection. `isRewound`: the service went back to this version, so deleted posts can be in it.
 */
export type Doubt = keyof Pick<Snapshot, 'isUnread' | 'isGone' | 'isRewound'>;

export function hasDoubt(state: ShowState, id: string, doubt: Doubt): boolean {
  return snapshotOf(state, id)?.[doubt] === true;
}

/** The collections in use with this doubt. */
export function listDoubted(state: ShowState, doubt: Doubt): readonly string[] {
  return Object.keys(state.collections).filter((id) => hasDoubt(state, id, doubt) && isCollectionInUse(state, id));
}

/** Call with collections that a feed began to use although their lists could not be read. */
export function markUnread(state: ShowState, ids: readonly string[]): ShowState {
  return ids
    .filter((id) => isCollectionInUse(state, id))
    .reduce((marked, id) => mark(marked, id, { isUnread: true }), state);
}

export function markGone(state: ShowState, id: string): ShowState {
  return isCollectionInUse(state, id) ? mark(state, id, { isGone: true }) : state;
}

/** Its version can be another one. */
export function markPresent(state: ShowState, id: string): ShowState {
  return mark(state, id, { isGone: undefined });
}

/** A list that the service went back to stays doubted, because the service confirms it too. */
export function markConfirmed(state: ShowState, id: string): ShowState {
  return mark(state, id, { isUnread: undefined, isGone: undefined });
}

/** Removes the marks of lists that no feed uses, except that of a rewind. The next use decides again. */
export function forgetUnusedMarks(state: ShowState): ShowState {
  return Object.keys(state.collections)
    .filter((id) => !isCollectionInUse(state, id))
    .reduce(markConfirmed, state);
}

function mark(state: ShowState, id: string, doubts: Partial<Pick<Snapshot, 'isUnread' | 'isGone'>>): ShowState {
  const snapshot = snapshotOf(state, id);
  if (snapshot === null) return state;
  const marked = { ...snapshot, ...doubts };
  if (marked.isUnread === snapshot.isUnread && marked.isGone === snapshot.isGone) return state;
  return { ...state, collections: { ...state.collections, [id]: marked } };
}
