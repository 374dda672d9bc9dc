/** Indexes a feed by post id; each part is computed again only when its input changes. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskFeed, FeedLists } from '../../contract/deskState.ts';
import { type GuardRules, matchGuard, versionOf } from '../../core/guard.ts';
import { createIdSearch } from '../../core/idSearch.ts';
import { memoiseByIdentity, memoiseLast } from './memoise.ts';

export type FeedIndex = {
  readonly feed: DeskFeed;
  readonly lists: FeedLists;
  readonly blocked: ReadonlyMap<string, DeskFeed['blocked'][number]>;
  /** The guarded word or author that keeps a post off air. */
  readonly guarded: ReadonlyMap<string, string>;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
  readonly edited: ReadonlyMap<string, readonly string[]>;
  readonly used: ReadonlySet<string>;
  /** Position on air, counted from 1. */
  readonly onAir: Lookup<number>;
  readonly liveItems: ItemLookup;
  readonly stagingItems: ItemLookup;
  /** Posts whose on-air version is no longer in live: edited or removed there. */
  readonly onAirOnlyItems: ItemLookup;
  /** Posts kept off air that live has in another version, or with a newer picture. */
  readonly otherInLive: ReadonlySet<string>;
  readonly nextId: string | null;
};

type Lookup<Value> = Pick<ReadonlyMap<string, Value>, 'get' | 'has'>;

export type ItemLookup = Lookup<DeskItem>;

export const emptyListsOf = (slug: string): FeedLists => ({
  slug,
  staging: [],
  live: [],
  onAir: [],
  onAirOnly: [],
  keptOff: [],
  otherInLive: [],
  onAirSince: '',
});

export const idOf = ({ id }: DeskItem): string => id;

/** Most lists are searched for few posts before the next one arrives, so they are not indexed. */
export const itemsById = memoiseByIdentity((items: readonly DeskItem[]): ItemLookup => {
  const search = createIdSearch(items);
  return { get: (id) => items[search(id)], has: (id) => search(id) >= 0 };
});

const idsOf = memoiseByIdentity((ids: readonly string[]): ReadonlySet<string> => new Set(ids));

/** Positions count from 1. */
export const positionsOf = memoiseByIdentity((ids: readonly string[]): Lookup<number> => {
  const search = createIdSearch(ids);
  return { get: (id) => search(id) + 1 || undefined, has: (id) => search(id) >= 0 };
});

/** The posts on air in order, each in its on-air version. Most have the order of live, which saves a look-up. */
export function findOnAirPosts({ live, onAir, onAirOnly }: FeedLists): readonly (DeskItem | undefined)[] {
  let next = 0;
  return onAir.map((id) => {
    if (live[next]?.id !== id && live[next + 1]?.id === id) next += 1;
    const post = live[next]?.id === id ? live[next++] : itemsById(live).get(id);
    return onAirOnly.length === 0 ? post : (itemsById(onAirOnly).get(id) ?? post);
  });
}

const blocksById = memoiseByIdentity(
  (blocked: DeskFeed['blocked']): FeedIndex['blocked'] => new Map(blocked.map((block) => [block.itemId, block])),
);

const editsById = memoiseByIdentity(
  (edits: DeskFeed['pending']['edited']): FeedIndex['edited'] => new Map(edits.map(({ id, fields }) => [id, fields])),
);

export function indexFeed(feed: DeskFeed, lists: FeedLists): FeedIndex {
  const used = idsOf(feed.playHead.used);
  return {
    feed,
    lists,
    blocked: blocksById(feed.blocked),
    guarded: guardRulesOf(feed.guarded, feed.guards, lists.staging),
    added: idsOf(feed.pending.added),
    removed: idsOf(feed.pending.removed),
    edited: editsById(feed.pending.edited),
    used,
    onAir: positionsOf(lists.onAir),
    liveItems: itemsById(lists.live),
    stagingItems: itemsById(lists.staging),
    onAirOnlyItems: itemsById(lists.onAirOnly),
    otherInLive: idsOf(lists.otherInLive),
    nextId: feed.playHead.nextItemId,
  };
}

/** A row for a blocked post that is in no list any more: the block keeps its name and text. */
const goneItemOf = memoiseByIdentity(({ itemId, post }: DeskFeed['blocked'][number]): DeskItem | undefined =>
  post === null
    ? undefined
    : { ...post, id: itemId, avatarUrl: null, media: [], publishedAt: '', lastModifiedDate: '', mark: null },
);

/** A post of the feed: from a list, or as it was when it was blocked if it is in no list any more. */
export function findPost(index: FeedIndex, id: string): DeskItem | undefined {
  const { liveItems, stagingItems, onAirOnlyItems, blocked } = index;
  const listed = liveItems.get(id) ?? onAirOnlyItems.get(id) ?? stagingItems.get(id);
  if (listed !== undefined) return listed;
  const block = blocked.get(id);
  return block === undefined ? undefined : goneItemOf(block);
}

/** Identifies the version of a post that an allow puts on air; the engine looks for the post in the same order. */
export function seenTextOf(index: FeedIndex, item: DeskItem): string {
  return versionOf(findPost(index, item.id) ?? item);
}

/** A post that a block or a guard keeps off air, in the version of the list behind the gate. */
export function findKeptOff({ lists }: FeedIndex, id: string): DeskItem | undefined {
  return itemsById(lists.keptOff).get(id);
}

/** Identifies the version that an unblock puts on air now. */
export function keptOffTextOf(index: FeedIndex, item: DeskItem): string {
  const keptOff = findKeptOff(index, item.id);
  return keptOff === undefined ? seenTextOf(index, item) : versionOf(keptOff);
}

/** Those of these posts that are on air, in on-air order and in their on-air version. */
export function onAirItems(
  { onAir, onAirOnlyItems, liveItems }: FeedIndex,
  ids: readonly string[],
): readonly DeskItem[] {
  return ids
    .filter((id) => onAir.has(id))
    .sort((a, b) => (onAir.get(a) ?? 0) - (onAir.get(b) ?? 0))
    .flatMap((id) => onAirOnlyItems.get(id) ?? liveItems.get(id) ?? []);
}

/** The guards as the engine applies them: an allowed post goes on air with the allowed text only. */
export const rulesOf = memoiseByIdentity(
  (guards: DeskFeed['guards']): GuardRules => ({ ...guards, allowed: guards.passes }),
);

/** The guard that each post matches, by post id. The engine matches live; staging is matched here, only as a warning. */
const guardRulesOf = memoiseLast(
  (guarded: DeskFeed['guarded'], guards: DeskFeed['guards'], staging: readonly DeskItem[]) => {
    const found = new Map(guarded.map(({ itemId, rule }) => [itemId, rule]));
    if (guards.words.length === 0 && guards.authors.length === 0) return found;
    for (const item of staging) {
      const hit = matchGuard(rulesOf(guards), item);
      if (hit !== null) found.set(item.id, hit.rule);
    }
    return found;
  },
);
