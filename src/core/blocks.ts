/** Blocks and unblocks a post of one feed, and notes how the takedown ended. */
import { shorten } from './feed/plainText.ts';
import {
  type Block,
  type BlockedPost,
  type ChangeOrigin,
  type FeedState,
  type TakedownReport,
  updateOnAir,
} from './feedState.ts';
import { isSeen } from './guard.ts';

export function block(feed: FeedState, itemId: string, reason: string | null, origin: ChangeOrigin): FeedState {
  if (feed.blocks.some((known) => known.itemId === itemId)) return feed;
  const wasOnAir = feed.onAir.items.some((item) => item.id === itemId);
  // Of an unknown list, any post may be on screen until graphics get the next one, which begins at this revision.
  const offAirRevision = feed.loss === 'list' ? feed.onAir.revision : wasOnAir ? feed.onAir.revision + 1 : 0;
  const post = describeBlocked(feed, itemId);
  const blocks = [...feed.blocks, { itemId, post, reason, since: origin.at, by: origin.by, offAirRevision }];
  return updateOnAir({ ...feed, blocks }, origin);
}

/** `seenText`: the text that the operator saw, as `isSeen` compares it. Only the list behind the gate goes on air now. */
export function unblock(
  feed: FeedState,
  itemId: string,
  seenText: string | null,
  origin: ChangeOrigin,
): FeedState | 'textChanged' {
  const blocks = feed.blocks.filter((known) => known.itemId !== itemId);
  if (blocks.length === feed.blocks.length) return feed;
  const item = feed.base.items.find(({ id }) => id === itemId);
  if (item !== undefined && !isSeen(seenText, item)) return 'textChanged';
  return updateOnAir({ ...feed, blocks }, origin);
}

/** Characters of a blocked post's message that are kept with the block. */
const keptMessageLength = 200;

function describeBlocked({ onAir, base, beforeClear, live }: FeedState, itemId: string): BlockedPost | null {
  for (const list of [onAir, base, beforeClear, live]) {
    const item = list?.items.find(({ id }) => id === itemId);
    if (item === undefined) continue;
    const { fullName, username, source, message } = item;
    return { fullName, username, source, message: shorten(message, keptMessageLength) };
  }
  return null;
}

/** A confirmed takedown stays as it is. */
export function reportTakedown(
  feed: FeedState,
  itemId: string,
  blockedAt: string,
  takedown: TakedownReport,
): FeedState {
  const isOpen = (block: Block): boolean =>
    block.itemId === itemId && block.since === blockedAt && block.takedown?.confirmed == null;
  if (!feed.blocks.some(isOpen)) return feed;
  return { ...feed, blocks: feed.blocks.map((block) => (isOpen(block) ? { ...block, takedown } : block)) };
}
