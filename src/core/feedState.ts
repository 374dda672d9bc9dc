/** One feed: the gate between live and on air, the operator's blocks and guards, and what a take would change. */
import type { CollectionHeader, Item } from './collection.ts';
import { compareLists, type Difference, isNoDifference, isSameList, noDifference } from './compare.ts';
import { type Deed, noDeed } from './deed.ts';
import { type GuardHit, type Guards, guardHit, noGuards } from './guard.ts';
import { followList, type PlayHead, restingHead } from './playHead.ts';

export type Gate = 'following' | 'held' | 'cleared';

/** A list of the collection that it came from. */
export type HeadedList = { readonly items: readonly Item[]; readonly header: CollectionHeader | null };

export type Block = {
  readonly itemId: string;
  readonly reason: string | null;
  readonly since: string;
  readonly by: string | null;
  /** The revision with which it went off air: what a consumer has to reach before the takedown is proved. 0: it was not on air. */
  readonly offAirRevision: number;
};

/** What changed air last: the service, an operator or a rule (guard, rotation). */
export type Cause = 'service' | 'operator' | 'rule';

export type OnAir = HeadedList &
  Deed & {
    /** +1 each time the items change; never goes back, survives restarts. */
    readonly revision: number;
    readonly since: string;
    readonly cause: Cause;
    /** The operator or client that caused it; null for the service and rules. */
    readonly by: string | null;
  };

export type FeedState = {
  readonly slug: string;
  readonly collectionId: string | null;
  /** The collection that the settings last named; they win over a `point` only when they change. */
  readonly configuredId: string | null;
  /** The service's newest accepted live list; `version` counts those that this feed accepted. */
  readonly live: HeadedList & { readonly version: number };
  /** What the gate lets through before blocks and guards: live, a list that stands, or nothing. */
  readonly base: HeadedList;
  /** What stood before a clear, for `back`; null unless cleared. */
  readonly beforeClear: HeadedList | null;
  readonly gate: Gate;
  readonly gateBy: string | null;
  readonly gateSince: string;
  /** The state is that of before a restart and nobody has looked yet. */
  readonly isRestored: boolean;
  readonly blocks: readonly Block[];
  readonly guards: Guards;
  /** Always `base` less blocks and guards: a blocked post is never on air, in any state. */
  readonly onAir: OnAir;
  readonly playHead: PlayHead;
};

export const noList: HeadedList = { items: [], header: null };

/** A feed that has seen nothing yet. */
export function newFeed(slug: string, at: string): FeedState {
  return {
    slug,
    collectionId: null,
    configuredId: null,
    live: { ...noList, version: 0 },
    base: noList,
    beforeClear: null,
    gate: 'following',
    gateBy: null,
    gateSince: at,
    isRestored: false,
    blocks: [],
    guards: noGuards,
    onAir: { ...noList, revision: 0, since: at, cause: 'service', by: null, ...noDeed },
    playHead: restingHead,
  };
}

/** Who or what asks for a change, what it does, and when (ISO 8601). */
export type Hand = Deed & { readonly cause: Cause; readonly by: string | null; readonly at: string };

/** The list less what is blocked or guarded. */
export function visible(feed: Pick<FeedState, 'blocks' | 'guards'>, items: readonly Item[]): readonly Item[] {
  const blocked = new Set(feed.blocks.map((block) => block.itemId));
  const hasGuards = feed.guards.words.length > 0 || feed.guards.authors.length > 0;
  if (blocked.size === 0 && !hasGuards) return items;
  const shown = items.filter((item) => !blocked.has(item.id) && guardHit(feed.guards, item) === null);
  return shown.length === items.length ? items : shown;
}

/** The feed with on air worked out anew from its base: the only place where a revision is made. */
export function settle(feed: FeedState, hand: Hand): FeedState {
  const items = visible(feed, feed.base.items);
  const before = feed.onAir;
  if (isSameList(before.items, items)) return feed;
  const onAir: OnAir = {
    items,
    header: feed.base.header ?? before.header,
    revision: before.revision + 1,
    since: hand.at,
    cause: hand.cause,
    by: hand.by,
    verb: hand.verb,
    about: hand.about,
  };
  return { ...feed, onAir, playHead: followList(feed.playHead, before.items, items, hand.at) };
}

/** The feed after the service's live list changed. Held and cleared feeds only take note of it. */
export function acceptLive(feed: FeedState, list: HeadedList, hand: Hand): FeedState {
  const isFirst = feed.live.version === 0 || feed.live.header?.id !== list.header?.id;
  if (!isFirst && isSameList(feed.live.items, list.items)) {
    // Only staging or the dates moved on: the same version of live, under its newest header.
    return { ...feed, live: { ...feed.live, header: list.header } };
  }
  const live = { ...list, version: feed.live.version + 1 };
  const noted = { ...feed, live };
  return feed.gate === 'following' ? settle({ ...noted, base: list }, hand) : noted;
}

/** The feed under another gate and base; where both are so already, whoever turned it and when stays as it is. */
export function turnGate(feed: FeedState, gate: Gate, base: HeadedList, hand: Hand): FeedState {
  const isSameBase = feed.base.header?.id === base.header?.id && isSameList(feed.base.items, base.items);
  if (feed.gate === gate && isSameBase) return seen(feed);
  const turned: FeedState = {
    ...feed,
    gate,
    base,
    beforeClear: gate === 'cleared' ? feed.beforeClear : null,
    gateBy: hand.by,
    gateSince: hand.at,
    isRestored: false,
  };
  return settle(turned, hand);
}

/** The feed without the mark of a restart: somebody has looked. */
export function seen(feed: FeedState): FeedState {
  return feed.isRestored ? { ...feed, isRestored: false } : feed;
}

/** What just left live, taken off the standing list; everything else of it stays as it is. */
export function withoutRemoved(list: HeadedList, live: readonly Item[]): HeadedList {
  const ids = new Set(live.map((item) => item.id));
  const items = list.items.filter((item) => ids.has(item.id));
  return items.length === list.items.length ? list : { ...list, items };
}

const pendingMemo = new WeakMap<FeedState, Difference>();

/** Live minus on air: what a take would change, blocked posts left out, guarded ones named all the same. */
export function pendingOf(feed: FeedState): Difference {
  const known = pendingMemo.get(feed);
  if (known !== undefined) return known;
  const blocked = new Set(feed.blocks.map((block) => block.itemId));
  const unblocked = blocked.size === 0 ? feed.live.items : feed.live.items.filter((item) => !blocked.has(item.id));
  const found = compareLists(feed.onAir.items, unblocked);
  const difference = isNoDifference(found) ? noDifference : found;
  pendingMemo.set(feed, difference);
  return difference;
}

/** The posts of live that a guard holds back now, each with its rule. */
export function guardedOf(feed: FeedState): readonly (GuardHit & { readonly itemId: string })[] {
  const blocked = new Set(feed.blocks.map((block) => block.itemId));
  return feed.live.items.flatMap((item) => {
    const hit = blocked.has(item.id) ? null : guardHit(feed.guards, item);
    return hit === null ? [] : [{ itemId: item.id, ...hit }];
  });
}
