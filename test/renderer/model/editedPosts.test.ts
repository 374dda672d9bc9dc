/** Tests that the desk's indexes and rows are right after any change, although they are kept when posts are only edited. */
import { describe, expect, it } from 'vitest';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import { indexFeed, itemsById } from '../../../src/renderer/model/feedIndex.ts';
import { findChangedIds } from '../../../src/renderer/model/listChanges.ts';
import { keepList } from '../../../src/renderer/model/memoise.ts';
import { buildLiveRows, createLiveRows } from '../../../src/renderer/model/rows.ts';
import { fc } from '../../properties.ts';
import { posts } from '../states/posts.ts';
import { baseFeed } from '../states/show.ts';

const createPost = (id: string, message: string): DeskItem => ({ ...posts.tom, id, message });

/** Live with unique posts, each in one of two versions, some of them on air. */
const someLists = fc
  .record({
    ids: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e'], { minLength: 3 }),
    edited: fc.subarray(['a', 'b', 'c', 'd', 'e']),
    offAir: fc.subarray(['a', 'b'], { maxLength: 1 }),
  })
  .map(({ ids, edited, offAir }): FeedLists => {
    const live = ids.map((id) => createPost(id, edited.includes(id) ? 'edited' : 'first'));
    const onAir = ids.filter((id) => !offAir.includes(id));
    return { slug: 'main', staging: [], live, onAir, onAirOnly: [], keptOff: [], otherInLive: [], onAirSince: '' };
  });

/** As a difference is applied: posts, ids and lists that are the same stay the same objects. */
function keepSame(before: FeedLists, after: FeedLists): FeedLists {
  const live = after.live.map(
    (item) => before.live.find((old) => old.id === item.id && old.message === item.message) ?? item,
  );
  const isSameOnAir = before.onAir.join() === after.onAir.join();
  return { ...before, live, onAir: isSameOnAir ? before.onAir : after.onAir };
}

describe('after any changes', () => {
  it('the live rows are the same as on a new desk', () => {
    fc.assert(
      fc.property(fc.array(someLists, { minLength: 2, maxLength: 6 }), (versions) => {
        const rowsOf = createLiveRows();
        let lists = versions[0] as FeedLists;
        for (const next of versions) {
          lists = keepSame(lists, next);
          const index = indexFeed(baseFeed, lists);
          expect(rowsOf(index, false)).toEqual(buildLiveRows(indexFeed(baseFeed, structuredClone(lists)), false));
        }
      }),
    );
  });

  it('each post is found in its newest version', () => {
    fc.assert(
      fc.property(someLists, someLists, (before, next) => {
        itemsById(before.live).get('a');
        const after = keepSame(before, next);
        findChangedIds(before, after);
        for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) {
          expect(itemsById(after.live).get(id)).toBe(after.live.find((item) => item.id === id));
          expect(itemsById(after.live).has(id)).toBe(after.live.some((item) => item.id === id));
        }
      }),
    );
  });
});

describe('an edited post', () => {
  const live = ['a', 'b', 'c'].map((id) => createPost(id, 'first'));
  const lists: FeedLists = {
    slug: 'main',
    staging: [],
    live,
    onAir: ['a', 'b'],
    onAirOnly: [],
    keptOff: [],
    otherInLive: [],
    onAirSince: '',
  };
  const edited = { ...lists, live: live.with(1, createPost('b', 'edited')) };

  it('replaces its row and no other', () => {
    const rowsOf = createLiveRows();
    const before = rowsOf(indexFeed(baseFeed, lists), false);
    const after = rowsOf(indexFeed(baseFeed, edited), false);
    expect(after.map((row, index) => row === before[index])).toEqual([true, false, true]);
    expect(after[1]?.item.message).toBe('edited');
  });

  it('leaves a list of other parts the same object', () => {
    const keepNames = keepList(
      ({ id }: DeskItem) => id,
      ({ fullName }) => [fullName],
    );
    expect(keepNames(live)).toBe(live);
    expect(keepNames(edited.live)).toBe(live);
    const renamed = live.with(0, { ...createPost('a', 'first'), fullName: 'Other' });
    expect(keepNames(renamed)).toBe(renamed);
    expect(keepNames(live.slice(1))).toEqual(live.slice(1));
    expect(keepNames([])).toEqual([]);
  });
});
