/** The reducer of the show: a show and an event give the next show. Pure, total and deterministic. */

import { noAction } from './action.ts';
import { advanceFeed, changeCollection } from './advanceFeed.ts';
import { shiftShow } from './clockSet.ts';
import { type Collection, headerOf } from './collection.ts';
import { isSameList, reuseLists } from './compare.ts';
import { forgetUnread, markList, markUnread, shownCollectionsOf } from './doubtedLists.ts';
import { acceptLive, type ChangeOrigin, createEmptyFeed, type FeedState } from './feedState.ts';
import { hasFeedChanged } from './feedsSeen.ts';
import { compareVersions } from './order.ts';
import { ownValue } from './ownValue.ts';
import { isSameProblem, type Problem, withSince } from './problem.ts';
import {
  type FeedEvent,
  hasOwnList,
  isCollectionAwaited,
  isCollectionInUse,
  type Outcome,
  type ShowEvent,
  type ShowState,
  type Step,
  snapshotOf,
} from './show.ts';
import { type Snapshot, updateSnapshot } from './snapshot.ts';

/** A feed may soon use a collection again that was used, previewed or chosen before. */
const maxUnusedCollections = 20;

const unchanged: Outcome = { kind: 'nothing' };
const done: Outcome = { kind: 'done' };

/** Applies one event. If it can't be applied, the state is unchanged and the outcome gives the reason. */
export function advance(state: ShowState, event: ShowEvent): Step {
  const step = applyEvent(state, event);
  return step.state.feeds === state.feeds ? step : { ...step, state: forgetUnread(step.state) };
}

function applyEvent(state: ShowState, event: ShowEvent): Step {
  // The settings can have named another service while a slow disk saved the list.
  if ('service' in event && (event.service ?? state.source.baseUrl) !== state.source.baseUrl)
    return { state, outcome: { kind: 'refused', code: 'LIST_MOVED_ON' } };
  switch (event.type) {
    case 'collectionArrived':
      return acceptCollection(state, event);
    case 'sourceChanged':
      return { state: { ...state, source: { ...state.source, ...event.source } }, outcome: done };
    case 'listConfirmed':
    case 'listGone':
    case 'listPresent':
    case 'listDoubted': {
      const marked = markList(state, event);
      return { state: marked, outcome: marked === state ? unchanged : done };
    }
    case 'feedsConfigured': {
      if (hasFeedChanged(state.feeds, event.feeds, event.seen) || isPostBlockedSince(state, event))
        return { state, outcome: { kind: 'refused', code: 'AIR_CHANGED' } };
      const feeds = configureFeeds(state, event);
      const isSame = feeds.length === state.feeds.length && feeds.every((feed, index) => feed === state.feeds[index]);
      if (isSame) return { state, outcome: unchanged };
      const slugs = new Set(feeds.map(({ slug }) => slug));
      const removed = event.by === undefined ? markFoundRemoved(state.feeds, event.at) : state.feeds;
      const removedFeeds = [...state.removedFeeds, ...removed].filter(({ slug }) => !slugs.has(slug));
      return { state: markUnreadFeeds(state, { ...state, feeds, removedFeeds }, event), outcome: done };
    }
    case 'collectionsSaved': {
      const feeds = state.feeds.map((feed) => {
        const saved = event.feeds.find(({ slug }) => slug === feed.slug);
        if (saved === undefined || saved.collectionId === feed.configuredId) return feed;
        return { ...feed, configuredId: saved.collectionId };
      });
      if (feeds.every((feed, index) => feed === state.feeds[index])) return { state, outcome: unchanged };
      return { state: { ...state, feeds }, outcome: done };
    }
    case 'mediaChanged': {
      // The media are another object too when only kept ones change, so that everything that shows them notices.
      const media = withFacts(state.media, event.media);
      const keptMedia = event.kept === undefined ? state.keptMedia : withFacts(state.keptMedia, event.kept);
      return { state: { ...state, media, keptMedia }, outcome: done };
    }
    case 'clockSet':
      return { state: shiftShow(state, event.byMs, event.wasStopped), outcome: done };
    case 'problemRaised':
      return raiseProblem(state, event.problem, event.isOnlyUpdate === true);
    case 'problemCleared': {
      const problems = state.problems.filter((known) => !isSameProblem(known, event));
      if (problems.length === state.problems.length) return { state, outcome: unchanged };
      return { state: { ...state, problems }, outcome: done };
    }
    default:
      return applyFeedEvent(state, event);
  }
}

function withFacts(
  known: ShowState['media'],
  changes: Extract<ShowEvent, { type: 'mediaChanged' }>['media'],
): ShowState['media'] {
  const media = new Map(known);
  for (const [key, facts] of changes) {
    if (facts === null) media.delete(key);
    else media.set(key, facts);
  }
  return media;
}

