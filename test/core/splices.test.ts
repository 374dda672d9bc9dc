/** Tests that splices between two versions of a collection's lists reproduce the second, and share what did not change. */
import { describe, expect, it } from 'vitest';
import type { ContentItem } from '../../src/core/serviceDocument.ts';
import { applySplices, diffLists, type PostLists } from '../../src/core/splices.ts';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';

const createPost = (id: string): ContentItem => ({
  id,
  fullName: null,
  username: null,
  source: 'FACEBOOK',
  message: id,
  profileImageUrl: null,
  media: [],
  publishedAt: '2026-11-20T17:00:00Z',
  lastModifiedDate: '2026-11-20T17:00:00Z',
});
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(createPost) as [ContentItem, ContentItem, ContentItem, ContentItem];
const before: PostLists = { staging: [a, b], live: [c] };

describe('splices', () => {
  it('name a moved post by its id, and contain a new or edited post', () => {
    expect(diffLists(before, { staging: [a], live: [c, b] })).toEqual([
      { list: 'staging', at: 1, removed: 1, inserted: [] },
      { list: 'live', at: 1, removed: 0, inserted: ['b'] },
    ]);
    const edited = { ...a, message: 'edited' };
    expect(diffLists(before, { staging: [edited, b, d], live: before.live })).toEqual([
      { list: 'staging', at: 0, removed: 2, inserted: [edited, 'b', d] },
    ]);
    expect(diffLists(before, { ...before })).toEqual([]);
  });

  it('keep the identity of every post and of an untouched list', () => {
    const after = applySplices(before, [{ list: 'staging', at: 0, removed: 2, inserted: ['b', d, 'a'] }]);
    expect(after?.live).toBe(before.live);
    expect(after?.staging[0]).toBe(b);
    expect(after?.staging[2]).toBe(a);
  });

  it('find a post by id even outside the ranges, and are refused for an unknown id', () => {
    expect(applySplices(before, [{ list: 'live', at: 0, removed: 0, inserted: ['a'] }])?.live).toEqual([a, c]);
    expect(applySplices(before, [{ list: 'live', at: 0, removed: 0, inserted: ['x'] }])).toBeNull();
  });

  it(`lead from any version to any other (seed ${seed})`, () => {
    const random = createRandom(seed);
    let current: PostLists = { staging: Array.from({ length: 12 }, (_, n) => createPost(`post-${n}`)), live: [] };
    for (let round = 0; round < 500; round += 1) {
      const posts = [...current.staging, ...current.live].filter(() => random.next() > 0.1);
      const changed = posts.map((post) => (random.next() < 0.1 ? { ...post, message: `${round}` } : post));
      const added = random.next() < 0.7 ? [...changed, createPost(`new-${round}`)] : changed;
      const shuffled = random.next() < 0.3 ? added.toSorted(() => random.next() - 0.5) : added;
      const cut = random.between(0, shuffled.length);
      const next = { staging: shuffled.slice(0, cut), live: shuffled.slice(cut) };
      expect(applySplices(current, diffLists(current, next))).toEqual(next);
      current = next;
    }
  });
});
