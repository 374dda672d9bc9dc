/** Builds the desk's view of the show; parts that do not change stay the same objects where they are long. */

import type { Consumer } from '../../contract/consumer.ts';
import type { DeskItem, DeskMedia } from '../../contract/deskItem.ts';
import type { DeskFeed, DeskSource } from '../../contract/deskState.ts';
import type { RehearsedRow } from '../../contract/history.ts';
import { findLostConsumers } from '../../contract/lostConsumers.ts';
import type { Item, Media } from '../../core/collection.ts';
import { shownCollectionsOf } from '../../core/doubtedLists.ts';
import { type FeedState, guardedOf, pendingOf, visibleItems } from '../../core/feedState.ts';
import { type Guards, idOfPass } from '../../core/guard.ts';
import { mediaOfFeed, mediaOfRestored } from '../../core/heldMedia.ts';
import { isByLength, stepIndex } from '../../core/playHead.ts';
import { type MediaFacts, type ShowState, snapshotOf } from '../../core/show.ts';
import type { Mark } from '../../core/snapshot.ts';
import { confirmationOf, type PollsToday, type SourceState } from '../../core/source.ts';
import type { Takedown } from '../feed/takedowns.ts';
import { hostOf } from '../media/hostOf.ts';

const noTakedown: Takedown = {
  confirmedOffAirAt: null,
  confirmedOffAirBy: null,
  confirmedInMs: null,
  waitingFor: [],
};

export function viewFeed(
  state: ShowState,
  feed: FeedState,
  consumers: readonly Consumer[],
  takedowns: ReadonlyMap<string, Takedown>,
  /** The feed as it was last saved; `null` if it never was. */
  savedFeed: FeedState | null,
  nowMonotonicMs: number,
): DeskFeed {
  const { freshness, confirmedAt, confirmedMonotonicMs } = confirmationOf(state.source, feed.collectionId);
  const snapshot = feed.collectionId === null ? null : snapshotOf(state, feed.collectionId);
  const head = feed.playHead;
  return {
    slug: feed.slug,
    freshness,
    lastConfirmedAt: confirmedAt,
    confirmedAgeMs: ageOf(confirmedMonotonicMs, nowMonotonicMs),
    counts: {
      staging: snapshot?.collection.staging.length ?? 0,
      live: feed.live.items.length,
      onAir: feed.onAir.items.length,
      consumers: consumers.length,
      lostConsumers: findLostConsumers(consumers, [...takedowns.values()]).length,
    },
    blocked: feed.blocks.map(({ itemId, post, reason, since, by }) => ({
      itemId,
      post,
      reason,
      since,
      by,
      saved: savedFeed?.blocks.some((block) => block.itemId === itemId && block.since === since) === true,
      ...(takedowns.get(itemId) ?? noTakedown),
    })),
    consumers,
    collectionId: feed.collectionId,
    ...viewCollection(feed),
    shownCollections: shownCollectionsOf(feed),
    revision: feed.onAir.revision,
    onAirSince: feed.onAir.since,
    onAirCause: feed.onAir.cause,
    onAirBy: feed.onAir.by,
    gate: feed.gate,
    gateBy: feed.gateBy,
    gateSince: feed.gateSince,
    hold: feed.hold,
    saved: savedFeed?.onAir.revision === feed.onAir.revision && savedFeed.gate === feed.gate,
    restored: feed.isRestored,
    changedSinceRestart: feed.hasChangedSinceRestart,
    changedAtStart: feed.changedAtStart,
    served: feed.loss !== 'list',
    beforeClear: viewBeforeClear(feed),
    pending: { liveVersion: feed.live.version, ...pendingOf(feed) },
    guards: viewGuards(feed.guards),
    guarded: guardedOf(feed),
    playHead: {
      index: head.index,
      itemId: head.itemId,
      nextItemId: feed.onAir.items[stepIndex(head, feed.onAir.items, 1) ?? -1]?.id ?? null,
      pinned: head.isPinned,
      rotateSeconds: head.rotation?.seconds ?? null,
      byLength: isByLength(head),
      loop: head.isLooping,
      skipUsed: head.skipsUsed,
      used: head.used,
      since: head.since,
      by: head.movedBy ?? null,
    },
  };
}

/** The header is that of an earlier collection while the feed follows none, or waits for the first list of another. */
function viewCollection({ collectionId, live: { header } }: FeedState): Pick<DeskFeed, 'collection' | 'keptListOf'> {
  if (header === null) return { collection: null, keptListOf: null };
  if (header.id === collectionId) return { collection: header, keptListOf: null };
  return { collection: null, keptListOf: { id: header.id, name: header.name } };
}

const viewedGuards = new WeakMap<Guards, DeskFeed['guards']>();

/** With the ids of the allowed posts. */
function viewGuards(guards: Guards): DeskFeed['guards'] {
  const known = viewedGuards.get(guards);
  if (known !== undefined) return known;
  const view = { ...guards, allowed: [...new Set(guards.allowed.map(idOfPass))], passes: guards.allowed };
  viewedGuards.set(guards, view);
  return view;
}

