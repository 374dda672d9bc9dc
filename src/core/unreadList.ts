/** Marks stored lists that feeds begin to use although they could not be read again, until the service confirms them. */
import { isCollectionInUse, type ShowState, snapshotOf } from './show.ts';

/** Whether a feed uses the list, and the service has not confirmed it since that use began. */
export function isListUnread(state: ShowState, id: string): boolean {
  return snapshotOf(state, id)?.isUnread === true;
}

export function unreadListsOf(state: ShowState): readonly string[] {
  return Object.keys(state.collections).filter((id) => isListUnread(state, id));
}

/** Call with collections that a feed began to use although their lists could not be read. */
export function markUnread(state: ShowState, ids: readonly string[]): ShowState {
  return ids.filter((id) => isCollectionInUse(state, id)).reduce((marked, id) => setUnread(marked, id, true), state);
}

export function markConfirmed(state: ShowState, id: string): ShowState {
  return setUnread(state, id, undefined);
}

/** Removes the marks of lists that no feed uses. The next use decides again. */
export function forgetUnusedMarks(state: ShowState): ShowState {
  return unreadListsOf(state)
    .filter((id) => !isCollectionInUse(state, id))
    .reduce(markConfirmed, state);
}

function setUnread(state: ShowState, id: string, isUnread: true | undefined): ShowState {
  const snapshot = snapshotOf(state, id);
  if (snapshot === null || snapshot.isUnread === isUnread) return state;
  return { ...state, collections: { ...state.collections, [id]: { ...snapshot, isUnread } } };
}
