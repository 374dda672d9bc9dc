/** Summarises an event of a show in one line, for the list of a recorded show. */
import { actionOf } from './actionOf.ts';
import type { Item } from './collection.ts';
import { commandTable } from './commandTable.ts';
import { compareLists } from './compare.ts';
import { describeAction } from './describeAction.ts';
import type { Cause } from './feedState.ts';
import { markMessage, say } from './language/say.ts';
import { listNames, listNamesBriefly } from './listNames.ts';
import { isolateName, quoteName } from './outsideName.ts';
import { authorOf } from './postLabel.ts';
import { postName } from './postName.ts';
import { describeProblemEnd } from './problemEnd.ts';
import { type FeedEvent, feedOf, type ShowEvent, type ShowState, snapshotOf } from './show.ts';
import { formatDuration, formatShortDuration } from './time.ts';

export type EventSummary = {
  /** `null` for an event of Greenroom itself, such as a problem. */
  readonly cause: Cause | null;
  readonly by: string | null;
  readonly text: string;
};

/** Whether the event is left out of the list: checks of the service, media progress, saved settings, and what a problem says already. */
export function isUnlistedEvent(event: { readonly type: string }): boolean {
  return [
    'sourceChanged',
    'mediaChanged',
    'collectionsSaved',
    'listConfirmed',
    'listGone',
    'listPresent',
    'listDoubted',
    'startDoubted',
  ].includes(event.type);
}

/** Summarises the event that led from `before` to `after`; `null` for an unlisted one. */
export function summariseEvent(event: ShowEvent, before: ShowState, after: ShowState): EventSummary | null {
  switch (event.type) {
    case 'sourceChanged':
    case 'mediaChanged':
    case 'collectionsSaved':
    case 'listConfirmed':
    case 'listGone':
    case 'listPresent':
    case 'listDoubted':
    case 'startDoubted':
      return null;
    case 'collectionArrived':
      return { cause: 'service', by: null, text: describeArrival(event.collection.id, before, after) };
    case 'feedsConfigured':
      return {
        cause: event.by === undefined ? null : 'operator',
        by: event.by ?? null,
        text: say('Feeds set: {feeds}', { feeds: listNames(event.feeds.map(({ slug }) => slug)) }),
      };
    case 'problemRaised':
      return { cause: null, by: null, text: event.problem.message };
    case 'problemCleared': {
      const known = before.problems.find(({ code, about }) => code === event.code && about === event.about);
      const text =
        known === undefined ? say('Resolved: a problem from before the recording') : describeProblemEnd(known, after);
      return { cause: null, by: null, text };
    }
    case 'clockSet':
      return { cause: null, by: null, text: describeClockSet(event.byMs) };
    case 'takedownReported':
      return { cause: null, by: null, text: describeTakedown(event, before) };
    case 'rotationElapsed':
      return { cause: 'rule', by: null, text: describeHead('rotation', after, event.feed) };
    default:
      return { cause: 'operator', by: event.by, text: describeFeedEvent(event, before, after) };
  }
}

/** For example `The clock was set back by 10 min 00 s`. It is measured to milliseconds, so that 3 h can be a little less. */
export function describeClockSet(byMs: number): string {
  const shownUnitMs = Math.abs(byMs) < 3_570_000 ? 1000 : 60_000;
  const duration = formatDuration(Math.round(Math.abs(byMs) / shownUnitMs) * shownUnitMs);
  return byMs < 0
    ? say('The clock was set back by {duration}', { duration })
    : say('The clock was set forward by {duration}', { duration });
}

function describeArrival(id: string, before: ShowState, after: ShowState): string {
  const previous = snapshotOf(before, id)?.collection ?? null;
  const current = snapshotOf(after, id)?.collection ?? null;
  if (current === null) return say('Live received');
  const live = describeDifference(previous?.live ?? [], current.live, current.staging);
  if (live !== '') return say('Live: {changes}', { changes: live });
  const staging = describeDifference(previous?.staging ?? [], current.staging, []);
  if (staging !== '') return say('Staging: {changes}', { changes: staging });
  const collection = quoteName(current.name);
  return previous === null
    ? say('{collection}, empty', { collection })
    : say('{collection}, unchanged', { collection });
}

const changes = {
  added: markMessage('{names} added'),
  movedBack: markMessage('{names} moved back to staging'),
  removed: markMessage('{names} removed'),
  edited: markMessage('{names} edited'),
  moved: markMessage('{names} moved'),
};

