/** Applies an event to one feed: its gate, blocks, guards and play head. */

import { guardAction, noAction } from './action.ts';
import { actionOf } from './actionOf.ts';
import { block, reportTakedown, unblock } from './blocks.ts';
import { headerOf, type Item } from './collection.ts';
import {
  acceptLive,
  acknowledgeRestore,
  type ChangeOrigin,
  doubtStart,
  emptyList,
  endRestore,
  type FeedState,
  setGate,
  updateOnAir,
  withoutRemoved,
} from './feedState.ts';
import { hasSameTexts, idOfPass, isSeen, passOf } from './guard.ts';
import {
  hasHeadMoved,
  indexOfItem,
  moveHeadTo,
  type PlayHead,
  stepIndex,
  withMover,
  withRotation,
} from './playHead.ts';
import { type AirSeen, type FeedEvent, type Outcome, type ShowState, snapshotOf } from './show.ts';

type Refusal = Extract<Outcome, { kind: 'refused' }>;
type Result = { readonly feed: FeedState } | Refusal;

const listMovedOn: Refusal = { kind: 'refused', code: 'LIST_MOVED_ON' };
const airChanged: Refusal = { kind: 'refused', code: 'AIR_CHANGED' };
const headMoved: Refusal = { kind: 'refused', code: 'HEAD_MOVED' };
const liveNotRead: Refusal = { kind: 'refused', code: 'LIVE_NOT_READ' };
const guardsChanged: Refusal = { kind: 'refused', code: 'GUARDS_CHANGED' };
const postChanged: Refusal = { kind: 'refused', code: 'POST_CHANGED' };
const itemUnknown: Refusal = { kind: 'refused', code: 'ITEM_UNKNOWN' };

/** Ids of posts that left the lists are remembered up to this number, because a post may return. */
const maxRememberedIds = 1000;

/** Returns the feed after the event, the same object if nothing changed, or a refusal. */
export function advanceFeed(state: ShowState, feed: FeedState, event: FeedEvent): Result {
  const origin: ChangeOrigin = { cause: 'operator', by: event.by, ...actionOf(event), at: event.at };
  switch (event.type) {
    case 'feedHeld':
      return { feed: hold(feed, origin) };
    case 'feedReleased':
      return release(feed, event, origin);
    case 'feedTaken':
      return take(feed, event, origin);
    case 'feedCleared':
      if (feed.gate === 'cleared') return { feed: endRestore(feed) };
      return {
        feed: setGate(
          { ...feed, beforeClear: feed.base },
          'cleared',
          { ...emptyList, header: feed.base.header },
          origin,
        ),
      };
    case 'feedBroughtBack':
      if (feed.gate !== 'cleared' || feed.beforeClear === null) return nothingLeft(feed, event);
      return unlessAirChanged(feed, event, setGate(feed, 'held', feed.beforeClear, origin));
    case 'feedRolledBack':
      return unlessAirChanged(feed, withFrozenRevision(feed, event), setGate(feed, 'held', event.list, origin));
    case 'feedPointed': {
      if (feed.collectionId === event.collectionId) return { feed: event.hold ? hold(feed, origin) : feed };
      if (hasAirChanged(feed, event)) return airChanged;
      return {
        feed: changeCollection(state, event.hold ? hold(feed, origin) : feed, event.collectionId, event.at, origin),
      };
    }
    case 'restorationSeen':
      return { feed: acknowledgeRestore(feed) };
    case 'itemBlocked':
      return { feed: block(feed, event.itemId, event.reason, origin) };
    case 'itemUnblocked': {
      const next = unblock(feed, event.itemId, event.seenText ?? null, origin);
      return next === 'textChanged' ? postChanged : { feed: next };
    }
    case 'startDoubted':
      return { feed: doubtStart(feed, event.doubt) };
    case 'takedownReported':
      return { feed: reportTakedown(feed, event.itemId, event.blockedAt, event.report) };
    case 'takedownConfirmed': {
      const known = feed.blocks.find(({ itemId }) => itemId === event.itemId);
      if (known === undefined) return itemUnknown;
      const confirmed = { at: event.at, by: event.by ?? 'operator', consumers: [], inMs: null };
      return { feed: reportTakedown(feed, event.itemId, known.since, { waitingFor: [], confirmed }) };
    }
    case 'guardsSet': {
      if (hasSameTexts(feed.guards.words, event.words) && hasSameTexts(feed.guards.authors, event.authors))
        return { feed };
      const { version } = feed.guards;
      if (event.version !== null && event.version !== version) return guardsChanged;
      const guards = { words: event.words, authors: event.authors, allowed: [], version: version + 1 };
      const guardHit = feed.onAir.items.map((item) => guardAction(guards, item)).find((action) => action !== null);
      return { feed: updateOnAir({ ...feed, guards }, { ...origin, cause: 'rule', about: guardHit?.about ?? null }) };
    }
    case 'itemAllowed': {
      const item = findItem(state, feed, event.itemId);
      if (item === null) return itemUnknown;
      const pass = passOf(item);
      const { allowed, version } = feed.guards;
      if (allowed.includes(pass)) return { feed };
      if (!isSeen(event.seenText, item)) return postChanged;
      const guards = { ...feed.guards, allowed: rememberIds(allowed, pass, feed), version: version + 1 };
      return { feed: updateOnAir({ ...feed, guards }, origin) };
    }
    default:
      return applyPlayHeadEvent(feed, event);
  }
}

