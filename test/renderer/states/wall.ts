/** The wall of all feeds: few feeds that each need another key, and the most that fit. */
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { describeProblem } from '../../../src/core/problem.ts';
import { ago, at } from './posts.ts';
import { baseFeed, baseState, type Scene, scenes } from './show.ts';

const [main = baseFeed, studio = baseFeed, foyer = baseFeed] = scenes.following.state.feeds;
const [block] = baseFeed.blocked;

const held: DeskFeed = {
  ...main,
  ...{ gate: 'held', gateBy: 'Ines Halvorsen', gateSince: ago(4), onAirSince: ago(95) },
  pending: { ...main.pending, added: ['chidi', 'luca'], removed: ['aoife'] },
};
const alarmed: DeskFeed = {
  ...studio,
  blocked: block === undefined ? [] : [{ ...block, since: ago(9), waitingFor: waitingFor(studio) }],
  consumers: studio.consumers.map((consumer, index) =>
    index === 1 ? { ...consumer, state: 'behind' as const, behindSince: ago(9), confirmedRevision: 127 } : consumer,
  ),
};
const cleared: DeskFeed = {
  ...studio,
  ...{ slug: 'outdoor', gate: 'cleared', gateBy: 'Marit Lund', gateSince: ago(20), onAirSince: ago(20) },
  counts: { ...studio.counts, onAir: 0 },
  beforeClear: { revision: 127, posts: 12 },
};
const restored: DeskFeed = { ...studio, slug: 'harbour-screens', restored: true, gateSince: at('20:30:00') };
const late: DeskFeed = { ...studio, slug: 'night-ferry', freshness: 'stale', confirmedAgeMs: 42_000 };

function waitingFor({ consumers }: DeskFeed): DeskFeed['blocked'][number]['waitingFor'] {
  return consumers.slice(1, 2).map(({ id, name }) => ({ id, name, program: null, canConfirm: true }));
}

const few = [held, alarmed, cleared, restored, late, foyer];

export function wallScene(count: number): Scene {
  const feeds = Array.from({ length: count }, (_, index) => {
    const feed = few[index % few.length] ?? main;
    return index < few.length ? feed : { ...feed, slug: `${feed.slug}-${Math.floor(index / few.length) + 1}` };
  });
  const about = 'feed:harbour-screens';
  const problems = [describeProblem('FEED_RESTORED', about, at('20:30:00'), { feed: 'harbour-screens' })];
  return { ...scenes.following, state: { ...baseState, feeds, problems } };
}
