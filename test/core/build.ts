/** Posts, collections and shows for the tests of the core: small, and each named by what matters in it. */
import { advance } from '../../src/core/advance.ts';
import type { Collection, Item } from '../../src/core/collection.ts';
import { type FeedState, newFeed } from '../../src/core/feedState.ts';
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

/** Posts named by the letters: `a` plain, `A` the same post edited. */
export function posts(letters: string): Item[] {
  return [...letters].map((letter) =>
    post(letter.toLowerCase(), letter === letter.toLowerCase() ? {} : { message: 'Edited' }),
  );
}

/** The letters of a list, upper case where edited. */
export function letters(list: readonly Item[]): string {
  return list.map(({ id, message }) => (message === 'Edited' ? id.toUpperCase() : id)).join('');
}

/** A version of a collection; `second` is its date. */
export function collection(second: number, live: string, staging = '', id = 'col_1'): Collection {
  const lastModifiedDate = new Date(Date.UTC(2026, 10, 20, 18) + second * 1000).toISOString();
  const header = { id, name: 'Posts', contentType: 'SOCIAL_POST', lastModifiedDate };
  return { ...header, createdDate: now, live: posts(live), staging: posts(staging) };
}

export function arrival(version: Collection, accept: 'newer' | 'newerOrTie' | 'any' = 'newer'): ShowEvent {
  return { type: 'collectionArrived', collection: version, from: 'poll', accept, at: version.lastModifiedDate };
}

const press = { feed: 'main', by: 'Ines', at: now } as const;

/** Presses by their words, as the table tests write them: `hold`, `take 3`, `block a`, `guard word`, `live 5 abc`. */
export function eventOf(words: string): ShowEvent {
  const [verb = '', first = '', second = '', third = ''] = words.split(' ');
  const version = first === '' ? null : Number(first);
  switch (verb) {
    case 'live':
      return arrival(collection(Number(first), second, third));
    case 'live2':
      return arrival(collection(Number(first), second, third, 'col_2'));
    case 'hold':
      return { type: 'feedHeld', ...press };
    case 'release':
      return { type: 'feedReleased', liveVersion: version, ...press };
    case 'take':
      return { type: 'feedTaken', liveVersion: version, only: null, ...press };
    case 'removals':
      return { type: 'feedTaken', liveVersion: version, only: 'removals', ...press };
    case 'clear':
      return { type: 'feedCleared', ...press };
    case 'back':
      return { type: 'feedBroughtBack', ...press };
    case 'rollback':
      return { type: 'feedRolledBack', list: { items: posts(first), header: null }, revision: 1, ...press };
    case 'block':
      return { type: 'itemBlocked', itemId: first, reason: null, ...press };
    case 'unblock':
      return { type: 'itemUnblocked', itemId: first, ...press };
    case 'guard':
      return { type: 'guardsSet', words: first === '' ? [] : [first], authors: [], ...press };
    case 'author':
      return { type: 'guardsSet', words: [], authors: [first], ...press };
    case 'allow':
      return { type: 'itemAllowed', itemId: first, ...press };
    case 'point':
      return { type: 'feedPointed', collectionId: first, hold: second === 'hold', ...press };
    case 'seen':
      return { type: 'restorationSeen', ...press };
    case 'next':
      return { type: 'headStepped', steps: 1, ...press };
    case 'previous':
      return { type: 'headStepped', steps: -1, ...press };
    case 'cue':
      return { type: 'headCued', itemId: first, index: null, ...press };
    case 'cueIndex':
      return { type: 'headCued', itemId: null, index: version, ...press };
    case 'pin':
      return { type: 'headPinned', isPinned: true, ...press };
    case 'unpin':
      return { type: 'headPinned', isPinned: false, ...press };
    case 'rotate': {
      const rotation = first === '' ? null : { seconds: Number(first), isByLength: false };
      const isLooping = words.includes('loop');
      return { type: 'rotationSet', rotation, isLooping, skipsUsed: words.includes('skip'), ...press };
    }
    case 'elapsed':
      return { type: 'rotationElapsed', itemId: first, ...press };
    case 'used':
      return { type: 'itemUsed', itemId: first, isUsed: true, ...press };
    case 'unused':
      return { type: 'itemUsed', itemId: first, isUsed: false, ...press };
    case 'source':
      return { type: 'sourceChanged', source: { word: 'stale', freshness: 'offline' } };
    default:
      throw new Error(`no event is called ${verb}`);
  }
}

/** A show with one feed, `main`, on `col_1`, after those events; and the last step. */
export function play(...words: string[]): Step {
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  const start = advance(emptyShow, { type: 'feedsConfigured', feeds, at: now });
  return words.reduce((step, word) => advance(step.state, eventOf(word)), start);
}

export function mainOf(state: ShowState): FeedState {
  return state.feeds[0] ?? newFeed('none', now);
}