/** `revision` is `null` when nothing was on air before the clear, because such a clear creates no revision. */
function viewBeforeClear(feed: FeedState): DeskFeed['beforeClear'] {
  if (feed.gate !== 'cleared' || feed.beforeClear === null) return null;
  const { verb, since, revision } = feed.onAir;
  const isOnAirCleared = verb === 'clear' && since === feed.gateSince;
  return { revision: isOnAirCleared ? revision - 1 : null, posts: visibleItems(feed, feed.beforeClear.items).length };
}

/** Ages come from the monotonic clock, so a clock correction does not change them. */
export function viewSource(source: SourceState, pollsToday: PollsToday, nowMonotonicMs: number): DeskSource {
  return {
    mode: source.mode,
    state: source.state,
    freshness: source.freshness,
    baseUrl: source.baseUrl,
    pollSeconds: source.pollEveryMs / 1000,
    pollsToday,
    lastConfirmedAt: source.lastConfirmedAt,
    confirmedAgeMs: ageOf(source.lastConfirmedMonotonicMs, nowMonotonicMs),
    nextCheckAt: source.nextCheckAt,
    latencyMs: source.latencyMs,
    webhook: source.webhook,
  };
}

function ageOf(confirmedMs: number | null, nowMs: number): number | null {
  return confirmedMs === null ? null : Math.max(0, Math.round(nowMs - confirmedMs));
}

/** Returns the rehearsed on-air list, with blocked and guarded posts in their positions. */
export function viewRehearsedRows(show: ShowState, feed: FeedState): readonly RehearsedRow[] {
  const onAir = new Set(feed.onAir.items.map(({ id }) => id));
  const media = mediaOfFeed(feed, show);
  return feed.base.items.map((item) => {
    const since = feed.blocks.find(({ itemId }) => itemId === item.id)?.since ?? null;
    const keptOff = onAir.has(item.id) ? null : since === null ? 'guard' : 'block';
    return { item: viewItem(item, media, null), keptOff, since };
  });
}

/** The posts of an earlier list, with the pictures that a restore puts on air. */
export function viewPastItems(state: ShowState, feed: FeedState, items: readonly Item[]): readonly DeskItem[] {
  const media = mediaOfRestored(feed, items, state);
  return items.map((item) => viewItem(item, media, null));
}

type CachedView = {
  readonly facts: readonly (MediaFacts | undefined)[];
  readonly mark: Mark | null;
  readonly view: DeskItem;
  /** The newest media in which `facts` are right. */
  media: ShowState['media'];
};
const viewCache = new WeakMap<Item, CachedView>();

/** Returns the same object while nothing about the post has changed. */
export function viewItem(item: Item, media: ShowState['media'], mark: Mark | null): DeskItem {
  const known = viewCache.get(item);
  // Lists are long and viewed at each change, so an unchanged post must cost little.
  if (known?.mark === mark && known.media === media) return known.view;
  const facts = [item.profileImageUrl ?? '', ...item.media.map(({ mediaUrl }) => mediaUrl)].map((url) =>
    media.get(url),
  );
  if (known?.mark === mark && facts.every((fact, index) => fact === known.facts[index])) {
    known.media = media;
    return known.view;
  }
  const { id, fullName, username, source, message, publishedAt, lastModifiedDate } = item;
  const view: DeskItem = {
    id,
    fullName,
    username,
    source,
    message,
    avatarUrl: toThumbnailPath(facts[0]),
    // Index 0 of `facts` is the avatar.
    media: item.media.map((medium, index) => viewMedium(medium, facts[index + 1])),
    publishedAt,
    lastModifiedDate,
    mark,
  };
  viewCache.set(item, { facts, mark, view, media });
  return view;
}

function viewMedium(medium: Media, facts: MediaFacts | undefined): DeskMedia {
  return {
    mediaType: medium.mediaType,
    url: toLocalPath(facts?.name ?? null),
    posterUrl: toLocalPath(facts?.posterName ?? null),
    thumbnailUrl: toThumbnailPath(facts),
    width: facts?.width ?? null,
    height: facts?.height ?? null,
    durationMs: facts?.durationMs ?? null,
    codec: facts?.codec ?? null,
    bytes: facts?.bytes ?? null,
    sizes: facts?.sizes ?? [],
    host: hostOf(medium.mediaUrl),
    progress: facts?.progress ?? 0,
    isBroken: facts?.isBroken ?? false,
  };
}

/** Path on the desk's own origin. */
function toLocalPath(name: string | null): string | null {
  return name === null ? null : `/media/${name}`;
}

/** A picture, or a video’s poster, at most 320 pixels wide. An avatar on the desk is never larger. */
function toThumbnailPath(facts: MediaFacts | undefined): string | null {
  const path = toLocalPath(facts?.posterName ?? facts?.name ?? null);
  return path === null || path.endsWith('.mp4') ? null : `${path}?w=320`;
}