type Arrival = Extract<ShowEvent, { type: 'collectionArrived' }>;

function acceptCollection(state: ShowState, event: Arrival): Step {
  const { accept, from, at } = event;
  const current = snapshotOf(state, event.collection.id);
  const service = state.source.baseUrl === '' ? null : state.source.baseUrl;
  const collection = current === null ? event.collection : reuseLists(current.collection, event.collection);
  if (current !== null) {
    const order = compareVersions(current.collection, collection);
    if (order === 'same') {
      // A delivery can be old, so only a poll proves that the stored list is current.
      if (from !== 'poll') return { state, outcome: unchanged };
      const isMoved = service !== null && current.service !== null && current.service !== service;
      // While the disk failed, posts that an unsaved version lacked left live. If the service is back at this version, they return.
      const isShortened = state.feeds.some(
        (feed) =>
          feed.collectionId === collection.id &&
          hasOwnList(feed) &&
          !isSameList(feed.live.items, current.collection.live),
      );
      const isAwaited = isShortened || isCollectionAwaited(state, collection.id);
      if (!isMoved && !isAwaited) return { state, outcome: unchanged };
      const collections = isMoved ? withCollection(state, { ...current, service }) : state.collections;
      const feeds = isAwaited ? acceptInFeeds(state, current.collection, at) : state.feeds;
      return { state: { ...state, collections, feeds }, outcome: done };
    }
    const isAccepted = order === 'newer' || accept === 'any' || (order === 'tie' && accept === 'newerOrTie');
    if (!isAccepted) return { state, outcome: { kind: order } };
  }
  const { isRewind: isRewound, isCut } = event;
  const snapshot = updateSnapshot(current, collection, { from, service, at, isRewound, isCut });
  return {
    state: {
      ...state,
      collections: withCollection(state, snapshot),
      feeds: acceptInFeeds(state, collection, at),
    },
    outcome: done,
  };
}

function acceptInFeeds({ feeds }: ShowState, collection: Collection, at: string): readonly FeedState[] {
  const list = { items: collection.live, header: headerOf(collection) };
  const origin = { cause: 'service', by: null, ...noAction, at } as const;
  return feeds.map((feed) => (feed.collectionId === collection.id ? acceptLive(feed, list, origin) : feed));
}

/** Adds the snapshot. Beyond a limit, forgets the unused collections that arrived first. */
function withCollection(state: ShowState, snapshot: Snapshot): ShowState['collections'] {
  const { id } = snapshot.collection;
  const collections = { ...state.collections, [id]: snapshot };
  if (Object.hasOwn(state.collections, id)) return collections;
  const used = new Set(
    [...state.feeds, ...state.removedFeeds].flatMap((feed) => [
      feed.collectionId,
      feed.configuredId,
      ...shownCollectionsOf(feed),
    ]),
  );
  const unused = Object.values(state.collections).filter(({ collection }) => !used.has(collection.id));
  const excess = unused.length + 1 - maxUnusedCollections;
  if (excess <= 0) return collections;
  const forgotten = new Set(
    unused
      .toSorted((a, b) => (a.acceptedAt < b.acceptedAt ? -1 : 1))
      .slice(0, excess)
      .map(({ collection }) => collection.id),
  );
  return Object.fromEntries(Object.entries(collections).filter(([other]) => !forgotten.has(other)));
}

/** Whether a feed that is removed has a block that nobody had seen. */
function isPostBlockedSince(
  state: ShowState,
  { feeds, blocksSeen = {} }: Extract<ShowEvent, { type: 'feedsConfigured' }>,
): boolean {
  return state.feeds.some(({ slug, blocks }) => {
    const seen = ownValue(blocksSeen, slug);
    if (seen === undefined || feeds.some((feed) => feed.slug === slug)) return false;
    return blocks.some(({ itemId, since }) => !seen.some((known) => known.itemId === itemId && known.since === since));
  });
}

