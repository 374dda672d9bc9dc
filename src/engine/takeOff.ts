/** What may be announced when the disk takes no writing: the part of a change that takes posts off air. */
import { isSameList } from '../core/compare.ts';
import { type FeedState, settle } from '../core/feedState.ts';
import type { ShowState } from '../core/show.ts';

/**
 * `before`, with off air whatever is off air in `after`. The same `before` when nothing leaves. A feed of which nothing would be
 * left although there is something new is as in `after`: a takedown is obeyed, and nobody sees a blank.
 */
export function keepOnlyRemovals(before: ShowState, after: ShowState): ShowState {
  const feeds = before.feeds.map((feed) => {
    const wanted = after.feeds.find((other) => other.slug === feed.slug);
    return wanted === undefined ? feed : keepFeedRemovals(feed, wanted);
  });
  return feeds.every((feed, place) => feed === before.feeds[place]) ? before : { ...before, feeds };
}

function keepFeedRemovals(feed: FeedState, wanted: FeedState): FeedState {
  const stays = new Set(wanted.onAir.items.map((item) => item.id));
  const items = feed.onAir.items.filter((item) => stays.has(item.id));
  if (isSameList(items, feed.onAir.items)) return feed;
  // A list that is replaced whole would leave a blank behind: then the new one goes on air, though it is not on disk yet.
  if (items.length === 0 && wanted.onAir.items.length > 0) return wanted;
  // What was pressed is kept as far as it takes off: the gate of a clear, the blocks and the guards.
  const isCleared = wanted.gate === 'cleared';
  const held: FeedState = {
    ...feed,
    blocks: wanted.blocks,
    guards: wanted.guards,
    ...(isCleared && {
      gate: wanted.gate,
      gateBy: wanted.gateBy,
      gateSince: wanted.gateSince,
      beforeClear: wanted.beforeClear,
    }),
    base: { ...feed.base, items: feed.base.items.filter((item) => stays.has(item.id)) },
  };
  const { cause, by, verb, about, since } = wanted.onAir;
  return settle(held, { cause, by, verb, about, at: since });
}
