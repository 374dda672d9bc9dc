/** What an operator's press does to one feed: gate, blocks, guards and play head. */
import { headerOf } from './collection.ts';
import { deedOf, guardDeed, noDeed } from './deed.ts';
import { acceptLive, type FeedState, type Hand, noList, seen, settle, turnGate, withoutRemoved } from './feedState.ts';
import { noGuards } from './guard.ts';
import { type PlayHead, placeOf, standAt, stepPlace, withRotation } from './playHead.ts';
import { type FeedEvent, type Outcome, type ShowState, snapshotOf } from './show.ts';

type Refusal = Extract<Outcome, { kind: 'refused' }>;
type Result = { readonly feed: FeedState } | Refusal;

const movedOn: Refusal = { kind: 'refused', code: 'LIST_MOVED_ON' };
const itemUnknown: Refusal = { kind: 'refused', code: 'ITEM_UNKNOWN' };

/** The feed after the event, the very same feed when there was nothing to do, or why it was refused. */
export function advanceFeed(state: ShowState, feed: FeedState, event: FeedEvent): Result {
  const hand: Hand = { cause: 'operator', by: event.by, ...deedOf(event), at: event.at };
  switch (event.type) {
    case 'feedHeld':
      return { feed: held(feed, hand) };
    case 'feedReleased':
      return release(feed, event.liveVersion, hand);
    case 'feedTaken':
      return take(feed, event.liveVersion, event.only, hand);
    case 'feedCleared':
      if (feed.gate === 'cleared') return { feed: seen(feed) };
      return {
        feed: turnGate({ ...feed, beforeClear: feed.base }, 'cleared', { ...noList, header: feed.base.header }, hand),
      };
    case 'feedBroughtBack':
      if (feed.gate !== 'cleared' || feed.beforeClear === null) return { feed: seen(feed) };
      return { feed: turnGate(feed, 'held', feed.beforeClear, hand) };
    case 'feedRolledBack':
      return { feed: turnGate(feed, 'held', event.list, hand) };
    case 'feedPointed': {
      if (feed.collectionId === event.collectionId) return { feed: event.hold ? held(feed, hand) : feed };
      return { feed: pointFeed(state, event.hold ? held(feed, hand) : feed, event.collectionId, event.at, hand) };
    }
    case 'restorationSeen':
      return { feed: seen(feed) };
    case 'itemBlocked':
      return block(feed, event.itemId, event.reason, hand);
    case 'itemUnblocked': {
      const blocks = feed.blocks.filter((known) => known.itemId !== event.itemId);
      return { feed: blocks.length === feed.blocks.length ? feed : settle({ ...feed, blocks }, hand) };
    }
    case 'guardsSet': {
      if (sameTexts(feed.guards.words, event.words) && sameTexts(feed.guards.authors, event.authors)) return { feed };
      const guards = { ...noGuards, words: event.words, authors: event.authors };
      const caught = feed.onAir.items.map((item) => guardDeed(guards, item)).find((deed) => deed !== null);
      return { feed: settle({ ...feed, guards }, { ...hand, cause: 'rule', about: caught?.about ?? null }) };
    }
    case 'itemAllowed': {
      if (feed.guards.allowed.includes(event.itemId)) return { feed };
      const guards = { ...feed.guards, allowed: [...feed.guards.allowed, event.itemId] };
      return { feed: settle({ ...feed, guards }, hand) };
    }
    default:
      return turnHead(feed, event);
  }
}

/** The feed reading another collection (null: none), with what is already known of it. A following feed shows it at once. */
export function pointFeed(
  state: ShowState,
  feed: FeedState,
  collectionId: string | null,
  at: string,
  hand: Hand = { cause: 'service', by: null, ...noDeed, at },
): FeedState {
  const pointed = { ...feed, collectionId };
  const snapshot = collectionId === null ? null : snapshotOf(state, collectionId);
  if (snapshot === null) return pointed;
  return acceptLive(pointed, { items: snapshot.collection.live, header: headerOf(snapshot.collection) }, hand);
}

function held(feed: FeedState, hand: Hand): FeedState {
  return feed.gate === 'following' ? turnGate(feed, 'held', feed.base, hand) : seen(feed);
}

