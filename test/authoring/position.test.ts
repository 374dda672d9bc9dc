/** Moving within and between the lists: the post lands where the drop line is drawn. */

import { describe, expect, test } from 'vitest';
import {
  findDropGap,
  isUnmoved,
  type Lists,
  moveToGap,
  type PendingMove,
  reorderIds,
  startMove,
  stepMove,
} from '../../src/authoring/state/position.ts';
import { fc } from '../properties.ts';
import { contentItem } from './contentItem.ts';

const lists: Lists = {
  staging: ['a', 'b', 'c'].map((id) => contentItem(id)),
  live: ['x', 'y'].map((id) => contentItem(id)),
};

function moveOf(itemId: string, ...others: readonly string[]): PendingMove {
  const move = startMove(lists, itemId, new Set(others));
  if (move === null) throw new Error(`No post ${itemId}.`);
  return move;
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
    expect(reorderIds(lists.staging, [itemId], move.to.index)).toEqual(expected);
  });

  test.each([
    ['a', 'b', 3, ['c', 'a', 'b']],
    ['b', 'a', 2, null],
    ['c', 'a', 1, ['a', 'c', 'b']],
    ['a', 'c', 3, ['b', 'a', 'c']],
    ['c', 'b', 0, ['b', 'c', 'a']],
  ])('moving %s with %s to gap %d of their list gives %j', (itemId, other, gap, expected) => {
    const move = moveToGap(moveOf(itemId, other), 'staging', gap);
    expect(isUnmoved(move)).toBe(expected === null);
    if (expected !== null) expect(reorderIds(lists.staging, move.itemIds, move.to.index)).toEqual(expected);
  });

  test('draws the drop line of several posts where the first of them lands', () => {
    fc.assert(
      fc.property(fc.subarray(['a', 'b', 'c'], { minLength: 1 }), fc.nat(3), (ids, gap) => {
        const [held = ''] = ids;
        const move = moveToGap(moveOf(held, ...ids), 'staging', gap);
        const shown = findDropGap(move, 'staging');
        const order = lists.staging.map(({ id }) => id);
        const landed = reorderIds(lists.staging, move.itemIds, move.to.index);
        if (shown === null) expect(landed).toEqual(order);
        else expect(order.slice(0, shown).filter((id) => !ids.includes(id))).toEqual(landed.slice(0, move.to.index));
      }),
    );
  });

  test('draws the drop line at the gap, and none when the post would not move', () => {
    fc.assert(
      fc.property(fc.constantFrom('a', 'b', 'c'), fc.nat(3), (itemId, gap) => {
        const move = moveToGap(moveOf(itemId), 'staging', gap);
        const [index = 0] = move.from.indexes;
        const stays = gap === index || gap === index + 1;
        expect(findDropGap(move, 'staging')).toBe(stays ? null : gap);
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
    expect(stepMove(stepMove(moveOf('a', 'c'), lists, 'down'), lists, 'down').to.index).toBe(1);
  });
});
