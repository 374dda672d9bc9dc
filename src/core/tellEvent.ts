/** What an event of a show did, in words: for the list of a recorded show. */
import type { Item } from './collection.ts';
import { compareLists, type Difference } from './compare.ts';
import type { Cause } from './feedState.ts';
import { listNames } from './listNames.ts';
import { type FeedEvent, feedOf, type ShowEvent, type ShowState, snapshotOf } from './show.ts';

export type Told = {
  /** Null: Greenroom itself. */
  readonly cause: Cause | null;
  readonly by: string | null;
  readonly words: string;
};

/** Checks of the service and the progress of media: nothing that an operator did or saw. */
export function isQuiet(event: { readonly type: string }): boolean {
  return event.type === 'sourceChanged' || event.type === 'mediaChanged';
}

/** The event between those two shows; null for a quiet one. */
export function tellEvent(event: ShowEvent, before: ShowState, after: ShowState): Told | null {
  switch (event.type) {
    case 'sourceChanged':
    case 'mediaChanged':
      return null;
    case 'collectionArrived':
      return { cause: 'service', by: null, words: arrivalWords(event.collection.id, before, after) };
    case 'feedsConfigured':
      return {
        cause: event.by === undefined ? null : 'operator',
        by: event.by ?? null,
        words: `Feeds: ${listNames(event.feeds.map(({ slug }) => slug))}`,
      };
    case 'problemRaised':
      return { cause: null, by: null, words: event.problem.message };
    case 'problemCleared': {
      const known = before.problems.find(({ code, about }) => code === event.code && about === event.about);
      return { cause: null, by: null, words: `Over: ${known?.message ?? event.code}` };
    }
    case 'rotationElapsed':
      return { cause: 'rule', by: null, words: `Rotation: ${headName(after, event.feed)}` };
    default:
      return { cause: 'operator', by: event.by, words: pressWords(event, before, after) };
  }
}

function arrivalWords(id: string, before: ShowState, after: ShowState): string {
  const was = snapshotOf(before, id)?.collection ?? null;
  const is = snapshotOf(after, id)?.collection ?? null;
  if (is === null) return 'Live';
  const live = differenceWords(compareLists(was?.live ?? [], is.live), was?.live ?? [], is.live);
  if (live !== '') return `Live: ${live}`;
  const staging = differenceWords(compareLists(was?.staging ?? [], is.staging), was?.staging ?? [], is.staging);
  if (staging !== '') return `Staging: ${staging}`;
  return was === null ? `${is.name}, empty` : `${is.name}, as it was`;
}

function differenceWords(difference: Difference, before: readonly Item[], after: readonly Item[]): string {
  const known = new Map([...before, ...after].map((item) => [item.id, nameOf(item)]));
  const say = (ids: readonly string[], what: string): readonly string[] =>
    ids.length === 0 ? [] : [`${listNames(ids.map((id) => known.get(id) ?? id))} ${what}`];
  return [
    ...say(difference.added, 'added'),
    ...say(difference.removed, 'removed'),
    ...say(
      difference.edited.map(({ id }) => id),
      'edited',
    ),
    ...say(difference.moved, 'moved'),
  ].join('; ');
}

function pressWords(
  event: Exclude<FeedEvent, { type: 'rotationElapsed' }>,
  before: ShowState,
  after: ShowState,
): string {
  switch (event.type) {
    case 'feedHeld':
      return 'Hold';
    case 'feedReleased':
      return 'Release';
    case 'feedTaken':
      return event.only === null ? 'Take all' : 'Removals';
    case 'feedCleared':
      return 'Clear';
    case 'feedBroughtBack':
      return 'Back';
    case 'feedRolledBack':
      return event.revision === null ? 'Rolled back' : `Rolled back to ${event.revision}`;
    case 'feedPointed':
      return `Collection: ${snapshotOf(after, event.collectionId)?.collection.name ?? event.collectionId}`;
    case 'itemBlocked':
      return `Block ${postName(event.itemId, event.feed, before)}`;
    case 'itemUnblocked':
      return `Unblock ${postName(event.itemId, event.feed, before)}`;
    case 'itemAllowed':
      return `Let through ${postName(event.itemId, event.feed, before)}`;
    case 'guardsSet':
      return `Guards: ${listNames([...event.words, ...event.authors].map((rule) => `“${rule}”`)) || 'none'}`;
    case 'headStepped':
      return `${event.steps === 1 ? 'Next' : 'Previous'}: ${headName(after, event.feed)}`;
    case 'headCued':
      return `Cue ${headName(after, event.feed)}`;
    case 'headPinned':
      return event.isPinned ? `Pin ${headName(after, event.feed)}` : 'Unpin';
    case 'rotationSet':
      return event.rotation === null ? 'Rotation off' : `Rotation, ${event.rotation.seconds} s`;
    case 'itemUsed':
      return `${event.isUsed ? 'Used' : 'Not used'}: ${postName(event.itemId, event.feed, before)}`;
    case 'restorationSeen':
      return 'I have looked';
    default: {
      const unreachable: never = event;
      return unreachable;
    }
  }
}

function postName(id: string, slug: string, show: ShowState): string {
  const feed = feedOf(show, slug);
  const collection = feed?.collectionId == null ? null : (snapshotOf(show, feed.collectionId)?.collection ?? null);
  const lists = [feed?.onAir.items ?? [], feed?.live.items ?? [], feed?.base.items ?? [], collection?.staging ?? []];
  const item = lists.flatMap((list) => list.find((one) => one.id === id) ?? []).at(0);
  return item === undefined ? id : nameOf(item);
}

function headName(show: ShowState, slug: string): string {
  const feed = feedOf(show, slug);
  const item = feed?.onAir.items[feed.playHead.index ?? -1];
  return item === undefined ? 'none' : nameOf(item);
}

function nameOf({ fullName, username, id }: Item): string {
  return fullName ?? username ?? id;
}