function release(feed: FeedState, liveVersion: number | null, hand: Hand): Result {
  if (feed.gate === 'following') return { feed: seen(feed) };
  if (hasMovedOn(feed, liveVersion)) return movedOn;
  return { feed: turnGate(feed, 'following', { items: feed.live.items, header: feed.live.header }, hand) };
}

function take(feed: FeedState, liveVersion: number | null, only: 'removals' | null, hand: Hand): Result {
  if (hasMovedOn(feed, liveVersion)) return movedOn;
  if (only === null)
    return { feed: turnGate(feed, 'held', { items: feed.live.items, header: feed.live.header }, hand) };
  // Of a cleared feed nothing can be removed and nothing is added: it ends held, empty.
  return { feed: turnGate(feed, 'held', withoutRemoved(feed.base, feed.live.items), hand) };
}

function hasMovedOn(feed: FeedState, liveVersion: number | null): boolean {
  return liveVersion !== null && liveVersion !== feed.live.version;
}

function block(feed: FeedState, itemId: string, reason: string | null, hand: Hand): Result {
  if (feed.blocks.some((known) => known.itemId === itemId)) return { feed };
  const wasOnAir = feed.onAir.items.some((item) => item.id === itemId);
  const offAirRevision = wasOnAir ? feed.onAir.revision + 1 : 0;
  const blocks = [...feed.blocks, { itemId, reason, since: hand.at, by: hand.by, offAirRevision }];
  return { feed: settle({ ...feed, blocks }, hand) };
}

type HeadEvent = Extract<
  FeedEvent,
  { type: 'headStepped' | 'headCued' | 'headPinned' | 'rotationSet' | 'rotationElapsed' | 'itemUsed' }
>;

function turnHead(feed: FeedState, event: HeadEvent): Result {
  const head = feed.playHead;
  const items = feed.onAir.items;
  const withHead = (playHead: PlayHead): Result => ({ feed: playHead === head ? feed : { ...feed, playHead } });
  switch (event.type) {
    case 'headStepped': {
      const place = stepPlace(head, items, event.steps);
      return withHead(place === null ? unpinned(head) : unpinned(standAt(head, items, place, event.at)));
    }
    case 'headCued': {
      const place = event.itemId === null ? event.index : placeOf(items, event.itemId);
      if (place === null || items[place] === undefined) return itemUnknown;
      return withHead(unpinned(standAt(head, items, place, event.at)));
    }
    case 'headPinned':
      if (event.isPinned && head.itemId === null) return itemUnknown;
      return withHead(head.isPinned === event.isPinned ? head : { ...head, isPinned: event.isPinned });
    case 'rotationSet': {
      const { rotation, isLooping, skipsUsed } = event;
      const isLoopChosen = event.isLoopChosen ?? head.isLoopChosen;
      const isSame =
        head.rotation?.seconds === rotation?.seconds &&
        head.rotation?.isByLength === rotation?.isByLength &&
        head.isLooping === isLooping &&
        head.isLoopChosen === isLoopChosen &&
        head.skipsUsed === skipsUsed;
      const chosen = isLoopChosen === true ? { isLoopChosen } : {};
      return withHead(isSame ? head : { ...withRotation(head, rotation), isLooping, ...chosen, skipsUsed });
    }
    case 'rotationElapsed': {
      // A tick that was set for another post, or that a pin or a change of mind overtook, does nothing.
      if (head.rotation === null || head.isPinned || head.itemId !== event.itemId) return withHead(head);
      const place = stepPlace(head, items, 1);
      return withHead(place === null ? head : standAt(head, items, place, event.at));
    }
    case 'itemUsed': {
      if (head.used.includes(event.itemId) === event.isUsed) return withHead(head);
      const used = event.isUsed ? [...head.used, event.itemId] : head.used.filter((id) => id !== event.itemId);
      return withHead({ ...head, used });
    }
    default: {
      const unreachable: never = event;
      return unreachable;
    }
  }
}

function unpinned(head: PlayHead): PlayHead {
  return head.isPinned ? { ...head, isPinned: false } : head;
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, place) => text === b[place]);
}
