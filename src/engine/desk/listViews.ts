/** Views the lists of the feeds for desks. A post keeps its view while nothing about it changes, and a list while none of its posts does. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskView, FeedLists } from '../../contract/deskState.ts';
import type { Item } from '../../core/collection.ts';
import { isSameItem } from '../../core/compare.ts';
import { mediaAddressesOf } from '../../core/feed/publication.ts';
import type { FeedState } from '../../core/feedState.ts';
import { findReplacedAddresses, mediaOfFeed } from '../../core/heldMedia.ts';
import { type ShowState, snapshotOf } from '../../core/show.ts';
import type { Mark, Snapshot } from '../../core/snapshot.ts';
import { runAllSteps, type Steps } from '../../core/steps.ts';
import { viewItem } from './deskView.ts';

export type ListViews = {
  /** The lists of each feed, by its slug. */
  readonly now: (state: ShowState) => DeskView['lists'];
  /** The same, with steps for new posts. They prepare what `now` needs. */
  readonly inSteps: (state: ShowState) => Steps<DeskView['lists']>;
};

/** The view of a list, with what it was made of. */
type ListView = {
  readonly items: readonly Item[];
  readonly marks: readonly (Mark | null)[];
  readonly media: ShowState['media'];
  readonly views: readonly DeskItem[];
};

type FeedView = {
  /** While they are the same, so are the lists. */
  readonly inputs: readonly unknown[];
  readonly staging: ListView;
  readonly live: ListView;
  readonly lists: FeedLists;
};

export function createListViews(): ListViews {
  let last: ReadonlyMap<string, FeedView> = new Map();
  function* inSteps(state: ShowState): Steps<DeskView['lists']> {
    const views = new Map<string, FeedView>();
    for (const feed of state.feeds) views.set(feed.slug, yield* viewLists(state, feed, last.get(feed.slug) ?? null));
    last = views;
    return Object.fromEntries([...views].map(([slug, { lists }]) => [slug, lists]));
  }
  return { inSteps, now: (state) => runAllSteps(inSteps(state)) };
}

function* viewLists(state: ShowState, feed: FeedState, last: FeedView | null): Steps<FeedView> {
  const snapshot = feed.collectionId === null ? null : snapshotOf(state, feed.collectionId);
  const { live, base, onAir } = feed;
  const ownMedia = mediaOfFeed(feed, state);
  const inputs = [snapshot, live.items, base.items, onAir.items, onAir.since, state.media, ownMedia];
  if (last !== null && inputs.every((input, index) => input === last.inputs[index])) return last;
  const marks = snapshot?.marks ?? noMarks;
  const viewed = {
    staging: yield* viewList(snapshot?.collection.staging ?? [], marks, state.media, last?.staging ?? emptyList),
    live: yield* viewList(live.items, marks, state.media, last?.live ?? emptyList),
  };
  const keptOff = findMissing(base.items, onAir.items);
  const replaced = findReplacedAddresses(feed, state);
  const viewHeld = (item: Item): DeskItem => viewItem(item, ownMedia, marks.get(item.id) ?? null);
  const lists = {
    slug: feed.slug,
    staging: viewed.staging.views,
    live: viewed.live.views,
    onAir: keepIds(onAir.items, last?.lists.onAir ?? []),
    onAirOnly: findMissing(onAir.items, live.items, replaced).map(viewHeld),
    keptOff: keptOff.map(viewHeld),
    otherInLive: keepIds(findOther(keptOff, live.items, replaced), last?.lists.otherInLive ?? []),
    onAirSince: onAir.since,
  };
  return { inputs, ...viewed, lists };
}

const noMarks: Snapshot['marks'] = new Map();
const emptyList: ListView = { items: [], marks: [], media: new Map(), views: [] };

/** New posts to view in one step; about two milliseconds. */
const postsPerStep = 1000;
/** The work for a post that was viewed before. With a step for a thousand of them, a desk would wait longest for turns of the event loop. */
const workOfKnownPost = 0.05;

function* viewList(
  items: readonly Item[],
  marksById: Snapshot['marks'],
  media: ShowState['media'],
  last: ListView,
): Steps<ListView> {
  const [marks, views]: [(Mark | null)[], DeskItem[]] = [[], []];
  /** Where the last view is expected to continue. */
  let next = 0;
  let work = 0;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    const mark = marksById.get(item.id) ?? null;
    if (last.items[next] !== item && last.items[next + 1] === item) next += 1;
    const isKnown = last.items[next] === item;
    const kept = isKnown && last.media === media && last.marks[next] === mark ? last.views[next] : undefined;
    if (isKnown) next += 1;
    marks.push(mark);
    views.push(kept ?? viewItem(item, media, mark));
    work += kept === undefined ? 1 : workOfKnownPost;
    if (work < postsPerStep) continue;
    work = 0;
    yield;
  }
  const isSame = views.length === last.views.length && views.every((view, index) => view === last.views[index]);
  return { items, marks, media, views: isSame ? last.views : views };
}

/** The ids of the posts; `ids` if they are the same. */
function keepIds(items: readonly Item[], ids: readonly string[]): readonly string[] {
  const isSame = items.length === ids.length && items.every(({ id }, index) => id === ids[index]);
  return isSame ? ids : items.map(({ id }) => id);
}

/** The posts that live has in another version, or with a newer file at an address where the feed has kept one. */
function findOther(items: readonly Item[], live: readonly Item[], replaced: ReadonlySet<string>): readonly Item[] {
  const missing = new Set(findMissing(items, live));
  const liveItems = new Map((missing.size === 0 ? [] : live).map((item) => [item.id, item]));
  return items.filter((item) => {
    const inLive = missing.has(item) ? liveItems.get(item.id) : item;
    if (inLive === undefined) return false;
    return !isSameItem(inLive, item) || isReplaced(item, replaced);
  });
}

/** The posts that are not in `others` in the same version, or have a file that was replaced. */
function findMissing(items: readonly Item[], others: readonly Item[], replaced = noAddresses): readonly Item[] {
  if (items.length === 0 || (items === others && replaced.size === 0)) return [];
  const known = new Set(others);
  return items.filter((item) => !known.has(item) || isReplaced(item, replaced));
}

const noAddresses: ReadonlySet<string> = new Set();

function isReplaced(item: Item, replaced: ReadonlySet<string>): boolean {
  return replaced.size > 0 && mediaAddressesOf(item).some((url) => replaced.has(url));
}