/** Makes the feed use another collection, or none. A following feed shows it immediately if it is already known. */
export function changeCollection(
  state: ShowState,
  feed: FeedState,
  collectionId: string | null,
  at: string,
  origin: ChangeOrigin = { cause: 'service', by: null, ...noAction, at },
): FeedState {
  const pointed = { ...feed, collectionId };
  const snapshot = collectionId === null ? null : snapshotOf(state, collectionId);
  if (snapshot === null) return pointed;
  return acceptLive(pointed, { items: snapshot.collection.live, header: headerOf(snapshot.collection) }, origin);
}

function hold(feed: FeedState, origin: ChangeOrigin): FeedState {
  return feed.gate === 'following' ? setGate(feed, 'held', feed.base, origin) : acknowledgeRestore(feed);
}

type Release = Extract<FeedEvent, { type: 'feedReleased' }>;
type Take = Extract<FeedEvent, { type: 'feedTaken' }>;

function release(feed: FeedState, event: Release, origin: ChangeOrigin): Result {
  if (feed.gate === 'following') return nothingLeft(feed, event);
  if (wouldEmptyUnread(feed)) return liveNotRead;
  if (hasMovedOn(feed, event.liveVersion)) return listMovedOn;
  if (hasAirChanged(feed, event)) return airChanged;
  return { feed: setGate(feed, 'following', { items: feed.live.items, header: feed.live.header }, origin) };
}

function take(feed: FeedState, event: Take, origin: ChangeOrigin): Result {
  if (wouldEmptyUnread(feed)) return liveNotRead;
  if (hasMovedOn(feed, event.liveVersion)) return listMovedOn;
  const { items, header } = feed.live;
  if (event.only === null) return unlessAirChanged(feed, event, setGate(feed, 'held', { items, header }, origin));
  // Nothing is known to remove it from.
  if (feed.loss === 'list') return { feed };
  // A cleared feed has nothing to remove, so it becomes held and stays empty.
  return unlessAirChanged(feed, event, setGate(feed, 'held', withoutRemoved(feed.base, items), origin));
}

type Seeing = { readonly seen?: AirSeen | undefined; readonly by: string | null };

/**
 * Whether somebody else has acted since, so that the press would undo what that operator has just done. A press soon after one’s own is sent
 * before the desk has seen the result of that.
 */
function hasAirChanged({ gate, gateBy, gateSince, onAir }: FeedState, { seen, by }: Seeing): boolean {
  if (seen === undefined) return false;
  const isOwnGate = by !== null && gateBy === by;
  const isOwnRevision = by !== null && onAir.by === by && onAir.revision - 1 === seen.revision;
  return (
    (seen.gate !== null && seen.gate !== gate && !isOwnGate) ||
    (seen.gateSince != null && seen.gateSince !== gateSince && !isOwnGate) ||
    (seen.revision !== null && seen.revision !== onAir.revision && !isOwnRevision)
  );
}

/** While the feed follows, the service changes the revision, and a restore replaces whatever is on air then. */
function withFrozenRevision({ gate }: FeedState, { seen, by }: Seeing): Seeing {
  return { by, seen: seen !== undefined && gate === 'following' ? { ...seen, revision: null } : seen };
}

