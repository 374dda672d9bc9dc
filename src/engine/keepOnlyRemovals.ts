/** Reduces a change to its removals from air, which may be announced even if the disk fails. */
import { isSameList } from '../core/compare.ts';
import { type FeedState, updateOnAir } from '../core/feedState.ts';
import type { ShowState } from '../core/show.ts';

/**
 * Returns `before` without the posts that are off air in `after`, or `before` itself if none leaves air. If that would leave a
 * feed empty although `after` has posts for it, returns that feed as in `after`. No consumer then sees a blank.
 */
export function keepOnlyRemovals(before: ShowState, after: ShowState): ShowState {
  const feeds = before.feeds.map((feed) => {
    const wanted = after.feeds.find((other) => other.slug === feed.slug);
    return wanted === undefined ? feed : keepFeedRemovals(feed, wanted);
  });
  return feeds.every((feed, index) => feed === before.feeds[index]) ? before : { ...before, feeds };
}

function keepFeedRemovals(feed: FeedState, wanted: FeedState): FeedState {
  const remainingIds = new Set(wanted.onAir.items.map((item) => item.id));
  const items = feed.onAir.items.filter((item) => remainingIds.has(item.id));
  if (isSameList(items, feed.onAir.items)) return feed;
  // A completely replaced list would leave a blank, so the new one goes on air unsaved.
  if (items.length === 0 && wanted.onAir.items.length > 0) return wanted;
  // Keeps the parts of the action that take posts off air: a clear's gate, the blocks and the guards.
  const isCleared = wanted.gate === 'cleared';
  const reduced: FeedState = {
    ...feed,
    blocks: wanted.blocks,
    guards: wanted.guards,
    ...(isCleared && {
      gate: wanted.gate,
      gateBy: wanted.gateBy,
      gateSince: wanted.gateSince,
      beforeClear: wanted.beforeClear,
    }),
    base: { ...feed.base, items: feed.base.items.filter((item) => remainingIds.has(item.id)) },
  };
  const { cause, by, verb, about, since } = wanted.onAir;
  return updateOnAir(reduced, { cause, by, verb, about, at: since });
}
