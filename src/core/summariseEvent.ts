/** Summarises an event of a show in one line, for the list of a recorded show. */
import { actionOf } from './actionOf.ts';
import type { Item } from './collection.ts';
import { commandTable } from './commandTable.ts';
import { compareLists } from './compare.ts';
import { describeAction } from './describeAction.ts';
import type { Cause } from './feedState.ts';
import { listNames, listNamesBriefly } from './listNames.ts';
import { isolateName, quoteName } from './outsideName.ts';
import { authorOf } from './postLabel.ts';
import { postName } from './postName.ts';
import { type FeedEvent, feedOf, type ShowEvent, type ShowState, snapshotOf } from './show.ts';
import { formatDuration } from './time.ts';

export type EventSummary = {
  /** `null` for an event of Greenroom itself, such as a problem. */
  readonly cause: Cause | null;
  readonly by: string | null;
  readonly text: string;
};

/** Whether the event is left out of the list: checks of the service and media progress. */
export function isUnlistedEvent(event: { readonly type: string }): boolean {
  return event.type === 'sourceChanged' || event.type === 'mediaChanged';
}

/** Summarises the event that led from `before` to `after`; `null` for an unlisted one. */
export function summariseEvent(event: ShowEvent, before: ShowState, after: ShowState): EventSummary | null {
  switch (event.type) {
    case 'sourceChanged':
    case 'mediaChanged':
      return null;
    case 'collectionArrived':
      return { cause: 'service', by: null, text: describeArrival(event.collection.id, before, after) };
    case 'feedsConfigured':
      return {
        cause: event.by === undefined ? null : 'operator',
        by: event.by ?? null,
        text: `Feeds set: ${listNames(event.feeds.map(({ slug }) => slug))}`,
      };
    case 'problemRaised':
      return { cause: null, by: null, text: event.problem.message };
    case 'problemCleared': {
      const known = before.problems.find(({ code, about }) => code === event.code && about === event.about);
      return { cause: null, by: null, text: `Resolved: ${known?.message ?? event.code}` };
    }
    case 'clockSet':
      return { cause: null, by: null, text: describeClockSet(event.byMs) };
    case 'takedownReported':
      return { cause: null, by: null, text: describeTakedown(event, before) };
    case 'rotationElapsed':
      return { cause: 'rule', by: null, text: describeHead('Rotation moved to', after, event.feed) };
    default:
      return { cause: 'operator', by: event.by, text: describeFeedEvent(event, before, after) };
  }
}

/** For example `The clock was set back by 10 min 00 s`. */
export function describeClockSet(byMs: number): string {
  return `The clock was set ${byMs < 0 ? 'back' : 'forward'} by ${formatDuration(Math.abs(byMs))}`;
}

function describeArrival(id: string, before: ShowState, after: ShowState): string {
  const previous = snapshotOf(before, id)?.collection ?? null;
  const current = snapshotOf(after, id)?.collection ?? null;
  if (current === null) return 'Live received';
  const live = describeDifference(previous?.live ?? [], current.live, current.staging);
  if (live !== '') return `Live: ${live}`;
  const staging = describeDifference(previous?.staging ?? [], current.staging, []);
  if (staging !== '') return `Staging: ${staging}`;
  return previous === null ? `${quoteName(current.name)}, empty` : `${quoteName(current.name)}, unchanged`;
}

/** `staging` is the list that posts of `before` may have moved back to. */
function describeDifference(before: readonly Item[], after: readonly Item[], staging: readonly Item[]): string {
  const { added, removed, edited, moved } = compareLists(before, after);
  const names = new Map([...before, ...after].map((item) => [item.id, authorOf(item)]));
  const stagingIds = new Set(staging.map(({ id }) => id));
  const describePart = (ids: readonly string[], change: string): readonly string[] =>
    ids.length === 0 ? [] : [`${listNamesBriefly(ids.map((id) => names.get(id) ?? id))} ${change}`];
  return [
    ...describePart(added, 'added'),
    ...describePart(
      removed.filter((id) => stagingIds.has(id)),
      'moved back to staging',
    ),
    ...describePart(
      removed.filter((id) => !stagingIds.has(id)),
      'removed',
    ),
    ...describePart(
      edited.map(({ id }) => id),
      'edited',
    ),
    ...describePart(moved, 'moved'),
  ].join('; ');
}

function describeFeedEvent(
  event: Exclude<FeedEvent, { type: 'rotationElapsed' | 'takedownReported' }>,
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
    case 'feedPointed':
      return `Use ${quoteName(snapshotOf(after, event.collectionId)?.collection.name ?? event.collectionId)} for ${event.feed}`;
    case 'itemBlocked':
      return `${commandTable.block.label} ${postName(event.itemId, event.feed, before)}`;
    case 'itemUnblocked':
      return `${commandTable.unblock.label} ${postName(event.itemId, event.feed, before)}`;
    case 'takedownConfirmed':
      return `${commandTable.confirm.label}: ${postName(event.itemId, event.feed, before)}`;
    case 'itemAllowed':
      return `${commandTable.allow.label} ${postName(event.itemId, event.feed, before)}`;
    case 'guardsSet':
      return `${commandTable.guards.label}: ${listNames([...event.words, ...event.authors].map((rule) => quoteName(rule))) || 'none'}`;
    case 'headStepped':
      return describeHead(`${commandTable[event.steps === 1 ? 'next' : 'previous'].label}:`, after, event.feed);
    case 'headCued':
      return describeHead(commandTable.cue.label, after, event.feed);
    case 'headPinned':
      return event.isPinned ? describeHead(commandTable.pin.label, after, event.feed) : commandTable.unpin.label;
    case 'rotationSet':
      return event.rotation === null
        ? `${commandTable.rotate.label} off`
        : `${commandTable.rotate.label}: every ${event.rotation.seconds} s`;
    case 'itemUsed':
      return `Mark ${event.isUsed ? 'used' : 'unused'}: ${postName(event.itemId, event.feed, before)}`;
    case 'restorationSeen':
      return commandTable.seen.label;
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
    return `${post} may still be on screen. Not confirmed by ${listNames(waitingFor.map(({ name }) => isolateName(name)))}`;
  const duration = confirmed.inMs === null ? '' : ` in ${confirmed.inMs} ms`;
  return `${post} confirmed off air${duration} by ${listNames(confirmed.consumers.map(isolateName))}`;
}

/** The lead and the name of the current post, such as `Cue Ada`. */
function describeHead(lead: string, show: ShowState, slug: string): string {
  const feed = feedOf(show, slug);
  const item = feed?.onAir.items[feed.playHead.index ?? -1];
  return item === undefined ? `${lead.replace(/:$/, '')} (nothing on air)` : `${lead} ${authorOf(item)}`;
}