/** A press with nothing left to do because somebody else did the same is refused too, because its desk would say that it did it. */
function unlessAirChanged(feed: FeedState, event: Seeing, next: FeedState): Result {
  return hasAirChanged(feed, event) ? airChanged : { feed: next };
}

/** For a release or Back whose gate is open already. */
function nothingLeft(feed: FeedState, event: Seeing): Result {
  return unlessAirChanged(feed, withFrozenRevision(feed, event), acknowledgeRestore(feed));
}

/** Whether a take or release would replace posts, or an unknown list, by a live list that was never read. */
function wouldEmptyUnread({ live, base, beforeClear, loss }: FeedState): boolean {
  return live.version === 0 && (loss === 'list' || [base, beforeClear].some((list) => (list?.items.length ?? 0) > 0));
}

function hasMovedOn(feed: FeedState, liveVersion: number | null): boolean {
  return liveVersion !== null && liveVersion !== feed.live.version;
}

type HeadEvent = Extract<
  FeedEvent,
  { type: 'headStepped' | 'headCued' | 'headPinned' | 'rotationSet' | 'rotationElapsed' | 'itemUsed' }
>;

function applyPlayHeadEvent(feed: FeedState, event: HeadEvent): Result {
  const head = feed.playHead;
  const items = feed.onAir.items;
  const withHead = (playHead: PlayHead): Result => ({ feed: playHead === head ? feed : { ...feed, playHead } });
  switch (event.type) {
    case 'headStepped': {
      if (hasHeadMoved(head, event.seenItemId ?? null, event.by)) return headMoved;
      const index = stepIndex(head, items, event.steps);
      return withHead(index === null ? head : unpin(moveHeadTo(head, items, index, event.at, event.by)));
    }
    case 'headCued': {
      const index = event.itemId === null ? event.index : indexOfItem(items, event.itemId);
      if (index === null || items[index] === undefined) return itemUnknown;
      return withHead(unpin(moveHeadTo(head, items, index, event.at, event.by)));
    }
    case 'headPinned':
      if (hasHeadMoved(head, event.seenItemId ?? null, event.by)) return headMoved;
      if (event.isPinned && head.itemId === null) return itemUnknown;
      if (head.isPinned === event.isPinned) return withHead(head);
      return withHead({ ...withMover(head, event.by), isPinned: event.isPinned });
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
      // The timer may have been set for another post, or before a pin or a stop.
      if (head.rotation === null || head.isPinned || head.itemId !== event.itemId) return withHead(head);
      const index = stepIndex(head, items, 1);
      return withHead(index === null ? head : moveHeadTo(head, items, index, event.at));
    }
    case 'itemUsed': {
      if (head.used.includes(event.itemId) === event.isUsed) return withHead(head);
      const used = event.isUsed
        ? rememberIds(head.used, event.itemId, feed)
        : head.used.filter((id) => id !== event.itemId);
      return withHead({ ...head, used });
    }
    default:
      return event satisfies never;
  }
}

/** The post as an operator sees it: in live, on air or in staging. */
function findItem(state: ShowState, feed: FeedState, itemId: string): Item | null {
  const staging = feed.collectionId === null ? [] : (snapshotOf(state, feed.collectionId)?.collection.staging ?? []);
  for (const items of [feed.live.items, feed.base.items, staging]) {
    const found = items.find(({ id }) => id === itemId);
    if (found !== undefined) return found;
  }
  return null;
}

/** Adds an id or a pass. Beyond a limit, forgets the oldest ids that the feed’s lists no longer have. */
function rememberIds(
  ids: readonly string[],
  itemId: string,
  { live, base, beforeClear }: FeedState,
): readonly string[] {
  let excess = ids.length + 1 - maxRememberedIds;
  if (excess <= 0) return [...ids, itemId];
  const lists = [live.items, base.items, beforeClear?.items ?? []];
  const present = new Set(lists.flatMap((items) => items.map(({ id }) => id)));
  const kept = ids.filter((id) => {
    if (excess <= 0 || present.has(idOfPass(id))) return true;
    excess -= 1;
    return false;
  });
  return [...kept, itemId];
}

function unpin(head: PlayHead): PlayHead {
  return head.isPinned ? { ...head, isPinned: false } : head;
}
