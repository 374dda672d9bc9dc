/** The longest list the desk supports, for scrolling tests. */
import type { FeedLists } from '../../../src/contract/deskState.ts';
import { ago, marked, posts as p } from './posts.ts';
import { baseFeed, baseLists, makeScene, type Scene } from './show.ts';

/** The scene with another first post on air, which belongs to its revision. */
export function changeFirstPost({ state, lists }: Scene, revision: number): Scene {
  const [feed = baseFeed, ...others] = state.feeds;
  const first = { ...p.luca, id: `change-${revision}`, fullName: `Change ${revision}`, media: [] };
  const live = [first, ...lists.live.slice(0, 9999)];
  return {
    state: { ...state, sequence: state.sequence + 1, feeds: [{ ...feed, revision }, ...others] },
    lists: { ...lists, live, onAir: live.map(({ id }) => id) },
  };
}

/** A few posts, all on air, with `added` posts above them. */
export function shortList(count: number, added: number): Scene {
  const nameOf = (index: number): string => (index < added ? `Added ${index}` : `Post ${index - added}`);
  const live = Array.from({ length: added + count }, (_, index) => ({
    ...p.mira,
    id: nameOf(index),
    fullName: nameOf(index),
  }));
  const counts = { staging: 8, live: live.length, onAir: live.length, consumers: 4, lostConsumers: 0 };
  const playHead = { ...baseFeed.playHead, itemId: 'Post 0' };
  return makeScene({ counts, blocked: [], playHead }, { live, onAir: live.map((item) => item.id) }, {});
}

/** Forty posts in staging, more than fit, with `added` new posts above them, the newest first. */
export function longStaging(added: number): FeedLists {
  const newest = Array.from({ length: added }, (_, index) => `Added ${added - index}`);
  const others = Array.from({ length: 40 }, (_, index) => `Post ${index}`);
  const staging = [...newest, ...others].map((name) =>
    marked({ ...p.chidi, id: name, fullName: name }, newest.includes(name) ? { arrivedAt: ago(2) } : {}),
  );
  return { ...baseLists, staging };
}

/** The first posts of staging have gone live, above all others. */
export function goneLive({ state, lists }: Scene, count: number): Scene {
  const [feed = baseFeed, ...others] = state.feeds;
  const gone = lists.staging.slice(0, count);
  const staging = lists.staging.slice(count);
  const live = [...gone, ...lists.live];
  const onAir = [...gone.map(({ id }) => id), ...lists.onAir];
  const counts = { ...feed.counts, staging: staging.length, live: live.length, onAir: onAir.length };
  return {
    state: { ...state, feeds: [{ ...feed, revision: 129, counts }, ...others] },
    lists: { ...lists, staging, live, onAir },
  };
}

/** Ten thousand posts, all on air. */
export function tenThousand(): Scene {
  const live = Array.from({ length: 10_000 }, (_, index) => ({
    ...p.mira,
    id: `post-${index}`,
    fullName: `Post ${index}`,
    media: index % 3 === 0 ? p.priya.media : [],
  }));
  return makeScene(
    {
      counts: { staging: 8, live: 10_000, onAir: 10_000, consumers: 4, lostConsumers: 0 },
      blocked: [],
      playHead: { ...baseFeed.playHead, itemId: 'post-1' },
    },
    { live, onAir: live.map((item) => item.id) },
    {},
  );
}
