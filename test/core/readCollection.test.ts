import { describe, expect, it, vi } from 'vitest';
import { commandBodies } from '../../src/contract/commandSchemas.ts';
import type { Collection } from '../../src/core/collection.ts';
import { isSameCollection } from '../../src/core/compare.ts';
import { describeProblem } from '../../src/core/problem.ts';
import { itemLimit, problemLimit, readCollection } from '../../src/core/readCollection.ts';
import { describeReadProblems } from '../../src/core/readProblem.ts';
import { fc } from '../properties.ts';
import '../comparePhrases.ts';

// Long, so that a busy machine does not fail these tests.
vi.setConfig({ testTimeout: 60_000 });

function rawPost(id: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    fullName: 'Ada',
    username: '@ada',
    source: 'INSTAGRAM',
    message: `message of ${id}`,
    profileImageUrl: 'https://example.test/a.jpg',
    media: [{ mediaUrl: 'https://example.test/m.jpg', mediaType: 'image/jpeg' }],
    publishedAt: '2026-11-20T17:00:00Z',
    lastModifiedDate: '2026-11-20T17:00:00Z',
    ...changes,
  };
}

function rawCollection(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 'col_1',
    name: 'Viewer posts',
    contentType: 'SOCIAL_POST',
    stagingContentCount: 1,
    liveContentCount: 2,
    createdDate: '2026-11-20T10:00:00Z',
    lastModifiedDate: '2026-11-20T17:00:00Z',
    stagingContents: [rawPost('s1')],
    liveContents: [rawPost('p1'), rawPost('p2')],
    meta: { totalItems: 3, page: 0, pageSize: 3 },
    ...changes,
  };
}

const clone = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

function read(raw: unknown, current: Collection | null = null) {
  return readCollection(clone(raw), 'col_1', current);
}

function readGood(raw: unknown, current: Collection | null = null): Collection {
  const { collection, problems } = read(raw, current);
  expect(problems).toEqual([]);
  if (collection === null) throw new Error('the collection could not be read');
  return collection;
}

