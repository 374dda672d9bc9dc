/** Finds posts that would go on air otherwise than the rows show them: the held list can have other versions, and posts that left live. */
import type { DeskItem } from '../../contract/deskItem.ts';
import { matchGuard, passOf } from '../../core/guard.ts';
import { type FeedIndex, findKeptOff, findPost, rulesOf } from './feedIndex.ts';

export type UnseenPost = {
  /** The version that goes on air. */
  readonly item: DeskItem;
  readonly kind: 'otherText' | 'otherVersion' | 'notLive';
};

/** `item` is a post of the held list that is kept off air; `null` if live has it in the same version. */
export function findUnseen({ liveItems, otherInLive }: FeedIndex, item: DeskItem): UnseenPost | null {
  const live = liveItems.get(item.id);
  if (live === undefined) return { item, kind: 'notLive' };
  if (live.message !== item.message) return { item, kind: 'otherText' };
  return otherInLive.has(item.id) ? { item, kind: 'otherVersion' } : null;
}

/** The version that an unblock puts on air unseen; `null` also if a guard keeps it off. */
export function findUnblockedUnseen(index: FeedIndex, id: string): UnseenPost | null {
  const item = findKeptOff(index, id);
  return item === undefined || matchGuard(rulesOf(index.feed.guards), item) !== null ? null : findUnseen(index, item);
}

/** The version that an allow puts on air unseen. An allow is for the text that the rows show, and no other. */
export function findAllowedUnseen(index: FeedIndex, id: string): UnseenPost | null {
  const item = findKeptOff(index, id);
  const shown = findPost(index, id);
  return item === undefined || shown === undefined || passOf(item) !== passOf(shown) ? null : findUnseen(index, item);
}
