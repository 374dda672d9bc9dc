/** How far the as-run log has followed each feed, in counts: times cannot say what came first, because the clock can be set. */
import { shiftFeed } from '../../core/clockSet.ts';
import type { FeedState } from '../../core/feedState.ts';
import type { PastFeeds } from '../show/readBatches.ts';

export type AirPosition = Pick<FeedState['onAir'], 'revision'> & Pick<FeedState['playHead'], 'moves'>;

export function positionOf({ onAir, playHead }: FeedState): AirPosition {
  return { revision: onAir.revision, moves: playHead.moves };
}

/** Whether the feed has changed since the position; `undefined` before all changes. */
export function isAfter(feed: FeedState, position: AirPosition | undefined): boolean {
  if (position === undefined) return true;
  const { revision, moves } = positionOf(feed);
  return revision > position.revision || (revision === position.revision && moves > position.moves);
}

/** Returns the states, oldest first, with the times that the clock would have shown as it was set at the last one. */
export function onLastClock(past: readonly PastFeeds[]): readonly PastFeeds[] {
  const shifted: PastFeeds[] = [];
  let byMs = 0;
  let next: PastFeeds | null = null;
  for (const state of past.toReversed()) {
    byMs += next === null ? 0 : findStepMs(state, next);
    shifted.push(byMs === 0 ? state : { feeds: state.feeds.map((feed) => shiftFeed(feed, byMs)) });
    next = state;
  }
  return shifted.toReversed();
}

/** By how much the clock was set between two states: what did not change has another time then. */
function findStepMs(before: PastFeeds, after: PastFeeds): number {
  for (const feed of after.feeds) {
    const known = before.feeds.find(({ slug }) => slug === feed.slug);
    if (known === undefined || known === feed) continue;
    const [from, to] = [positionOf(known), positionOf(feed)];
    if (from.revision === to.revision) return Date.parse(feed.onAir.since) - Date.parse(known.onAir.since);
    // Earlier versions did not count the moves.
    if (from.moves === to.moves && to.moves > 0)
      return Date.parse(feed.playHead.since) - Date.parse(known.playHead.since);
  }
  return 0;
}