describe('readCollection', () => {
  it('reads a valid collection without problems, with or without meta', () => {
    const collection = readGood(rawCollection());
    expect(collection.live.map((item) => item.id)).toEqual(['p1', 'p2']);
    expect(collection.staging[0]).toEqual({ ...rawPost('s1'), extra: null });
    const { meta: _, ...withoutMeta } = rawCollection();
    expect(isSameCollection(readGood(withoutMeta), collection)).toBe(true);
  });

  it.each([
    ['null', null, '$'],
    ['a list', [], '$'],
    ['text', 'x', '$'],
    ['an object without an id', { liveContents: [] }, '$.id'],
    ['an id that is a number', rawCollection({ id: 7 }), '$.id'],
    ['no live list', rawCollection({ liveContents: null }), '$.liveContents'],
    ['a live list that is an object', rawCollection({ liveContents: { 0: rawPost('p1') } }), '$.liveContents'],
  ])('rejects %s', (_, raw, path) => {
    expect(read(raw)).toMatchObject({ collection: null, problems: [{ code: 'SOURCE_MALFORMED', path }] });
  });

  it('rejects a response with a different collection than requested', () => {
    expect(read(rawCollection({ id: 'col_2' }))).toMatchObject({
      collection: null,
      problems: [{ code: 'SOURCE_WRONG_COLLECTION', path: '$.id' }],
    });
    expect(readCollection(rawCollection({ id: 'col_2' }), null, null).collection?.id).toBe('col_2');
  });

  it.each([
    ['a post that is null', null, '$.liveContents[1]'],
    ['a post without an id', { message: 'x' }, '$.liveContents[1]'],
    ['a post with an empty id', rawPost(''), '$.liveContents[1]'],
    ['a message that is an object', rawPost('p2', { message: {} }), '$.liveContents[1].message'],
  ])('drops %s and keeps the other posts', (_, bad, path) => {
    const { collection, problems } = read(
      rawCollection({ liveContents: [rawPost('p1'), bad, rawPost('p3')], liveContentCount: 3 }),
    );
    expect(collection?.live.map((item) => item.id)).toEqual(['p1', 'p3']);
    expect(problems).toMatchObject([{ code: 'SOURCE_ITEM_UNREADABLE', path }]);
  });

  it('keeps the last good version of an unreadable post while its id is listed', () => {
    const current = readGood(rawCollection());
    const bad = rawCollection({ liveContents: [rawPost('p2', { message: 7 }), rawPost('p1')] });
    const { collection } = read(bad, current);
    expect(collection?.live.map((item) => item.message)).toEqual(['message of p2', 'message of p1']);
    expect(
      read(rawCollection({ liveContents: [rawPost('p1')], liveContentCount: 1 }), current).collection?.live,
    ).toHaveLength(1);
  });

  it('keeps the object of a post with a fault, as of every other unchanged post', () => {
    const { username: _, ...faulty } = rawPost('p1');
    const read = (live: readonly unknown[], before: Collection | null) =>
      readCollection(rawCollection({ liveContents: live, liveContentCount: live.length }), 'col_1', before).collection;
    const first = read([faulty, rawPost('p2')], null);
    const second = read([{ ...faulty }, rawPost('p2'), rawPost('p3')], first);
    expect(second?.live.slice(0, 2).map((post, index) => post === first?.live[index])).toEqual([true, true]);
  });

  it('keeps the first of two posts with the same id', () => {
    const live = [rawPost('p1'), rawPost('p1', { message: 'second' })];
    const { collection, problems } = read(rawCollection({ liveContents: live }));
    expect(collection?.live.map((item) => item.message)).toEqual(['message of p1']);
    expect(problems).toMatchObject([
      { code: 'SOURCE_ITEM_UNREADABLE', path: '$.liveContents[1].id', posts: { count: 1, effect: 'leftOut' } },
    ]);
  });

  it.each([
    ['fullName', 7, null],
    ['fullName', undefined, null],
    ['username', {}, null],
    ['source', undefined, 'UNKNOWN'],
    ['message', null, ''],
    ['profileImageUrl', [], null],
    ['media', null, []],
    ['media', 'x', []],
    ['media', [{ mediaType: 'image/png' }], []],
    ['media', [{ mediaUrl: 'https://x' }], [{ mediaUrl: 'https://x', mediaType: 'application/octet-stream' }]],
    ['publishedAt', undefined, ''],
    ['lastModifiedDate', 5, ''],
  ])('replaces %s = %j and reports its path', (field, value, wanted) => {
    const { collection, problems } = read(
      rawCollection({ liveContents: [rawPost('p1', { [field]: value }), rawPost('p2')] }),
    );
    expect(collection?.live[0]).toMatchObject({ id: 'p1', [field]: wanted });
    expect(problems).toHaveLength(1);
    expect(problems[0]?.path.startsWith(`$.liveContents[0].${field}`)).toBe(true);
  });

  it('reports counts that differ from the lists, and uses the lists', () => {
    const { collection, problems } = read(rawCollection({ liveContentCount: 9 }));
    expect(collection?.live).toHaveLength(2);
    expect(problems).toMatchObject([{ path: '$.liveContentCount', what: 'is 9, but the list has 2' }]);
  });

  it('reports the claimed number of posts for an empty or unreadable live list', () => {
    expect(read(rawCollection({ liveContents: [], liveContentCount: 4 })).doubtedCount).toBe(4);
    expect(read(rawCollection({ liveContents: [null, null], liveContentCount: 2 })).doubtedCount).toBe(2);
    expect(read(rawCollection({ liveContents: [], liveContentCount: 0 })).doubtedCount).toBeNull();
    expect(read(rawCollection()).doubtedCount).toBeNull();
  });

  it('never treats a list without readable posts as empty', () => {
    const current = readGood(rawCollection());
    for (const liveContents of [
      [null, {}],
      [{ key: 'p1' }, { key: 'p2' }],
    ]) {
      const { collection, problems } = read(rawCollection({ liveContents, liveContentCount: 2 }), current);
      expect(collection).toBeNull();
      expect(problems).toMatchObject([{ code: 'SOURCE_MALFORMED', path: '$.liveContents' }]);
    }
    expect(read(rawCollection({ liveContents: [], liveContentCount: 0 }), current).collection?.live).toEqual([]);
  });

  it('keeps unknown sources, content types and fields', () => {
    const raw = rawCollection({
      contentType: 'POLL',
      liveContents: [rawPost('p1', { source: 'MASTODON', likes: { count: 3 } })],
      liveContentCount: 1,
    });
    const collection = readGood(raw);
    expect(collection.contentType).toBe('POLL');
    expect(collection.live[0]?.source).toBe('MASTODON');
    expect(JSON.stringify(collection.live[0]?.extra)).toBe('{"likes":{"count":3}}');
  });

  it('drops fields named __proto__ without harm', () => {
    const raw = JSON.parse(
      '{"id":"p1","message":"m","__proto__":{"polluted":true},"more":{"__proto__":{"x":1},"y":2}}',
    );
    const { collection } = readCollection(rawCollection({ liveContents: [raw] }), 'col_1', null);
    const item = collection?.live[0];
    expect(JSON.stringify(item?.extra)).toBe('{"more":{"y":2}}');
    expect('polluted' in (item ?? {})).toBe(false);
    expect('polluted' in {}).toBe(false);
  });

  it('gives equal posts each time that it reads the deepest field that it keeps', () => {
    const withField = (levels: number): unknown => {
      const deepest = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
      return rawCollection({ liveContents: [rawPost('p1', { deepest }), rawPost('p2')] });
    };
    let levels = 1;
    while (read(withField(levels + 1)).problems.length === 0) levels += 1;
    expect(isSameCollection(readGood(withField(levels)), readGood(withField(levels)))).toBe(true);
  });

  it('drops fields that are too deep, and keeps the post, which can still be written as JSON', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const raw = JSON.parse(JSON.stringify(rawCollection()).replace('"p1"', `"p1","deep":${deep}`));
    const { collection, problems } = readCollection(raw, 'col_1', null);
    expect(collection?.live.map((item) => item.id)).toEqual(['p1', 'p2']);
    expect(problems).toMatchObject([{ path: '$.liveContents[0].deep' }]);
    expect(() => JSON.stringify(collection)).not.toThrow();
  });

  it('limits the list and the number of problems', () => {
    const many = Array.from({ length: itemLimit + 5 }, (_, index) => ({ id: `p${index}` }));
    const { collection, problems } = readCollection(rawCollection({ liveContents: many }), 'col_1', null);
    expect(collection?.live).toHaveLength(itemLimit);
    const codes = problems.map(({ code }) => code);
    expect(codes.filter((code) => code === 'SOURCE_ITEM_INCOMPLETE')).toHaveLength(problemLimit);
    expect(problems).toContainEqual({
      code: 'SOURCE_ITEM_UNREADABLE',
      path: '$.liveContents',
      what: `has more than ${itemLimit} posts`,
      posts: { count: 5, effect: 'leftOut', isLive: true, name: null },
    });
  });

  describe('says what its faults do to the posts that feeds show', () => {
    const current = readGood(rawCollection());
    /** The sentences for one response, by code. */
    const say = (live: readonly unknown[], staging: readonly unknown[] = [rawPost('s1')]): Record<string, string> => {
      const { problems } = read(
        rawCollection({
          ...{ liveContents: live, liveContentCount: live.length },
          ...{ stagingContents: staging, stagingContentCount: staging.length },
        }),
        current,
      );
      const codes = [...new Set(problems.map(({ code }) => code))];
      return Object.fromEntries(
        codes.map((code) => {
          const ofCode = problems.filter((problem) => problem.code === code);
          const facts = describeReadProblems(ofCode, ofCode.length < problemLimit);
          return [code, describeProblem(code, 'collection:col_1', '', facts).message];
        }),
      );
    };

    it('a post without its message or a picture is shown without it', () => {
      const { message: _, ...blank } = rawPost('p1');
      expect(say([{ ...blank, media: [{ mediaType: 'image/png' }] }, rawPost('p2')])).toEqual({
        SOURCE_ITEM_INCOMPLETE:
          'Values are missing or unusable in 1 post of the live list: $.liveContents[0].message is missing (Ada); $.liveContents[0].media[0] has no mediaUrl and was dropped (Ada). Feeds that follow live show 1 post without these values.',
      });
    });

    it('a post that loses its id leaves air, and a post with a broken message stays', () => {
      const { id: _, ...noId } = rawPost('p1');
      expect(say([noId, rawPost('p2', { message: 7 })])).toEqual({
        SOURCE_ITEM_UNREADABLE:
          'The service sent 2 posts that Greenroom can’t use: $.liveContents[0] has no id (Ada); $.liveContents[1].message is not text (Ada “message of p2”). Feeds that follow live leave out 1 post and keep the last good version of 1 post.',
      });
    });

    it('posts above the limit and duplicates are left out', () => {
      const many = Array.from({ length: itemLimit + 9 }, (_, index) => rawPost(`p${index}`));
      many[1] = rawPost('p0');
      expect(say(many)['SOURCE_ITEM_UNREADABLE']).toMatch(
        /^The service sent 10 posts .* Feeds that follow live leave out 10 posts\.$/,
      );
    });

    it('faults in staging and in other fields do not affect air', () => {
      const sentences = say([rawPost('p1'), rawPost('p2')], [{}, rawPost('s2', { fullName: 4 })]);
      expect(sentences['SOURCE_ITEM_UNREADABLE']).toMatch(
        /\$\.stagingContents\[0\] has no id\. On air is not affected: staging only\.$/,
      );
      expect(sentences['SOURCE_FIELD_ODD']).toMatch(
        /\$\.stagingContents\[1\]\.fullName is not text\. They are not used on air\.$/,
      );
    });

    it('a number that is too large to count is a least number', () => {
      const many = Array.from({ length: 300 }, () => ({}));
      expect(say([rawPost('p1'), ...many])['SOURCE_ITEM_UNREADABLE']).toMatch(
        /^The service sent at least 100 posts .*; and more than 97 more\. Feeds that follow live leave out at least 100 posts\.$/,
      );
    });
  });

  it.each([
    [7, 'has an id that is not text'],
    ['', 'has an empty id'],
    ['x'.repeat(513), 'has an id of more than 512 characters'],
    [' undefined ', 'has an id that names no post'],
    ['null', 'has an id that names no post'],
    ['\u0007', 'has an id that names no post'],
  ])('leaves out a post whose id no block could name: %j', (id, what) => {
    const { collection, problems } = read(rawCollection({ liveContents: [rawPost('p1'), { ...rawPost('p2'), id }] }));
    expect(collection?.live.map((item) => item.id)).toEqual(['p1']);
    expect(problems).toMatchObject([{ code: 'SOURCE_ITEM_UNREADABLE', path: '$.liveContents[1]', what }]);
  });

  it('reads every id that a block can name', () => {
    const ids = fc.string({ maxLength: 600, unit: 'binary' });
    fc.assert(
      fc.property(fc.oneof(ids, fc.constantFrom('undefined', 'null ', ' ', '\n', '0', '__proto__')), (id) => {
        const isRead =
          read(rawCollection({ liveContents: [rawPost(id), rawPost('p2')] })).collection?.live.length === 2;
        expect(isRead || id === 'p2').toBe(commandBodies.block.safeParse({ itemId: id }).success || id === 'p2');
      }),
    );
  });

  it('reuses the objects of unchanged posts and lists', () => {
    const current = readGood(
      rawCollection({ liveContents: [rawPost('p1', { extra1: { a: [1, { b: 2 }] } }), rawPost('p2')] }),
    );
    const same = readGood(
      rawCollection({ liveContents: [rawPost('p1', { extra1: { a: [1, { b: 2 }] } }), rawPost('p2')] }),
      current,
    );
    expect(same.live).toBe(current.live);
    expect(same.staging).toBe(current.staging);
    const moved = readGood(
      rawCollection({ liveContents: [rawPost('p2'), rawPost('s1')], stagingContents: [], stagingContentCount: 0 }),
      current,
    );
    expect(moved.live[0]).toBe(current.live[1]);
    expect(moved.live[1]).toBe(current.staging[0]);
    const edited = readGood(
      rawCollection({ liveContents: [rawPost('p1', { extra1: { a: [1, { b: 3 }] } }), rawPost('p2')] }),
      current,
    );
    expect(edited.live[0]).not.toBe(current.live[0]);
    expect(edited.live[1]).toBe(current.live[1]);
  });

  it('detects an unknown field that replaces a missing one', () => {
    const current = readGood(rawCollection());
    const { fullName: _, ...odd } = rawPost('p1');
    const { collection } = read(rawCollection({ liveContents: [{ ...odd, other: 1 }, rawPost('p2')] }), current);
    expect(collection?.live[0]?.fullName).toBeNull();
    expect(JSON.stringify(collection?.live[0]?.extra)).toBe('{"other":1}');
  });

  it('reads any mutated response the same with and without a current version', () => {
    const current = readGood(rawCollection());
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('', '\u0000', '\ud800', -0, 1e308, 'p1', 's1'),
    );
    const field = fc.constantFrom(
      'id',
      'fullName',
      'username',
      'source',
      'message',
      'media',
      'publishedAt',
      'profileImageUrl',
      'x',
    );
    const mutation = fc.record({ index: fc.nat(2), field, value });
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 4 }), (mutations) => {
        const live = [rawPost('p1'), rawPost('p2'), rawPost('p3')];
        for (const { index, field: name, value: put } of mutations) live[index] = { ...live[index], [name]: put };
        const raw = rawCollection({ liveContents: live, liveContentCount: 3 });
        const fresh = readCollection(clone(raw), 'col_1', null);
        const reread = readCollection(clone(raw), 'col_1', current);
        if (fresh.collection?.live.length === 0) {
          // Without a readable post, only posts of the current version can stay.
          for (const item of reread.collection?.live ?? []) expect(current.live).toContain(item);
          return;
        }
        // An unreadable post keeps its last good version only if there is one.
        const faultsOf = (problems: typeof fresh.problems) =>
          problems.map(({ code, path, what }) => [code, path, what]);
        expect(faultsOf(reread.problems)).toEqual(faultsOf(fresh.problems));
        const unreadable = new Set(
          current.live.filter((item) => !fresh.collection?.live.some((other) => other.id === item.id)),
        );
        const comparable = reread.collection?.live.filter((item) => !unreadable.has(item)) ?? [];
        expect(clone(comparable)).toEqual(clone(fresh.collection?.live ?? []));
      }),
      { numRuns: 500 },
    );
  });

  it('never throws for a response cut or changed anywhere', () => {
    const text = JSON.stringify(rawCollection());
    const current = readGood(rawCollection());
    fc.assert(
      fc.property(fc.nat(text.length), fc.string({ maxLength: 8 }), fc.nat(6), (at, put, cut) => {
        let parsed: unknown;
        try {
          parsed = JSON.parse(text.slice(0, at) + put + text.slice(at + cut));
        } catch {
          return;
        }
        const { collection, problems } = readCollection(parsed, 'col_1', current);
        expect(collection !== null || problems.length > 0).toBe(true);
        expect(new Set(collection?.live.map((item) => item.id)).size).toBe(collection?.live.length ?? 0);
      }),
      { numRuns: 3000 },
    );
  });
});
