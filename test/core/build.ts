/** Builds small posts, collections and shows for the tests of the core. */
import { advance } from '../../src/core/advance.ts';
import type { Collection, Item } from '../../src/core/collection.ts';
import { createEmptyFeed, type FeedState } from '../../src/core/feedState.ts';
import { emptyShow, type ShowEvent, type ShowState, type Step } from '../../src/core/show.ts';

export const now = '2026-11-20T18:00:00.000Z';

export function post(id: string, changes: Partial<Item> = {}): Item {
  return {
    id,
    fullName: null,
    username: `user-${id}`,
    source: 'INSTAGRAM',
    message: `Message of ${id}`,
    profileImageUrl: null,
    media: [],
    publishedAt: now,
    lastModifiedDate: now,
    extra: null,
    ...changes,
  };
}

/** One post per character: `a` is plain, `A` is the same post edited. */
export function posts(ids: string): Item[] {
  return [...ids].map((id) => post(id.toLowerCase(), id === id.toLowerCase() ? {} : { message: 'Edited' }));
}

/** The ids of a list as one string, upper case for edited posts. */
export function idsOf(list: readonly Item[]): string {
  return list.map(({ id, message }) => (message === 'Edited' ? id.toUpperCase() : id)).join('');
}

/** A version of a collection, dated `second` seconds after 18:00. */
export function collection(second: number, live: string, staging = '', id = 'col_1'): Collection {
  const lastModifiedDate = new Date(Date.UTC(2026, 10, 20, 18) + second * 1000).toISOString();
  const header = { id, name: 'Posts', contentType: 'SOCIAL_POST', lastModifiedDate };
  return { ...header, createdDate: now, live: posts(live), staging: posts(staging) };
}

export function arrival(version: Collection, accept: 'newer' | 'newerOrTie' | 'any' = 'newer'): ShowEvent {
  return { type: 'collectionArrived', collection: version, from: 'poll', accept, at: version.lastModifiedDate };
}

const action = { feed: 'main', by: 'Ines', at: now } as const;

/** Parses an event as the tests write it: `hold`, `take 3`, `block a`, `guard word`, `live 5 abc`. */
export function eventOf(text: string): ShowEvent {
  const [verb = '', first = '', second = '', third = ''] = text.split(' ');
  const version = first === '' ? null : Number(first);
  switch (verb) {
    case 'live':
      return arrival(collection(Number(first), second, third));
    case 'live2':
      return arrival(collection(Number(first), second, third, 'col_2'));
    case 'hold':
      return { type: 'feedHeld', ...action };
    case 'release':
      return { type: 'feedReleased', liveVersion: version, ...action };
    case 'take':
      return { type: 'feedTaken', liveVersion: version, only: null, ...action };
    case 'removals':
      return { type: 'feedTaken', liveVersion: version, only: 'removals', ...action };
    case 'clear':
      return { type: 'feedCleared', ...action };
    case 'back':
      return { type: 'feedBroughtBack', ...action };
    case 'rollback':
      return { type: 'feedRolledBack', list: { items: posts(first), header: null }, revision: 1, ...action };
    case 'block':
      return { type: 'itemBlocked', itemId: first, reason: null, ...action };
    case 'confirm':
      return { type: 'takedownConfirmed', itemId: first, ...action };
    case 'unblock':
      return { type: 'itemUnblocked', itemId: first, ...action };
    case 'guard':
      return { type: 'guardsSet', words: first === '' ? [] : [first], authors: [], version: null, ...action };
    case 'author':
      return { type: 'guardsSet', words: [], authors: [first], version: null, ...action };
    case 'allow':
      return { type: 'itemAllowed', itemId: first, ...action };
    case 'point':
      return { type: 'feedPointed', collectionId: first, hold: second === 'hold', ...action };
    case 'seen':
      return { type: 'restorationSeen', ...action };
    case 'next':
      return { type: 'headStepped', steps: 1, ...action };
    case 'previous':
      return { type: 'headStepped', steps: -1, ...action };
    case 'cue':
      return { type: 'headCued', itemId: first, index: null, ...action };
    case 'cueIndex':
      return { type: 'headCued', itemId: null, index: version, ...action };
    case 'pin':
      return { type: 'headPinned', isPinned: true, ...action };
    case 'unpin':
      return { type: 'headPinned', isPinned: false, ...action };
    case 'rotate': {
      const rotation = first === '' ? null : { seconds: Number(first), isByLength: false };
      const isLooping = text.includes('loop');
      return { type: 'rotationSet', rotation, isLooping, skipsUsed: text.includes('skip'), ...action };
    }
    case 'elapsed':
      return { type: 'rotationElapsed', itemId: first, ...action };
    case 'used':
      return { type: 'itemUsed', itemId: first, isUsed: true, ...action };
    case 'unused':
      return { type: 'itemUsed', itemId: first, isUsed: false, ...action };
    case 'source':
      return { type: 'sourceChanged', source: { state: 'stale', freshness: 'offline' } };
    default:
      throw new Error(`unknown event: ${verb}`);
  }
}

/** Applies events to a show with one feed, `main`, on `col_1`, and returns the last step. */
export function play(...events: string[]): Step {
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  const start = advance(emptyShow, { type: 'feedsConfigured', feeds, at: now });
  return events.reduce((step, event) => advance(step.state, eventOf(event)), start);
}

export function mainOf(state: ShowState): FeedState {
  return state.feeds[0] ?? createEmptyFeed('none', now);
}
