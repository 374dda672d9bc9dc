/** A reproducible endless show, so that a killed child process and its parent agree on every event. */
import type { Collection, Item } from '../../../src/core/collection.ts';
import type { ShowEvent, ShowState } from '../../../src/core/show.ts';

export function post(id: string, version = 0): Item {
  return {
    id,
    fullName: `Ada ${id}`,
    username: 'ada',
    source: 'INSTAGRAM',
    message: `Message ${version} of ${id} – ünïcode 👋`,
    profileImageUrl: null,
    media: [{ mediaUrl: `https://media.example/${id}`, mediaType: 'image/jpeg' }],
    publishedAt: '2026-11-20T18:00:00Z',
    lastModifiedDate: `2026-11-20T18:00:00.${version}Z`,
    extra: version % 2 === 0 ? null : { likes: version },
  };
}

export function timeOf(number: number): string {
  return new Date(Date.UTC(2026, 10, 20, 18) + number * 1000).toISOString();
}

/** Returns a pseudo-random number from 0 to `below` - 1 that depends only on `number` and `salt`. */
function pick(number: number, salt: number, below: number): number {
  let mixed = Math.imul(number + 1, 0x9e3779b1) ^ Math.imul(salt + 1, 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % below;
}

export function collectionAt(number: number): Collection {
  const ids = Array.from({ length: 12 }, (_, index) => `p${index}`);
  const shuffled = ids.toSorted((a, b) => pick(number, Number(a.slice(1)), 97) - pick(number, Number(b.slice(1)), 97));
  const length = pick(number, 50, 10);
  const live = shuffled.slice(0, length).map((id, index) => post(id, pick(number, index, 3)));
  const staging = shuffled.slice(length).map((id) => post(id));
  const date = timeOf(number);
  const id = number % 5 === 0 ? 'col_2' : 'col_1';
  return { id, name: 'Posts', contentType: 'SOCIAL_POST', lastModifiedDate: date, createdDate: date, staging, live };
}

/** Returns event `number` of the show. Number 0 configures the feeds. */
export function eventAt(number: number): ShowEvent {
  const at = timeOf(number);
  const press = { feed: number % 7 === 0 ? 'second' : 'main', by: 'Ines', at };
  if (number === 0) {
    const feeds = [
      { slug: 'main', collectionId: 'col_1' },
      { slug: 'second', collectionId: 'col_2' },
    ];
    return { type: 'feedsConfigured', feeds, at };
  }
  const itemId = `p${pick(number, 2, 12)}`;
  switch (pick(number, 1, 14)) {
    case 0:
      return { type: 'feedHeld', ...press };
    case 1:
      return { type: 'feedReleased', liveVersion: null, ...press };
    case 2:
      return { type: 'feedTaken', liveVersion: null, only: number % 2 === 0 ? 'removals' : null, ...press };
    case 3:
      return { type: 'feedCleared', ...press };
    case 4:
      return { type: 'feedBroughtBack', ...press };
    case 5:
      return { type: 'itemBlocked', itemId, reason: 'rude', ...press };
    case 6:
      return { type: 'itemUnblocked', itemId, ...press };
    case 7:
      return { type: 'headStepped', steps: 1, ...press };
    case 8:
      return { type: 'guardsSet', words: number % 2 === 0 ? ['message 2'] : [], authors: [], version: null, ...press };
    case 9:
      return { type: 'itemUsed', itemId, isUsed: true, ...press };
    default:
      return {
        type: 'collectionArrived',
        collection: collectionAt(number),
        from: 'poll',
        accept: 'newerOrTie',
        at,
      };
  }
}

/** Returns the part of a show that must survive a restart. */
export function persistentPartOf(state: ShowState): unknown {
  const feeds = state.feeds.map(({ isRestored: _, ...feed }) => feed);
  const collections = Object.values(state.collections).map(({ collection, acceptedAt }) => ({
    collection,
    acceptedAt,
  }));
  return { feeds, collections };
}

/** Returns the persistent part as text, which is the same for equal shows. */
export function persistentText(state: ShowState): string {
  return JSON.stringify(persistentPartOf(state), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

/** Like `persistentText`, but ignores revisions, which are raised after a disk failure, and whether the last change before a crash is doubted. */
export function persistentTextWithoutRevisions(state: ShowState): string {
  const feeds = state.feeds.map((feed) => ({ ...feed, startDoubt: null }));
  return persistentText({ ...state, feeds }).replaceAll(/"(revision|offAirRevision)":\d+/g, '"$1":0');
}

/** The same without what a start after an unsaved change replaces: who changed on air and the gate and when, and that a loss is reported. */
export function persistentTextAfterLoss(state: ShowState): string {
  const feeds = state.feeds.map((feed) => ({
    ...{ ...feed, loss: null, gateBy: null, gateSince: '', hold: null },
    playHead: { ...feed.playHead, since: '' },
    onAir: { ...feed.onAir, since: '', cause: 'rule', by: null, verb: null, about: null } as const,
  }));
  return persistentTextWithoutRevisions({ ...state, feeds });
}
