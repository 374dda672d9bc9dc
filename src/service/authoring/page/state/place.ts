/** Positions of posts in the two lists, and the arithmetic of moving a post within and between them. */
import type { ContentItem } from '../../../document.ts';
import type { ListName } from '../../../store/stored.ts';

export type Lists = { readonly staging: readonly ContentItem[]; readonly live: readonly ContentItem[] };

export type Position = { readonly list: ListName; readonly index: number };

/** A post being moved by pointer or keys, and the position where it would be dropped. */
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
export function positionText({ list, index }: Position): string {
  return `${list}, position ${index + 1}`;
}

/** `Staging, position 7`. */
export function positionTitle(position: Position): string {
  return `${position.list === 'live' ? 'Live' : 'Staging'}, position ${position.index + 1}`;
}

/** The list's ids with the post at `index`, which counts without the post itself. */
export function orderWith(items: readonly ContentItem[], itemId: string, index: number): readonly string[] {
  const others = items.map((item) => item.id).filter((id) => id !== itemId);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, itemId);
}

/** Moves to the gap before row `gap`. Below the post's own row the index is one less, because the post itself leaves. */
export function moveToGap(pendingMove: PendingMove, list: ListName, gap: number): PendingMove {
  const isBelowItself = list === pendingMove.from.list && gap > pendingMove.from.index;
  return { ...pendingMove, to: { list, index: isBelowItself ? gap - 1 : gap } };
}

/** The row before which the drop line is drawn; `null` when the post would not move within this list. */
export function dropGap(pendingMove: PendingMove, list: ListName): number | null {
  if (pendingMove.to.list !== list || isUnmoved(pendingMove)) return null;
  return list === pendingMove.from.list && pendingMove.to.index >= pendingMove.from.index
    ? pendingMove.to.index + 1
    : pendingMove.to.index;
}

export function isUnmoved({ from, to }: PendingMove): boolean {
  return from.list === to.list && from.index === to.index;
}

/** One step by key; the index stays within the list. */
export function stepMove(
  pendingMove: PendingMove,
  lists: Lists,
  direction: 'up' | 'down' | 'staging' | 'live',
): PendingMove {
  const { from, to } = pendingMove;
  const lengthOf = (list: ListName) => lists[list].length - (list === from.list ? 1 : 0);
  switch (direction) {
    case 'up':
      return { ...pendingMove, to: { ...to, index: Math.max(0, to.index - 1) } };
    case 'down':
      return { ...pendingMove, to: { ...to, index: Math.min(lengthOf(to.list), to.index + 1) } };
    case 'staging':
    case 'live':
      return { ...pendingMove, to: { list: direction, index: Math.min(to.index, lengthOf(direction)) } };
    default:
      return direction satisfies never;
  }
}
