/** State of one feed: its gate between live and on air, its blocks and guards, and its pending changes. */

import { type Action, noAction } from './action.ts';
import type { StartChange } from './changedAtStart.ts';
import type { CollectionHeader, Item } from './collection.ts';
import {
  changedFields,
  compareLists,
  type Difference,
  isEmptyDifference,
  isSameList,
  noDifference,
} from './compare.ts';
import { type GuardMatch, type Guards, isSameGuards, matchGuard, noGuards } from './guard.ts';
import { emptyPlayHead, followList, type PlayHead } from './playHead.ts';
import type { StartDoubt } from './startDoubt.ts';
import { runAllSteps, type Steps } from './steps.ts';

export type Gate = 'following' | 'held' | 'cleared';

/** A list with the header of its collection. */
export type ListWithHeader = { readonly items: readonly Item[]; readonly header: CollectionHeader | null };

export type Block = {
  readonly itemId: string;
  /** The post when it was blocked, because it can leave every list while a consumer still shows it; `null` if it was in none, or blocked by an older version. */
  readonly post: BlockedPost | null;
  readonly reason: string | null;
  readonly since: string;
  readonly by: string | null;
  /** The revision that took it off air: a consumer at this revision confirms the block. 0 if it was not on air. */
  readonly offAirRevision: number;
  /** Absent while no consumer that showed the post is late, and none has confirmed. */
  readonly takedown?: TakedownReport;
};

/** Enough to recognise the post on a screen: its message is shortened. */
export type BlockedPost = Pick<Item, 'fullName' | 'username' | 'source' | 'message'>;

/** Which consumers still have to confirm that a blocked post is off screen, or who confirmed it. */
export type TakedownReport = {
  /** `key` recognises the consumer after a restart, unless two had it. */
  readonly waitingFor: readonly { readonly key: string; readonly name: string; readonly isAmbiguous?: boolean }[];
  readonly confirmed: TakedownConfirmation | null;
  /** False if consumers that are not known may show the post. Absent once confirmed, and in files of older versions. */
  readonly canBeConfirmed?: boolean;
};

export type TakedownConfirmation = {
  readonly at: string;
  /** The person who confirmed it; `null` when the consumers did. */
  readonly by: string | null;
  /** Names of the consumers that confirmed. */
  readonly consumers: readonly string[];
  /** Milliseconds from the block; `null` if a restart, a person or a new consumer came between. */
  readonly inMs: number | null;
};

/** The cause of a change: the service, an operator or a rule (guard, rotation). */
export type Cause = 'service' | 'operator' | 'rule';

export type OnAir = ListWithHeader &
  Action & {
    /** Rises by 1 each time the items change, never goes back, and survives restarts. */
    readonly revision: number;
    readonly since: string;
    readonly cause: Cause;
    /** Name of the operator or client; `null` for the service and rules. */
    readonly by: string | null;
  };

export type FeedState = {
  readonly slug: string;
  readonly collectionId: string | null;
  /** The collection named by the settings. It overrides an operator's choice only when the settings change. */
  readonly configuredId: string | null;
  /** The newest accepted live list; `version` counts the lists this feed has accepted. */
  readonly live: ListWithHeader & { readonly version: number };
  /** The list behind the gate, before blocks and guards: live, a held list, or empty. */
  readonly base: ListWithHeader;
  /** The base before a clear, for Back; `null` unless cleared. */
  readonly beforeClear: ListWithHeader | null;
  readonly gate: Gate;
  readonly gateBy: string | null;
  readonly gateSince: string;
  /** The press that held the feed, which no take or restore since then changes; `null` unless held. */
  readonly hold: { readonly by: string | null; readonly since: string } | null;
  /** Restored after a restart and not acknowledged yet. */
  readonly isRestored: boolean;
  /** Whether the posts on air have changed since that restart; false while it is acknowledged. */
  readonly hasChangedSinceRestart: boolean;
  /** Changed between its last run and this start, until the restart is acknowledged. */
  readonly changedAtStart: StartChange | null;
  /** Unlike the two before, saved: it stays over further restarts until one is acknowledged. */
  readonly startDoubt: StartDoubt | null;
  /** When a start found it removed from the settings with posts on air, which its readers can still show; `null` again once it is added. ISO 8601. */
  readonly foundRemovedAt: string | null;
  /**
   * Set after a start with an incomplete show, until it is acknowledged: its last changes can be missing, because they were `unsaved` or by damage
   * (`changes`); with damage, blocks and `guards` can be missing too, or the last `list` is unknown. Without a list that can be trusted, base and
   * on air are empty, graphics get nothing and keep their last picture, until an operator chooses a list.
   */
  readonly loss: 'unsaved' | 'changes' | 'guards' | 'list' | null;
  readonly blocks: readonly Block[];
  readonly guards: Guards;
  /** Always `base` without blocked and guarded posts: a blocked post is never on air. */
  readonly onAir: OnAir;
  readonly playHead: PlayHead;
};

