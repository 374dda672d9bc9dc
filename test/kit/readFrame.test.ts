import { expect, test } from 'vitest';
import type { Item } from '../../src/core/collection.ts';
import { formatChanges } from '../../src/core/feed/changes.ts';
import type { FeedDocument, FeedItem } from '../../src/core/feed/document.ts';
import type { Publication } from '../../src/core/feed/publication.ts';
import { createEmptyFeed } from '../../src/core/feedState.ts';
import type { MediaFacts } from '../../src/core/show.ts';
import { runAllSteps } from '../../src/core/steps.ts';
import { assembleLive, createRowWriters } from '../../src/engine/feed/assemble.ts';
import { notCached } from '../../src/engine/media/fetchState.ts';
import type { FeedPost, FeedState } from '../../src/kit/publicTypes.ts';
import { createFrameReader } from '../../src/kit/readFrame.ts';
import { fc } from '../properties.ts';

const base = 'http://feed';

type Post = { readonly id: string; readonly text: string; readonly picture: string | null };
type Version = { readonly posts: readonly Post[]; readonly ready: readonly string[]; readonly current: number };

/** The posts of all versions, so that an unchanged post is the same object in each, as in the engine. */
const known = new Map<string, Item>();

function toItem({ id, text, picture }: Post): Item {
  const key = JSON.stringify([id, text, picture]);
  const item: Item = known.get(key) ?? {
    ...{ id, fullName: null, username: null, source: 'X', message: text, profileImageUrl: null, extra: null },
    media: picture === null ? [] : [{ mediaUrl: `https://pics/${picture}`, mediaType: 'image/jpeg' }],
    ...{ publishedAt: '2026-11-20T18:00:00Z', lastModifiedDate: '2026-11-20T18:00:00Z' },
  };
  known.set(key, item);
  return item;
}

function toPublication({ posts, ready, current }: Version, revision: number): Publication {
  const feed = createEmptyFeed('main', '2026-11-20T18:00:00Z');
  const items = posts.map(toItem);
  const index = items.length === 0 ? null : current % items.length;
  const facts = (name: string): MediaFacts => ({
    ...notCached,
    ...{ name: `${name}.jpg`, width: 1, height: 1, progress: 1 },
  });
  return {
    feed: {
      ...feed,
      onAir: { ...feed.onAir, revision, items },
      playHead: { ...feed.playHead, index, itemId: index === null ? null : (items[index]?.id ?? null) },
    },
    freshness: 'fresh',
    media: new Map(ready.map((name) => [`https://pics/${name}`, facts(name)])),
    formatTimeOfDay: () => '',
    contentHash: String(revision),
  };
}

const formatState = (publication: Publication): string =>
  String(runAllSteps(assembleLive(publication, base, createRowWriters().live)));

function expectedState(publication: Publication): FeedState {
  const document: FeedDocument = JSON.parse(formatState(publication));
  const { feed, revision, gate, freshness, playHead } = document;
  const list: readonly FeedPost[] = document.items.map(({ index: _, ...post }) => post);
  const find = (id: string | null): FeedPost | null => list.find((post) => post.id === id) ?? null;
  return {
    feed,
    revision,
    gate,
    freshness,
    collection: null,
    list,
    now: find(playHead.itemId),
    next: find(playHead.nextItemId),
  };
}

const name = fc.constantFrom('a', 'b', 'c');
const post = fc.record({
  id: fc.constantFrom(...'abcdefghijklmnopqrst'),
  text: fc.constantFrom('one', 'two "quoted"'),
  picture: fc.option(name),
});
const version = fc.record({
  posts: fc.uniqueArray(post, { selector: ({ id }) => id, maxLength: 20 }),
  ready: fc.uniqueArray(name),
  current: fc.nat(19),
});

test('following the changes always gives the same list as the whole state', () => {
  let changesFollowed = 0;
  fc.assert(
    fc.property(fc.array(version, { minLength: 2, maxLength: 6 }), (versions) => {
      const reader = createFrameReader();
      let last: Publication | null = null;
      for (const [index, each] of versions.entries()) {
        const publication = toPublication(each, index + 1);
        const changes = last === null ? null : formatChanges(last, publication, base);
        if (changes !== null) changesFollowed += 1;
        const frame =
          changes === null ? `{"type":"state",${formatState(publication).slice(1)}` : `{"type":"changes",${changes}`;
        expect(reader.read(frame)).toEqual(expectedState(publication));
        last = publication;
      }
    }),
    { numRuns: 300 },
  );
  // How many lists are followed depends on the seed of the day.
  expect(changesFollowed).toBeGreaterThan(0);
});

const many = (count: number): Version => ({
  posts: Array.from({ length: count }, (_, index) => ({ id: `p${index}`, text: 'one', picture: null })),
  ready: [],
  current: 0,
});

test('costs only the change: an edit, a removal, an insertion and a move in a long list', () => {
  const before = many(2000);
  const posts = before.posts.filter((_, index) => index !== 7 && index !== 11);
  posts.splice(
    500,
    0,
    { id: 'new', text: 'two', picture: null },
    before.posts[11] ?? { id: '', text: '', picture: null },
  );
  posts[900] = { ...(posts[900] ?? { id: '', picture: null }), text: 'edited' };
  const changes = formatChanges(toPublication(before, 1), toPublication({ ...before, posts }, 2), base);
  const frame = JSON.parse(`{${changes}`);
  expect(frame).toMatchObject({ from: 1, to: 2, revision: 2, removed: ['p7'], order: null });
  expect(frame.put.map(({ index, id }: { index: number; id: string }) => [index, id])).toEqual([
    [500, 'new'],
    [501, 'p11'],
    [900, 'p900'],
  ]);
  expect(changes?.length).toBeLessThan(2000);
});

test('sends the ids in their new order when many posts move, and the whole state when most change', () => {
  const before = many(100);
  const reversed = { ...before, posts: before.posts.toReversed() };
  const order = JSON.parse(`{${formatChanges(toPublication(before, 1), toPublication(reversed, 2), base)}`);
  expect(order).toMatchObject({ removed: [], put: [], order: reversed.posts.map(({ id }) => id) });
  const edited = { ...before, posts: before.posts.map((each) => ({ ...each, text: 'edited' })) };
  expect(formatChanges(toPublication(before, 1), toPublication(edited, 2), base)).toBeNull();
  expect(formatChanges(toPublication(before, 1), toPublication(many(3), 2), base)).toBeNull();
});

test('the kit’s types are those of the feed', () => {
  const toPost = ({ index: _, ...post }: FeedItem): FeedPost => post;
  const toItem = (post: FeedPost): FeedItem => ({ ...post, index: 0 });
  const gate = (document: FeedDocument): FeedState['gate'] => document.gate;
  const freshness = (document: FeedDocument): FeedState['freshness'] => document.freshness;
  // The compiler checks the types; nothing is run.
  expect([toPost, toItem, gate, freshness]).toHaveLength(4);
});

test('ignores what is no state, and leaves out what is no post', () => {
  const { read } = createFrameReader();
  for (const text of ['', '{', '[]', 'null', '{"type":"state"}', '{"type":"error"}', '{"type":"state","items":[]}'])
    expect(read(text)).toBe('other');
  const items = [null, { id: 1 }, { id: 'a' }, { id: 'b', media: [], index: 3 }];
  expect(read(JSON.stringify({ type: 'state', revision: 1, playHead: { itemId: 'b' }, items }))).toMatchObject({
    now: { id: 'b' },
    list: [{ id: 'b', media: [] }],
  });
});
