/** Builds the tile of one feed on the wall. */
import type { DeskFeed, DeskState, FeedLists } from '../../contract/deskState.ts';
import { sayAirOf } from '../../core/airOfFeed.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import { compareProblems, type Problem, postIdOf, saysAirIsAffected } from '../../core/problem.ts';
import { formatDuration } from '../../core/time.ts';
import { itemsById } from './feedIndex.ts';
import { type FeedNeed, feedNeedOf } from './feedNeed.ts';
import { gateSetOf } from './gateSet.ts';
import { nameOf } from './words/counts.ts';
import type { Fact } from './words/fact.ts';
import { isOfCollectionOf } from './words/followed.ts';
import { buildDisconnectedFacts, buildStripFacts } from './words/stripFacts.ts';
import { unconfirmedBlocksOf } from './words/takedown.ts';

export type WallTile = {
  readonly gate: Fact;
  readonly source: Fact;
  readonly consumers: Fact;
  /** The current post and its position, or that there is none, or that it is not known. */
  readonly current: string;
  /** The worst problem of this feed; problems of the service are in `source`. */
  readonly trouble: { readonly text: string; readonly isOnAir: boolean } | null;
  /** Who changed it last, for a few seconds. */
  readonly pressed: string | null;
  /** `null` if no key is known to be needed, but something is wrong or the connection is lost. */
  readonly need: FeedNeed | null;
};

type Disconnection = { readonly since: string } | null;

export function buildWallTile(
  state: DeskState,
  feed: DeskFeed,
  lists: FeedLists | undefined,
  disconnection: Disconnection,
  nowMs: number,
): WallTile {
  if (disconnection !== null) {
    const { since } = disconnection;
    const { gate, source, consumers } = buildDisconnectedFacts(feed, since, nowMs - Date.parse(since));
    return { gate, source, consumers, current: say('Current post unknown'), trouble: null, pressed: null, need: null };
  }
  const { gate, source, consumers } = buildStripFacts(state, feed, nowMs);
  const trouble = troubleOf(state, feed, lists);
  const need = feedNeedOf(state, feed);
  return {
    ...{ gate, source, consumers, trouble },
    current: describeCurrent(feed, lists),
    pressed: describePressed(state, feed, nowMs),
    need: need.kind === 'none' && trouble !== null ? null : need,
  };
}

function describeCurrent({ playHead, counts, served }: DeskFeed, lists: FeedLists | undefined): string {
  const { itemId, index } = playHead;
  const count = counts.onAir;
  if (!served) return say('Current post unknown');
  if (itemId === null || index === null || count === 0) return say('No current post');
  const item = lists && (itemsById(lists.onAirOnly).get(itemId) ?? itemsById(lists.live).get(itemId));
  if (item === undefined) return say('Now {position} of {count}', { position: index + 1, count });
  return say('Now {position} of {count}: {name}', { position: index + 1, count, name: nameOf(item) });
}

function troubleOf({ problems }: DeskState, feed: DeskFeed, lists: FeedLists | undefined): WallTile['trouble'] {
  const takedowns = unconfirmedBlocksOf(feed).length;
  if (takedowns > 0) {
    const text = say(
      '{count, plural, one {# blocked post may still be on screen.} other {# blocked posts may still be on screen.}}',
      { count: takedowns },
    );
    return { text, isOnAir: true };
  }
  const subjects = [`feed:${feed.slug}`, feed.slug, `preflight:${feed.slug}`];
  const isOfPost = (problem: Problem): boolean => {
    const itemId = postIdOf(problem);
    return itemId !== null && lists !== undefined && hasPost(lists, itemId);
  };
  const isOfThisFeed = (problem: Problem): boolean =>
    (subjects.includes(problem.about) || isOfCollectionOf(problem, feed) || isOfPost(problem)) &&
    problem.severity !== 'notice';
  const worst = problems.filter(isOfThisFeed).sort(compareProblems)[0];
  return worst === undefined ? null : { text: sayAirOf(worst, feed), isOnAir: saysAirIsAffected(worst) };
}

function hasPost({ live, staging, onAirOnly }: FeedLists, id: string): boolean {
  return [live, staging, onAirOnly].some((items) => itemsById(items).has(id));
}

const pressShownForMs = 10_000;

/** The newest of the changes that an operator made. */
function describePressed({ you }: DeskState, feed: DeskFeed, nowMs: number): string | null {
  const gate = gateSetOf(feed);
  const presses = [
    { by: gate.by, at: gate.since, describe: gateDescriptions[feed.gate] },
    { by: feed.onAirCause === 'operator' ? feed.onAirBy : null, at: feed.onAirSince, describe: describeTaken },
    ...feed.blocked.map(({ by, since }) => ({ by, at: since, describe: describeBlocked })),
  ];
  const [newest] = presses
    .filter(({ by, at }) => by !== null && nowMs - Date.parse(at) < pressShownForMs)
    .sort((a, b) => b.at.localeCompare(a.at));
  if (newest?.by == null) return null;
  const age = formatDuration(nowMs - Date.parse(newest.at));
  return newest.describe({ who: newest.by === you ? say('you||who pressed a key') : isolateName(newest.by), age });
}

type Press = { readonly who: string; readonly age: string };

const gateDescriptions: Readonly<Record<DeskFeed['gate'], (press: Press) => string>> = {
  following: (press) => say('Released by {who} {age} ago', press),
  held: (press) => say('Held by {who} {age} ago', press),
  cleared: (press) => say('Cleared by {who} {age} ago', press),
};
const describeTaken = (press: Press): string => say('On air changed by {who} {age} ago', press);
const describeBlocked = (press: Press): string => say('Post blocked by {who} {age} ago', press);