function configureFeeds(
  state: ShowState,
  { feeds, by, at }: Extract<ShowEvent, { type: 'feedsConfigured' }>,
): readonly FeedState[] {
  return feeds.map(({ slug, collectionId, ...set }) => {
    const { isCollectionSet, isOtherService, keepsList, lastRevision, seenRevision, isOtherShow } = set;
    const present = state.feeds.find((feed) => feed.slug === slug);
    const removed = state.removedFeeds.find((feed) => feed.slug === slug);
    const added = removed === undefined ? createFeed(slug, lastRevision, at) : { ...removed, foundRemovedAt: null };
    const known = present ?? added;
    // An operator's choice of collection stays until the settings name another one.
    const isKept = known.configuredId === collectionId && isCollectionSet !== true;
    const nextId = isKept ? known.collectionId : collectionId;
    const origin: ChangeOrigin =
      by !== undefined
        ? { cause: 'operator', by, verb: 'point', about: nextId, at }
        : known.isRestored
          ? { cause: 'rule', by: null, verb: 'restart', about: null, at }
          : { cause: 'service', by: null, ...noAction, at };
    const isPointed = known.configuredId !== collectionId || known.collectionId !== nextId;
    // A feed without a trusted list is held, so its operator may need the stored one.
    const isKeeping = keepsList === true && known.collectionId !== nextId && known.loss === null;
    const configured =
      present !== undefined && !isPointed
        ? present
        : {
            ...(isKeeping ? { ...known, collectionId: nextId } : changeCollection(state, known, nextId, at, origin)),
            configuredId: collectionId,
          };
    const isRestart = by === undefined && known.isRestored;
    const changedAtStart = isRestart ? findChange(known, present !== undefined, nextId, isOtherService === true) : null;
    const marked = changedAtStart === null ? configured : { ...configured, changedAtStart };
    const raised = raiseAbove(marked, seenRevision, origin);
    const isOpened = known.isRestored && (isOtherShow === true || (isRestart && raised !== marked));
    return isOpened ? { ...raised, changedAtStart: 'show' } : raised;
  });
}

/** An operator who removes a feed knows it, so only a start marks the feeds that it lacks. */
function markFoundRemoved(feeds: readonly FeedState[], at: string): readonly FeedState[] {
  return feeds.map((feed) => (feed.onAir.items.length > 0 ? { ...feed, foundRemovedAt: at } : feed));
}

/** Marks as unread what feeds begin to use. Only the lists in the settings were read, and an operator can have chosen others. */
function markUnreadFeeds(
  before: ShowState,
  after: ShowState,
  { feeds }: Extract<ShowEvent, { type: 'feedsConfigured' }>,
): ShowState {
  const newlyUsed = after.feeds.flatMap(({ collectionId }) =>
    collectionId !== null && !isCollectionInUse(before, collectionId) ? [collectionId] : [],
  );
  const isRead = (id: string): boolean =>
    feeds.some(({ collectionId, keepsList }) => collectionId === id && keepsList !== true);
  return markUnread(
    after,
    newlyUsed.filter((id) => !isRead(id)),
  );
}

/** The difference of the settings of a feed to those before Greenroom was stopped. */
function findChange(
  { collectionId }: FeedState,
  isPresent: boolean,
  nextId: string | null,
  isOtherService: boolean,
): FeedState['changedAtStart'] {
  if (!isPresent) return 'added';
  if (nextId === null) return collectionId === null ? null : 'noCollection';
  if (isOtherService) return 'service';
  return collectionId === nextId ? null : 'collection';
}

/** Readers ignore a list whose revision they have seen, even one of another show. An operator who changed the show is the cause. */
function raiseAbove(feed: FeedState, seenRevision: number | undefined, origin: ChangeOrigin): FeedState {
  if (seenRevision === undefined || feed.onAir.revision > seenRevision) return feed;
  const { at: since, ...operator } = origin;
  const cause =
    origin.cause === 'operator' ? operator : ({ cause: 'rule', by: null, verb: 'restart', about: null } as const);
  return { ...feed, onAir: { ...feed.onAir, ...cause, since, revision: seenRevision + 1 } };
}

/** A feed added again under its old slug starts empty, one revision above its last. */
function createFeed(slug: string, lastRevision: number | undefined, at: string): FeedState {
  const feed = createEmptyFeed(slug, at);
  return lastRevision === undefined ? feed : { ...feed, onAir: { ...feed.onAir, revision: lastRevision + 1 } };
}

function raiseProblem(state: ShowState, problem: Problem, isOnlyUpdate: boolean): Step {
  const known = state.problems.find((other) => isSameProblem(other, problem));
  if (known === undefined && isOnlyUpdate) return { state, outcome: unchanged };
  if (known === undefined) return { state: { ...state, problems: [...state.problems, problem] }, outcome: done };
  if (known.message === problem.message && known.nextStep === problem.nextStep) return { state, outcome: unchanged };
  const updated = withSince(problem, known.since);
  return {
    state: { ...state, problems: state.problems.map((other) => (other === known ? updated : other)) },
    outcome: done,
  };
}

function applyFeedEvent(state: ShowState, event: FeedEvent): Step {
  const feed = state.feeds.find((known) => known.slug === event.feed);
  if (feed === undefined) return { state, outcome: { kind: 'refused', code: 'FEED_UNKNOWN' } };
  const result = advanceFeed(state, feed, event);
  if (!('feed' in result)) return { state, outcome: result };
  if (result.feed === feed) return { state, outcome: unchanged };
  const next = { ...state, feeds: state.feeds.map((known) => (known === feed ? result.feed : known)) };
  const isUnread = event.type === 'feedPointed' && event.isUnread === true;
  return { state: isUnread ? markUnread(next, [event.collectionId]) : next, outcome: done };
}
