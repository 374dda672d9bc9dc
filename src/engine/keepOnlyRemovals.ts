/** Reduces a change to what may be announced even if the disk fails (decisions 4 and 20): its removals from air, the play head and takedowns. */
import { isSameList } from '../core/compare.ts';
import { type FeedState, updateOnAir, visibleItems } from '../core/feedState.ts';
import type { ShowState } from '../core/show.ts';

/**
 * Returns `before` without the posts that are off air in `after`, or `before` itself if none leaves. Posts that `after` no longer has in live leave
 * only live. If that would leave a feed empty on air although `after` has posts for it, returns that feed as in `after` if the service replaced its
 * list, and else as it was. No consumer then sees a blank.
 */
export function keepOnlyRemovals(before: ShowState, after: ShowState): ShowState {
  return reduceFeeds(before, after, keepFeedRemovals);
}

/** The same, and the play head moves and takedowns are confirmed too if nothing else of the feed changed. */
export function keepRemovalsAndPlayHead(before: ShowState, after: ShowState): ShowState {
  return reduceFeeds(before, after, (feed, wanted) => {
    const isSameOnAir = isSameFeed({ ...wanted, playHead: feed.playHead, blocks: feed.blocks }, feed);
    return isSameOnAir && hasSameBlocks(feed, wanted) ? wanted : keepFeedRemovals(feed, wanted);
  });
}

/** Whether the blocks differ only in how their takedowns went on. */
function hasSameBlocks({ blocks }: FeedState, wanted: FeedState): boolean {
  return (
    blocks.length === wanted.blocks.length &&
    blocks.every(({ itemId, since }, index) => {
      const other = wanted.blocks[index];
      return other?.itemId === itemId && other.since === since;
    })
  );
}

function isSameFeed(a: FeedState, b: FeedState): boolean {
  return (Object.keys(a) as (keyof FeedState)[]).every((key) => a[key] === b[key]);
}

function reduceFeeds(
  before: ShowState,
  after: ShowState,
  reduce: (feed: FeedState, wanted: FeedState) => FeedState,
): ShowState {
  const feeds = before.feeds.map((feed) => {
    const wanted = after.feeds.find((other) => other.slug === feed.slug);
    return wanted === undefined || wanted === feed ? feed : reduce(feed, wanted);
  });
  return feeds.every((feed, index) => feed === before.feeds[index]) ? before : { ...before, feeds };
}

function keepFeedRemovals(feed: FeedState, wanted: FeedState): FeedState {
  const remainingIds = new Set(wanted.onAir.items.map((item) => item.id));
  const items = feed.onAir.items.filter((item) => remainingIds.has(item.id));
  const live = keepInLive(feed.live, wanted.live);
  // A held feed then knows which posts Take removals takes off.
  if (isSameList(items, feed.onAir.items)) return live === feed.live ? feed : { ...feed, live };
  if (items.length === 0 && wanted.onAir.items.length > 0) return isReplacedByService(feed, wanted) ? wanted : feed;
  const wantedIds = new Set(wanted.base.items.map((item) => item.id));
  const shown = new Set(visibleItems(wanted, feed.base.items));
  // Posts that are only blocked or guarded stay in the base, so that they can come back.
  const base = feed.base.items.filter(
    (item) => remainingIds.has(item.id) || (wantedIds.has(item.id) && !shown.has(item)),
  );
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
      hold: wanted.hold,
      beforeClear: wanted.beforeClear,
      isRestored: wanted.isRestored,
      hasChangedSinceRestart: wanted.hasChangedSinceRestart,
      changedAtStart: wanted.changedAtStart,
      startDoubt: wanted.startDoubt,
      loss: wanted.loss,
    }),
    base: { ...feed.base, items: base },
    live,
  };
  const { cause, by, verb, about, since } = wanted.onAir;
  return updateOnAir(reduced, { cause, by, verb, about, at: since });
}

/** A post that the service took off live waits for nothing. The others wait until the whole list is saved. */
function keepInLive(live: FeedState['live'], wanted: FeedState['live']): FeedState['live'] {
  if (live.items === wanted.items || live.header?.id !== wanted.header?.id) return live;
  const wantedIds = new Set(wanted.items.map(({ id }) => id));
  const items = live.items.filter(({ id }) => wantedIds.has(id));
  return items.length === live.items.length ? live : { ...live, items, version: live.version + 1 };
}

/** Whether the wanted list is the service’s newest of the collection on air. A list that an operator chooses takes nothing down, so it can wait. */
function isReplacedByService(feed: FeedState, { onAir, base, live }: FeedState): boolean {
  return onAir.header?.id === feed.onAir.header?.id && isSameList(base.items, live.items);
}