export const emptyList: ListWithHeader = { items: [], header: null };

/** An empty feed at revision 0. */
export function createEmptyFeed(slug: string, at: string): FeedState {
  return {
    slug,
    collectionId: null,
    configuredId: null,
    live: { ...emptyList, version: 0 },
    base: emptyList,
    beforeClear: null,
    gate: 'following',
    gateBy: null,
    gateSince: at,
    hold: null,
    isRestored: false,
    hasChangedSinceRestart: false,
    changedAtStart: null,
    startDoubt: null,
    foundRemovedAt: null,
    loss: null,
    blocks: [],
    guards: noGuards,
    onAir: { ...emptyList, revision: 0, since: at, cause: 'service', by: null, ...noAction },
    playHead: emptyPlayHead,
  };
}

/** Origin of a change: its cause, its action, and its time (ISO 8601). */
export type ChangeOrigin = Action & { readonly cause: Cause; readonly by: string | null; readonly at: string };

type KeptOff = Pick<FeedState, 'blocks' | 'guards'>;

/** The last result for each list and each feed’s blocks, because matching the guards takes long. */
const shownItems = new WeakMap<
  readonly Item[],
  WeakMap<FeedState['blocks'], { readonly guards: Guards; readonly shown: readonly Item[] }>
>();

/** The items that are neither blocked nor guarded; the same array if none is, or if nothing changed since the last call. */
export function visibleItems(feed: KeptOff, items: readonly Item[]): readonly Item[] {
  return runAllSteps(visibleItemsInSteps(feed, items));
}

/** Posts to match in one step; about five milliseconds. */
const postsPerStep = 500;

/** Its steps prepare the result of `visibleItems`. */
export function* visibleItemsInSteps({ blocks, guards }: KeptOff, items: readonly Item[]): Steps<readonly Item[]> {
  if (blocks.length === 0 && guards.words.length === 0 && guards.authors.length === 0) return items;
  const byBlocks = shownItems.get(items) ?? new WeakMap();
  shownItems.set(items, byBlocks);
  const known = byBlocks.get(blocks);
  if (known !== undefined && isSameGuards(known.guards, guards)) return known.shown;
  const blocked = new Set(blocks.map((block) => block.itemId));
  const visible: Item[] = [];
  for (const [index, item] of items.entries()) {
    if (index % postsPerStep === postsPerStep - 1) yield;
    if (!blocked.has(item.id) && matchGuard(guards, item) === null) visible.push(item);
  }
  const shown = visible.length === items.length ? items : visible;
  byBlocks.set(blocks, { guards, shown });
  return shown;
}

/** Recomputes on air from the base, with a new revision if the posts changed. */
export function updateOnAir(feed: FeedState, origin: ChangeOrigin): FeedState {
  const items = visibleItems(feed, feed.base.items);
  const before = feed.onAir;
  if (isSameList(before.items, items)) return feed;
  const onAir: OnAir = {
    items,
    header: feed.base.header ?? before.header,
    revision: before.revision + 1,
    since: origin.at,
    cause: origin.cause,
    by: origin.by,
    verb: origin.verb,
    about: origin.about,
  };
  return {
    ...feed,
    hasChangedSinceRestart: feed.isRestored,
    onAir,
    playHead: followList(feed.playHead, before.items, items, origin.at),
  };
}

/** Applies a new live list. Held and cleared feeds store it without changing on air. */
export function acceptLive(feed: FeedState, list: ListWithHeader, origin: ChangeOrigin): FeedState {
  const isFirst = feed.live.version === 0 || feed.live.header?.id !== list.header?.id;
  if (!isFirst && isSameList(feed.live.items, list.items)) {
    // Only staging or a date changed, so live keeps its version and takes the new header.
    return { ...feed, live: { ...feed.live, header: list.header } };
  }
  const live = { ...list, version: feed.live.version + 1 };
  const updated = { ...feed, live };
  return feed.gate === 'following' ? updateOnAir({ ...updated, base: list }, origin) : updated;
}

