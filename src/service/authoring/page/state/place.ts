/** Where a post stands, and where it would go: the arithmetic of moving within and between the two lists. */
import type { ContentItem } from '../../../document.ts';
import type { ListName } from '../../../store/stored.ts';

export type Lists = { readonly staging: readonly ContentItem[]; readonly live: readonly ContentItem[] };

export type Place = { readonly list: ListName; readonly index: number };

/** A post picked up, by pointer or by key, and the place it would go to. */
export type Hand = { readonly itemId: string; readonly from: Place; readonly to: Place };

export function findItem(lists: Lists, itemId: string): (Place & { readonly item: ContentItem }) | null {
  for (const list of ['staging', 'live'] as const) {
    const index = lists[list].findIndex((item) => item.id === itemId);
    const item = lists[list][index];
    if (item !== undefined) return { list, index, item };
  }
  return null;
}

/** The list's ids with the post at the index, counted as the list is once the post is taken out. */
export function orderWith(items: readonly ContentItem[], itemId: string, index: number): readonly string[] {
  const others = items.map((item) => item.id).filter((id) => id !== itemId);
  return others.toSpliced(Math.max(0, Math.min(index, others.length)), 0, itemId);
}

/** The hand over the gap before row `gap` of a list: a gap below the post's own row counts one less. */
export function overGap(hand: Hand, list: ListName, gap: number): Hand {
  const isBelowItself = list === hand.from.list && gap > hand.from.index;
  return { ...hand, to: { list, index: isBelowItself ? gap - 1 : gap } };
}

/** The row before which the line is drawn, or null when the post would stay where it is. */
export function gapOf(hand: Hand, list: ListName): number | null {
  if (hand.to.list !== list || isAtHome(hand)) return null;
  return list === hand.from.list && hand.to.index >= hand.from.index ? hand.to.index + 1 : hand.to.index;
}

export function isAtHome({ from, to }: Hand): boolean {
  return from.list === to.list && from.index === to.index;
}

/** One step by key; the place stays within the list. */
export function step(hand: Hand, lists: Lists, direction: 'up' | 'down' | 'staging' | 'live'): Hand {
  const lengthOf = (list: ListName) => lists[list].length - (list === hand.from.list ? 1 : 0);
  switch (direction) {
    case 'up':
      return { ...hand, to: { ...hand.to, index: Math.max(0, hand.to.index - 1) } };
    case 'down':
      return { ...hand, to: { ...hand.to, index: Math.min(lengthOf(hand.to.list), hand.to.index + 1) } };
    case 'staging':
    case 'live':
      return { ...hand, to: { list: direction, index: Math.min(hand.to.index, lengthOf(direction)) } };
    default:
      return direction satisfies never;
  }
}

export const listWords: Readonly<Record<ListName, string>> = { staging: 'staging', live: 'live' };
