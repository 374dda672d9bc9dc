/** Gives every time of the show the value that a clock which was set during the show would have shown. */
import type { FeedState } from './feedState.ts';
import { withSince } from './problem.ts';
import type { ShowState } from './show.ts';
import type { Mark, Snapshot } from './snapshot.ts';
import { shiftTime, shiftTimeOrNull } from './time.ts';

/** The show with all times moved by `byMs`, so that their ages stay true; with `isSavedOnly`, of what is saved. The service’s own dates stay. */
export function shiftShow(state: ShowState, byMs: number, isSavedOnly: boolean): ShowState {
  const shift = (time: string): string => shiftTime(time, byMs);
  const shiftOrNull = (time: string | null): string | null => shiftTimeOrNull(time, byMs);
  const { source } = state;
  const shiftFeeds = (feeds: readonly FeedState[]): readonly FeedState[] =>
    feeds.length === 0 ? feeds : feeds.map((feed) => shiftFeed(feed, byMs));
  const confirmations = Object.entries(source.confirmations).map(
    ([id, known]) => [id, { ...known, confirmedAt: shiftOrNull(known.confirmedAt) }] as const,
  );
  const collections = Object.entries(state.collections).map(([id, known]) => [id, shiftSnapshot(known, byMs)] as const);
  const saved = {
    ...state,
    collections: Object.fromEntries(collections),
    feeds: shiftFeeds(state.feeds),
    removedFeeds: shiftFeeds(state.removedFeeds),
  };
  if (isSavedOnly) return saved;
  return {
    ...saved,
    source: {
      ...source,
      lastConfirmedAt: shiftOrNull(source.lastConfirmedAt),
      nextCheckAt: shiftOrNull(source.nextCheckAt),
      confirmations: Object.fromEntries(confirmations),
    },
    problems: state.problems.map((problem) => withSince(problem, shift(problem.since))),
  };
}

export function shiftFeed(feed: FeedState, byMs: number): FeedState {
  const shift = (time: string): string => shiftTime(time, byMs);
  return {
    ...feed,
    gateSince: shift(feed.gateSince),
    hold: feed.hold === null ? null : { ...feed.hold, since: shift(feed.hold.since) },
    foundRemovedAt: feed.foundRemovedAt === null ? null : shift(feed.foundRemovedAt),
    blocks: feed.blocks.map((block) => {
      const since = shift(block.since);
      const confirmed = block.takedown?.confirmed ?? null;
      if (block.takedown === undefined || confirmed === null) return { ...block, since };
      return { ...block, since, takedown: { ...block.takedown, confirmed: { ...confirmed, at: shift(confirmed.at) } } };
    }),
    onAir: { ...feed.onAir, since: shift(feed.onAir.since) },
    playHead: { ...feed.playHead, since: shift(feed.playHead.since) },
  };
}

function shiftSnapshot(snapshot: Snapshot, byMs: number): Snapshot {
  /** Many posts have the same mark. */
  const shifted = new Map<Mark, Mark>();
  const shiftMark = (mark: Mark): Mark => {
    const known = shifted.get(mark);
    if (known !== undefined) return known;
    const { arrivedAt, editedAt, wentLiveAt } = mark;
    const moved = {
      ...mark,
      arrivedAt: shiftTimeOrNull(arrivedAt, byMs),
      editedAt: shiftTimeOrNull(editedAt, byMs),
      wentLiveAt: shiftTimeOrNull(wentLiveAt, byMs),
    };
    shifted.set(mark, moved);
    return moved;
  };
  const marks = new Map([...snapshot.marks].map(([id, mark]) => [id, shiftMark(mark)]));
  const { acceptedAt, doubtedAt } = snapshot;
  const doubt = doubtedAt === undefined ? {} : { doubtedAt: shiftTime(doubtedAt, byMs) };
  return { ...snapshot, ...doubt, acceptedAt: shiftTime(acceptedAt, byMs), marks };
}
