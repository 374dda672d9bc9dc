/** Indexes a feed by post id, once per state received. */
import type { DeskItem } from '../../contract/deskItem.ts';
import type { DeskFeed, FeedLists } from '../../contract/deskState.ts';
import { type Guards, matchGuard } from '../../core/guard.ts';

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
  readonly liveItems: ReadonlyMap<string, DeskItem>;
  readonly stagingItems: ReadonlyMap<string, DeskItem>;
  /** Posts on air in a version that live no longer has, because they were edited there or left it. */
  readonly onAirOnlyItems: ReadonlyMap<string, DeskItem>;
  readonly nextId: string | null;
};

export const emptyListsOf = (slug: string): FeedLists => ({
  slug,
  staging: [],
  live: [],
  onAir: [],
  onAirOnly: [],
  onAirSince: '',
});

export function indexFeed(feed: DeskFeed, lists: FeedLists): FeedIndex {
  const used = new Set(feed.playHead.used);
  const indexById = (items: readonly DeskItem[]) => new Map(items.map((item) => [item.id, item]));
  return {
    feed,
    lists,
    blocked: new Map(feed.blocked.map((block) => [block.itemId, block])),
    guarded: guardRulesOf(feed, lists),
    added: new Set(feed.pending.added),
    removed: new Set(feed.pending.removed),
    edited: new Map(feed.pending.edited.map((edit) => [edit.id, edit.fields])),
    used,
    onAir: new Map(lists.onAir.map((id, index) => [id, index + 1])),
    liveItems: indexById(lists.live),
    stagingItems: indexById(lists.staging),
    onAirOnlyItems: indexById(lists.onAirOnly),
    nextId: findNextId(feed, lists.onAir, used),
  };
}

/** The posts on air, in order and in their on-air version. */
export function onAirItems({ lists, onAirOnlyItems, liveItems }: FeedIndex): readonly DeskItem[] {
  return lists.onAir.flatMap((id) => onAirOnlyItems.get(id) ?? liveItems.get(id) ?? []);
}

/** The guard that each post matches, by post id. The engine matches live; staging is matched here, only as a warning. */
function guardRulesOf(feed: DeskFeed, lists: FeedLists): ReadonlyMap<string, string> {
  const found = new Map(feed.guarded.map(({ itemId, rule }) => [itemId, rule]));
  if (feed.guards.words.length === 0 && feed.guards.authors.length === 0) return found;
  const guards: Guards = feed.guards;
  for (const item of lists.staging) {
    const hit = matchGuard(guards, item);
    if (hit !== null) found.set(item.id, hit.rule);
  }
  return found;
}

function findNextId(feed: DeskFeed, onAir: readonly string[], used: ReadonlySet<string>): string | null {
  const { index, loop, skipUsed } = feed.playHead;
  if (index === null || onAir.length < 2) return null;
  const isEligible = skipUsed && onAir.some((id) => !used.has(id)) ? (id: string) => !used.has(id) : () => true;
  for (let step = 1; step < onAir.length; step += 1) {
    const nextIndex = index + step;
    if (nextIndex >= onAir.length && !loop) return null;
    const id = onAir[nextIndex % onAir.length];
    if (id !== undefined && isEligible(id)) return id;
  }
  return null;
}
