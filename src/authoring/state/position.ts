/** Positions of posts in staging and live, and moves within and between the two lists. */
import { say } from '../../core/language/say.ts';
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';

export type Lists = { readonly staging: readonly ContentItem[]; readonly live: readonly ContentItem[] };

export type Position = { readonly list: ListName; readonly index: number };

/** Posts of one list being moved together by pointer or keys. */
export type PendingMove = {
  /** The post that the user holds. */
  readonly itemId: string;
  /** All of them, in the order of the list. */
  readonly itemIds: readonly string[];
  readonly from: { readonly list: ListName; readonly indexes: readonly number[] };
  /** Where the first would be dropped, counted without them. */
  readonly to: Position;
};

/** Begins to move these posts of one list; `null` if the list no longer has the held post. */
export function startMove(lists: Lists, itemId: string, chosen: ReadonlySet<string>): PendingMove | null {
  const held = findItem(lists, itemId);
  if (held === null) return null;
  const { list } = held;
  const indexes = lists[list].flatMap(({ id }, index) => (id === itemId || chosen.has(id) ? [index] : []));
  const itemIds = indexes.map((index) => lists[list][index]?.id ?? '');
  return { itemId, itemIds, from: { list, indexes }, to: { list, index: indexes[0] ?? held.index } };
}

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
  const position = index + 1;
  return list === 'live'
    ? say('live, position {position}', { position })
    : say('staging, position {position}', { position });
}

/** `Staging, position 7`. */
export function formatPositionTitle({ list, index }: Position): string {
  const position = index + 1;
  return list === 'live'
    ? say('Live, position {position}', { position })
    : say('Staging, position {position}', { position });
}

/** Returns the list's ids with these posts moved to `index`, counted without them. */
export function reorderIds(
  items: readonly ContentItem[],
  itemIds: readonly string[],
  index: number,
): readonly string[] {
  const moved = new Set(itemIds);
  const others = items.map((item) => item.id).filter((id) => !moved.has(id));
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, ...itemIds);
}

/** Moves to the gap before row `gap`. Each moved row above it makes the index one less, because it disappears. */
export function moveToGap(pendingMove: PendingMove, list: ListName, gap: number): PendingMove {
  const { from } = pendingMove;
  const above = list === from.list ? from.indexes.filter((index) => index < gap).length : 0;
  return { ...pendingMove, to: { list, index: gap - above } };
}

/** Returns the row to draw the drop line above; `null` when the post would not move or goes to the other list. */
export function findDropGap(pendingMove: PendingMove, list: ListName): number | null {
  const { from, to } = pendingMove;
  if (to.list !== list || isUnmoved(pendingMove)) return null;
  if (list !== from.list) return to.index;
  return from.indexes.reduce((gap, index) => (index <= gap ? gap + 1 : gap), to.index);
}

/** Posts that are apart come together when they are dropped, so they always move. */
export function isUnmoved({ from, to }: PendingMove): boolean {
  return from.list === to.list && from.indexes.every((index, i) => index === to.index + i);
}

/** Moves one step by key, within the list's bounds. */
export function stepMove(
  pendingMove: PendingMove,
  lists: Lists,
  direction: 'up' | 'down' | 'staging' | 'live',
): PendingMove {
  const { from, to } = pendingMove;
  const maxIndexIn = (list: ListName) => lists[list].length - (list === from.list ? from.indexes.length : 0);
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
