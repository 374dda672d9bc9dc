/** Counts the posts that a search or a filter hides, so that none that matters on air is hidden silently. */
import { isEmptySlot, isOnAirState, type RowView } from './rowModel.ts';

/** Empty slots are not counted. */
export type HiddenPosts = {
  readonly matching: number;
  readonly total: number;
  /** Of the hidden posts; the pinned one is visible without matching. */
  readonly onAir: number;
  readonly blocked: number;
};

/** The current post’s row, which stays above live while a filter hides it; else `null`. */
export function findPinned(
  list: 'staging' | 'live',
  all: readonly RowView[],
  shown: readonly RowView[],
): RowView | null {
  const now = list === 'live' ? all.find((row) => row.state === 'now') : undefined;
  return now === undefined || shown.includes(now) ? null : now;
}

/** `pinned`: the row that stays above the list while it is hidden, or `null`. */
export function countHidden(all: readonly RowView[], shown: readonly RowView[], pinned: RowView | null): HiddenPosts {
  const posts = all.filter((row) => !isEmptySlot(row));
  const shownRows = new Set(shown);
  const others = posts.filter((row) => !shownRows.has(row));
  const hidden = others.filter((row) => row !== pinned);
  return {
    matching: posts.length - others.length,
    total: posts.length,
    onAir: hidden.filter(({ state }) => isOnAirState(state)).length,
    blocked: hidden.filter(({ state }) => state === 'blocked' || state === 'unconfirmed').length,
  };
}
