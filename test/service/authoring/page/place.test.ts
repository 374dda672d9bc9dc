/** Moving within and between the lists: where the line is drawn is where the post lands. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  findItem,
  gapOf,
  type Hand,
  type Lists,
  orderWith,
  overGap,
  step,
} from '../../../../src/service/authoring/page/state/place.ts';
import type { ContentItem } from '../../../../src/service/document.ts';

const post = (id: string): ContentItem => ({
  id,
  fullName: id,
  username: null,
  source: 'X',
  message: id,
  profileImageUrl: null,
  media: [],
  publishedAt: '',
  lastModifiedDate: '',
});
const lists: Lists = { staging: ['a', 'b', 'c'].map(post), live: ['x', 'y'].map(post) };

function handOn(itemId: string): Hand {
  const place = findItem(lists, itemId);
  if (place === null) throw new Error(`There is no ${itemId}.`);
  const from = { list: place.list, index: place.index };
  return { itemId, from, to: from };
}

describe('by pointer', () => {
  test.each([
    ['a', 0, ['a', 'b', 'c']],
    ['a', 1, ['a', 'b', 'c']],
    ['a', 2, ['b', 'a', 'c']],
    ['a', 3, ['b', 'c', 'a']],
    ['c', 0, ['c', 'a', 'b']],
    ['c', 2, ['a', 'b', 'c']],
  ])('%s over gap %d of its own list gives %j', (itemId, gap, expected) => {
    const hand = overGap(handOn(itemId), 'staging', gap);
    expect(orderWith(lists.staging, itemId, hand.to.index)).toEqual(expected);
  });

  test('the line stands at the gap, and nowhere when the post would stay', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c'), fc.nat(3), (itemId, gap) => {
        const hand = overGap(handOn(itemId), 'staging', gap);
        const stays = gap === hand.from.index || gap === hand.from.index + 1;
        expect(gapOf(hand, 'staging')).toBe(stays ? null : gap);
        expect(gapOf(hand, 'live')).toBeNull();
      }),
    );
  });
});

describe('by key', () => {
  test('a post goes over to the other list and never beyond its ends', () => {
    const over = step(handOn('c'), lists, 'live');
    expect(over.to).toEqual({ list: 'live', index: 2 });
    expect(step(over, lists, 'down').to.index).toBe(2);
    expect(step(step(step(over, lists, 'up'), lists, 'up'), lists, 'up').to.index).toBe(0);
    expect(step(over, lists, 'staging').to).toEqual({ list: 'staging', index: 2 });
    expect(step(handOn('a'), lists, 'up').to.index).toBe(0);
  });
});
