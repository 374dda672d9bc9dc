/** Moving within and between the lists: the post lands where the drop line is drawn. */

import { describe, expect, test } from 'vitest';
import {
  findDropGap,
  findItem,
  type Lists,
  moveToGap,
  type PendingMove,
  reorderIds,
  stepMove,
} from '../../src/authoring/state/position.ts';
import { fc } from '../properties.ts';
import { contentItem } from './contentItem.ts';

const lists: Lists = {
  staging: ['a', 'b', 'c'].map((id) => contentItem(id)),
  live: ['x', 'y'].map((id) => contentItem(id)),
};

function moveOf(itemId: string): PendingMove {
  const position = findItem(lists, itemId);
  if (position === null) throw new Error(`No post ${itemId}.`);
  const from = { list: position.list, index: position.index };
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
  ])('moving %s to gap %d of its list gives %j', (itemId, gap, expected) => {
    const move = moveToGap(moveOf(itemId), 'staging', gap);
    expect(reorderIds(lists.staging, itemId, move.to.index)).toEqual(expected);
  });

  test('draws the drop line at the gap, and none when the post would not move', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c'), fc.nat(3), (itemId, gap) => {
        const move = moveToGap(moveOf(itemId), 'staging', gap);
        const isUnmoved = gap === move.from.index || gap === move.from.index + 1;
        expect(findDropGap(move, 'staging')).toBe(isUnmoved ? null : gap);
        expect(findDropGap(move, 'live')).toBeNull();
      }),
    );
  });
});

describe('by key', () => {
  test('moves a post to the other list and never beyond its ends', () => {
    const inLive = stepMove(moveOf('c'), lists, 'live');
    expect(inLive.to).toEqual({ list: 'live', index: 2 });
    expect(stepMove(inLive, lists, 'down').to.index).toBe(2);
    expect(stepMove(stepMove(stepMove(inLive, lists, 'up'), lists, 'up'), lists, 'up').to.index).toBe(0);
    expect(stepMove(inLive, lists, 'staging').to).toEqual({ list: 'staging', index: 2 });
    expect(stepMove(moveOf('a'), lists, 'up').to.index).toBe(0);
  });
});