/** The fields of a feed whose restart was acknowledged. */
const acknowledged = {
  isRestored: false,
  hasChangedSinceRestart: false,
  changedAtStart: null,
  startDoubt: null,
  loss: null,
} as const;

/** Sets gate and base. If both are unchanged, `gateBy` and `gateSince` stay; `hold` stays while the feed is held. */
export function setGate(feed: FeedState, gate: Gate, base: ListWithHeader, origin: ChangeOrigin): FeedState {
  const isSameBase = feed.base.header?.id === base.header?.id && isSameList(feed.base.items, base.items);
  if (feed.gate === gate && isSameBase) return endRestore(feed);
  const changed: FeedState = {
    ...feed,
    gate,
    base,
    beforeClear: gate === 'cleared' ? feed.beforeClear : null,
    ...{ gateBy: origin.by, gateSince: origin.at },
    hold: gate === 'held' ? (feed.hold ?? { by: origin.by, since: origin.at }) : null,
    ...acknowledged,
  };
  return updateOnAir(changed, origin);
}

/** Acknowledges a restart. An unknown list stays unknown: seeing it does not choose another. */
export function acknowledgeRestore(feed: FeedState): FeedState {
  return feed.loss === 'list' ? feed : endRestore(feed);
}

/** After an operator chose what is on air. */
export function endRestore(feed: FeedState): FeedState {
  return feed.isRestored || feed.loss !== null ? { ...feed, ...acknowledged } : feed;
}

/** Keeps the doubt until the restart is acknowledged. The first proof of an older state is as good as any other. */
export function doubtStart(feed: FeedState, doubt: StartDoubt): FeedState {
  const isKept = !feed.isRestored || feed.startDoubt?.kind === 'older' || feed.startDoubt?.kind === doubt.kind;
  return isKept ? feed : { ...feed, startDoubt: doubt };
}

/** Removes from the list the posts that are no longer live, and changes nothing else. */
export function withoutRemoved(list: ListWithHeader, live: readonly Item[]): ListWithHeader {
  const ids = new Set(live.map((item) => item.id));
  const items = list.items.filter((item) => ids.has(item.id));
  return items.length === list.items.length ? list : { ...list, items };
}

const pendingMemo = new WeakMap<FeedState, Difference>();

/**
 * The changes that Take all would make: on air, and to blocked posts of the held list, which Unblock puts on air. A post that live has added
 * is left out while it is blocked, because it waits once it is unblocked. Guarded posts are included. None while live has never been read.
 */
export function pendingOf(feed: FeedState): Difference {
  const known = pendingMemo.get(feed);
  if (known !== undefined) return known;
  if (feed.live.version === 0) return noDifference;
  const blocked = new Set(feed.blocks.map((block) => block.itemId));
  const unblocked = blocked.size === 0 ? feed.live.items : feed.live.items.filter((item) => !blocked.has(item.id));
  const found = withBlocked(
    compareLists(feed.onAir.items, unblocked),
    feed.base.items.filter(({ id }) => blocked.has(id)),
    feed.live.items,
  );
  const difference = isEmptyDifference(found) ? noDifference : found;
  pendingMemo.set(feed, difference);
  return difference;
}

/** Adds the removals and edits of blocked posts, which Unblock would otherwise put on air in their old version. */
function withBlocked(onAir: Difference, blocked: readonly Item[], live: readonly Item[]): Difference {
  if (blocked.length === 0) return onAir;
  const liveItems = new Map(live.map((item) => [item.id, item]));
  const removed = blocked.filter(({ id }) => !liveItems.has(id)).map(({ id }) => id);
  const edited = blocked
    .map((item) => ({ id: item.id, fields: changedFields(item, liveItems.get(item.id) ?? item) }))
    .filter(({ fields }) => fields.length > 0);
  return { ...onAir, removed: [...onAir.removed, ...removed], edited: [...onAir.edited, ...edited] };
}

/** The live posts that a guard keeps off air, each with its rule. */
export function guardedOf(feed: FeedState): readonly (GuardMatch & { readonly itemId: string })[] {
  if (feed.guards.words.length === 0 && feed.guards.authors.length === 0) return [];
  const blocked = new Set(feed.blocks.map((block) => block.itemId));
  return feed.live.items.flatMap((item) => {
    const hit = blocked.has(item.id) ? null : matchGuard(feed.guards, item);
    return hit === null ? [] : [{ itemId: item.id, ...hit }];
  });
}
