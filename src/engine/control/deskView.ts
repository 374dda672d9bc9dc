/** The show as a desk is told of it: small facts, made anew at each change, and lists, made anew only when they changed. */
import type { DeskItem, DeskMedia } from '../../contract/deskItem.ts';
import type { Consumer, DeskFeed, DeskSource, FeedLists } from '../../contract/deskState.ts';
import type { RehearsedRow } from '../../contract/past.ts';
import type { Item, Media } from '../../core/collection.ts';
import { type FeedState, guardedOf, pendingOf, visible } from '../../core/feedState.ts';
import { isByLength, wouldLoop } from '../../core/playHead.ts';
import { type MediaFacts, type ShowState, snapshotOf } from '../../core/show.ts';
import type { Mark } from '../../core/snapshot.ts';
import type { SourceState } from '../../core/source.ts';

/** What is known of a block's way off the screens, by the feed's server. */
export type Takedown = {
  readonly confirmedOffAirAt: string | null;
  readonly confirmedInMs: number | null;
  readonly waitingFor: readonly string[];
};

const noTakedown: Takedown = { confirmedOffAirAt: null, confirmedInMs: null, waitingFor: [] };

/** One feed's facts. */
export function viewFeed(
  state: ShowState,
  feed: FeedState,
  consumers: readonly Consumer[],
  takedowns: ReadonlyMap<string, Takedown>,
): DeskFeed {
  const snapshot = feed.collectionId === null ? null : snapshotOf(state, feed.collectionId);
  const header = feed.live.header;
  const head = feed.playHead;
  return {
    slug: feed.slug,
    collection: header,
    revision: feed.onAir.revision,
    onAirSince: feed.onAir.since,
    onAirCause: feed.onAir.cause,
    onAirBy: feed.onAir.by,
    gate: feed.gate,
    gateBy: feed.gateBy,
    gateSince: feed.gateSince,
    restored: feed.isRestored,
    freshness: state.source.freshness,
    beforeClear: viewBeforeClear(feed),
    counts: {
      staging: snapshot?.collection.staging.length ?? 0,
      live: feed.live.items.length,
      onAir: feed.onAir.items.length,
      consumers: consumers.length,
    },
    pending: { liveVersion: feed.live.version, ...pendingOf(feed) },
    blocked: feed.blocks.map(({ itemId, reason, since, by }) => ({
      itemId,
      reason,
      since,
      by,
      ...(takedowns.get(itemId) ?? noTakedown),
    })),
    guards: { words: feed.guards.words, authors: feed.guards.authors, allowed: feed.guards.allowed },
    guarded: guardedOf(feed),
    playHead: {
      index: head.index,
      itemId: head.itemId,
      pinned: head.isPinned,
      rotateSeconds: head.rotation?.seconds ?? null,
      byLength: isByLength(head),
      loop: wouldLoop(head),
      skipUsed: head.skipsUsed,
      used: head.used,
      since: head.since,
    },
    consumers,
  };
}

/** A clear that took nothing off made no revision: what stood before it was an empty air. */
function viewBeforeClear(feed: FeedState): DeskFeed['beforeClear'] {
  if (feed.gate !== 'cleared' || feed.beforeClear === null) return null;
  const { verb, since, revision } = feed.onAir;
  const tookOff = verb === 'clear' && since === feed.gateSince;
  return { revision: tookOff ? revision - 1 : null, posts: visible(feed, feed.beforeClear.items).length };
}

/** The source's facts; ages are worked out on the monotonic clock. */
export function viewSource(source: SourceState, nowMonotonicMs: number): DeskSource {
  const confirmedMs = source.lastConfirmedMonotonicMs;
  return {
    mode: source.mode,
    state: source.word,
    freshness: source.freshness,
    baseUrl: source.baseUrl,
    pollSeconds: source.pollEveryMs / 1000,
    lastConfirmedAt: source.lastConfirmedAt,
    confirmedAgeMs: confirmedMs === null ? null : Math.max(0, Math.round(nowMonotonicMs - confirmedMs)),
    nextCheckAt: source.nextCheckAt,
    latencyMs: source.latencyMs,
    webhook: source.webhook,
  };
}

/** What the lists of a feed are made of: the same parts give the same lists. */
export function listParts(state: ShowState, feed: FeedState): readonly unknown[] {
  const snapshot = feed.collectionId === null ? null : snapshotOf(state, feed.collectionId);
  return [snapshot, feed.live.items, feed.onAir.items, state.media];
}

/** The lists of one feed, with local addresses and marks. */
export function viewLists(state: ShowState, feed: FeedState): FeedLists {
  const snapshot = feed.collectionId === null ? null : snapshotOf(state, feed.collectionId);
  const view = (item: Item): DeskItem => viewItem(item, state.media, snapshot?.marks.get(item.id) ?? null);
  const live = new Map(feed.live.items.map((item) => [item.id, item]));
  return {
    slug: feed.slug,
    staging: (snapshot?.collection.staging ?? []).map(view),
    live: feed.live.items.map(view),
    onAir: feed.onAir.items.map((item) => item.id),
    onAirOnly: feed.onAir.items.filter((item) => live.get(item.id) !== item).map(view),
    onAirSince: feed.onAir.since,
  };
}

/** What would be on air in a rehearsed show, with what a block or a guard kept off in its place. */
export function viewRehearsed(show: ShowState, feed: FeedState): readonly RehearsedRow[] {
  const onAir = new Set(feed.onAir.items.map(({ id }) => id));
  return feed.base.items.map((item) => {
    const since = feed.blocks.find(({ itemId }) => itemId === item.id)?.since ?? null;
    const keptOff = onAir.has(item.id) ? null : since === null ? 'guard' : 'block';
    return { item: viewItem(item, show.media, null), keptOff, since };
  });
}

type Seen = {
  readonly facts: readonly (MediaFacts | undefined)[];
  readonly mark: Mark | null;
  readonly view: DeskItem;
};
const seen = new WeakMap<Item, Seen>();

/** A post as a desk shows it; the same object while nothing about it changed. */
export function viewItem(item: Item, media: ShowState['media'], mark: Mark | null): DeskItem {
  const facts = [item.profileImageUrl ?? '', ...item.media.map(({ mediaUrl }) => mediaUrl)].map((url) =>
    media.get(url),
  );
  const known = seen.get(item);
  if (known !== undefined && known.mark === mark && facts.every((fact, place) => fact === known.facts[place])) {
    return known.view;
  }
  const { id, fullName, username, source, message, publishedAt, lastModifiedDate } = item;
  const view: DeskItem = {
    id,
    fullName,
    username,
    source,
    message,
    avatarUrl: localPath(facts[0]?.name ?? null),
    media: item.media.map((medium, place) => viewMedium(medium, facts[place + 1])),
    publishedAt,
    lastModifiedDate,
    mark,
  };
  seen.set(item, { facts, mark, view });
  return view;
}

function viewMedium(medium: Media, facts: MediaFacts | undefined): DeskMedia {
  return {
    mediaType: medium.mediaType,
    url: localPath(facts?.name ?? null),
    posterUrl: localPath(facts?.posterName ?? null),
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    durationMs: facts?.durationMs ?? null,
    progress: facts?.progress ?? 0,
    isBroken: facts?.isBroken ?? false,
  };
}

/** Where the desk's own origin serves that medium. */
function localPath(name: string | null): string | null {
  return name === null ? null : `/media/${name}`;
}