/** `staging` is the list that posts of `before` may have moved back to. */
function describeDifference(before: readonly Item[], after: readonly Item[], staging: readonly Item[]): string {
  const { added, removed, edited, moved } = compareLists(before, after);
  const names = new Map([...before, ...after].map((item) => [item.id, authorOf(item)]));
  const stagingIds = new Set(staging.map(({ id }) => id));
  const describePart = (message: string, ids: readonly string[]): readonly string[] =>
    ids.length === 0 ? [] : [say(message, { names: listNamesBriefly(ids.map((id) => names.get(id) ?? id)) })];
  return [
    ...describePart(changes.added, added),
    ...describePart(
      changes.movedBack,
      removed.filter((id) => stagingIds.has(id)),
    ),
    ...describePart(
      changes.removed,
      removed.filter((id) => !stagingIds.has(id)),
    ),
    ...describePart(
      changes.edited,
      edited.map(({ id }) => id),
    ),
    ...describePart(changes.moved, moved),
  ].join('; ');
}

function describeFeedEvent(
  event: Exclude<FeedEvent, { type: 'rotationElapsed' | 'takedownReported' | 'startDoubted' }>,
  before: ShowState,
  after: ShowState,
): string {
  switch (event.type) {
    case 'feedHeld':
    case 'feedReleased':
    case 'feedTaken':
    case 'feedCleared':
    case 'feedBroughtBack':
    case 'feedRolledBack':
      return describeAction(actionOf(event)) ?? '';
    case 'feedPointed': {
      const collection = quoteName(snapshotOf(after, event.collectionId)?.collection.name ?? event.collectionId);
      const values = { collection, feed: event.feed };
      return event.hold && feedOf(before, event.feed)?.gate === 'following'
        ? say('Hold {feed}, then use {collection}', values)
        : say('Use {collection} for {feed}', values);
    }
    case 'itemBlocked':
      return say('Block {post}', { post: postName(event.itemId, event.feed, before) });
    case 'itemUnblocked':
      return say('Unblock {post}', { post: postName(event.itemId, event.feed, before) });
    case 'takedownConfirmed':
      return say('Got it: not on screen: {post}', { post: postName(event.itemId, event.feed, before) });
    case 'itemAllowed':
      return say('Allow {post}', { post: postName(event.itemId, event.feed, before) });
    case 'guardsSet':
      return describeGuards([...event.words, ...event.authors]);
    case 'headStepped':
      return describeHead(event.steps === 1 ? 'next' : 'previous', after, event.feed);
    case 'headCued':
      return describeHead('cue', after, event.feed);
    case 'headPinned':
      return event.isPinned ? describeHead('pin', after, event.feed) : say(commandTable.unpin.label);
    case 'rotationSet':
      return event.rotation === null
        ? say('Rotation off')
        : say('Rotation: every {seconds} s', { seconds: event.rotation.seconds });
    case 'itemUsed':
      return describeUsed(event.isUsed, postName(event.itemId, event.feed, before));
    case 'restorationSeen':
      return say(commandTable.seen.label);
    default:
      return event satisfies never;
  }
}

function describeTakedown(
  { itemId, feed, report: { waitingFor, confirmed } }: Extract<FeedEvent, { type: 'takedownReported' }>,
  show: ShowState,
): string {
  const post = postName(itemId, feed, show);
  if (confirmed === null)
    return say('{post} may still be on screen. Not confirmed by {consumers}', {
      post,
      consumers: listNames(waitingFor.map(({ name }) => isolateName(name))),
    });
  const consumers = listNames(confirmed.consumers.map(isolateName));
  return confirmed.inMs === null
    ? say('{post} confirmed off air by {consumers}', { post, consumers })
    : say('{post} confirmed off air in {duration} by {consumers}', {
        post,
        consumers,
        duration: formatShortDuration(confirmed.inMs),
      });
}

function describeGuards(rules: readonly string[]): string {
  return rules.length === 0 ? say('Guards: none') : say('Guards: {rules}', { rules: listNames(rules.map(quoteName)) });
}

function describeUsed(isUsed: boolean, post: string): string {
  return isUsed ? say('Mark used: {post}', { post }) : say('Mark unused: {post}', { post });
}

/** For each move of the play head, the message with the current post, and the one without a post. */
const moves = {
  rotation: [markMessage('Rotation moved to {post}'), markMessage('Rotation moved to (nothing on air)')],
  next: [markMessage('Next: {post}'), markMessage('Next (nothing on air)')],
  previous: [markMessage('Previous: {post}'), markMessage('Previous (nothing on air)')],
  cue: [markMessage('Cue {post}'), markMessage('Cue (nothing on air)')],
  pin: [markMessage('Pin {post}'), markMessage('Pin (nothing on air)')],
} as const;

/** For example `Cue Ada`. */
function describeHead(move: keyof typeof moves, show: ShowState, slug: string): string {
  const feed = feedOf(show, slug);
  const item = feed?.onAir.items[feed.playHead.index ?? -1];
  const [withPost, withoutPost] = moves[move];
  return item === undefined ? say(withoutPost) : say(withPost, { post: authorOf(item) });
}
