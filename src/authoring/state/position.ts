/** Positions of posts in staging and live, and moves within and between the two lists. */
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';

export type Lists = { readonly staging: readonly ContentItem[]; readonly live: readonly ContentItem[] };

export type Position = { readonly list: ListName; readonly index: number };

/** A post being moved by pointer or keys; `to` is where it would be dropped. */
export type PendingMove = { readonly itemId: string; readonly from: Position; readonly to: Position };

export function findItem(lists: Lists, itemId: string): (Position & { readonly item: ContentItem }) | null {
  for (const list of ['staging', 'live'] as const) {
    const index = lists[list].findIndex((item) => item.id === itemId);
    const item = lists[list][index];
    if (item !== undefined) return { list, index, item };
  }
  return null;
}

/** `staging, position 7`. */
export function formatPosition({ list, index }: Position): string {
  return `${list}, position ${index + 1}`;
}

/** `Staging, position 7`. */
export function formatPositionTitle(position: Position): string {
  return `${position.list === 'live' ? 'Live' : 'Staging'}, position ${position.index + 1}`;
}

/** Returns the list's ids with this post moved to `index`, counted without the post. */
export function reorderIds(items: readonly ContentItem[], itemId: string, index: number): readonly string[] {
  const others = items.map((item) => item.id).filter((id) => id !== itemId);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, itemId);
}

/** Moves to the gap before row `gap`. Below the post's own row the index is one less, because that row disappears. */
export function moveToGap(pendingMove: PendingMove, list: ListName, gap: number): PendingMove {
  const isBelowItself = list === pendingMove.from.list && gap > pendingMove.from.index;
  return { ...pendingMove, to: { list, index: isBelowItself ? gap - 1 : gap } };
}

/** Returns the row to draw the drop line above; `null` when the post would not move or goes to the other list. */
export function findDropGap(pendingMove: PendingMove, list: ListName): number | null {
  if (pendingMove.to.list !== list || isUnmoved(pendingMove)) return null;
  return list === pendingMove.from.list && pendingMove.to.index >= pendingMove.from.index
    ? pendingMove.to.index + 1
    : pendingMove.to.index;
}

export function isUnmoved({ from, to }: PendingMove): boolean {
  return from.list === to.list && from.index === to.index;
}

/** Moves one step by key, within the list's bounds. */
export function stepMove(
  pendingMove: PendingMove,
  lists: Lists,
  direction: 'up' | 'down' | 'staging' | 'live',
): PendingMove {
  const { from, to } = pendingMove;
  const maxIndexIn = (list: ListName) => lists[list].length - (list === from.list ? 1 : 0);
  switch (direction) {
    case 'up':
      return { ...pendingMove, to: { ...to, index: Math.max(0, to.index - 1) } };
    case 'down':
      return { ...pendingMove, to: { ...to, index: Math.min(maxIndexIn(to.list), to.index + 1) } };
    case 'staging':
    case 'live':
      return { ...pendingMove, to: { list: direction, index: Math.min(to.index, maxIndexIn(direction)) } };
    default:
      return direction satisfies never;
  }
}
