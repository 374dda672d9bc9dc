/** Indexes a feed by post id; each part is computed again only when its input changes. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskFeed, FeedLists } from '../../contract/deskState.ts';
import { type GuardRules, matchGuard, versionOf } from '../../core/guard.ts';
import { findEdited, memoiseByIdentity, memoiseLast } from './memoise.ts';

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
  readonly onAir: ReadonlyMap<string, number>;
  readonly liveItems: ItemLookup;
  readonly stagingItems: ItemLookup;
  /** Posts whose on-air version is no longer in live: edited or removed there. */
  readonly onAirOnlyItems: ItemLookup;
  readonly nextId: string | null;
};

export type ItemLookup = Pick<ReadonlyMap<string, DeskItem>, 'get' | 'has'>;

export const emptyListsOf = (slug: string): FeedLists => ({
  slug,
  staging: [],
  live: [],
  onAir: [],
  onAirOnly: [],
  keptOff: [],
  onAirSince: '',
});

export const idOf = ({ id }: DeskItem): string => id;

const indexesByList = new WeakMap<readonly DeskItem[], ReadonlyMap<string, number>>();

function indexesOf(items: readonly DeskItem[]): ReadonlyMap<string, number> {
  let indexes = indexesByList.get(items);
  if (indexes === undefined) {
    indexes = new Map(items.map(({ id }, index) => [id, index]));
    indexesByList.set(items, indexes);
  }
  return indexes;
}

/** The indexes of the edited posts; `null` when posts came, went or moved. After edits alone, the list is not indexed again. */
export function shareIndexes(before: readonly DeskItem[], after: readonly DeskItem[]): readonly number[] | null {
  const edited = findEdited(before, after, idOf);
  const indexes = indexesByList.get(before);
  if (edited !== null && indexes !== undefined) indexesByList.set(after, indexes);
  return edited;
}

/** Indexes the list when it is first used. */
export const itemsById = memoiseByIdentity((items: readonly DeskItem[]): ItemLookup => {
  const find = (id: string): DeskItem | undefined => items[indexesOf(items).get(id) ?? -1];
  return { get: find, has: (id) => find(id) !== undefined };
});

const idsOf = memoiseByIdentity((ids: readonly string[]): ReadonlySet<string> => new Set(ids));

/** Positions count from 1. */
export const positionsOf = memoiseByIdentity(
  (ids: readonly string[]): ReadonlyMap<string, number> => new Map(ids.map((id, index) => [id, index + 1])),
);

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
