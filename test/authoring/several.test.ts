/** Several selected posts: who is among them, and what remains after somebody else's change. */
import { expect, test } from 'vitest';
import type { Lists } from '../../src/authoring/state/position.ts';
import { chosenWith, keepInList, orderInList, type Several } from '../../src/authoring/state/several.ts';
import { contentItem } from './contentItem.ts';

const lists: Lists = {
  staging: ['a', 'b', 'c', 'd'].map((id) => contentItem(id)),
  live: ['x', 'y'].map((id) => contentItem(id)),
};
const several = (...ids: readonly string[]): Several => ({ list: 'staging', ids: new Set(ids), anchor: ids[0] ?? '' });

test('an action on a selected post acts on all selected posts, and on another post only on that one', () => {
  expect([...chosenWith(several('a', 'c'), 'c')]).toEqual(['a', 'c']);
  expect([...chosenWith(several('a', 'c'), 'b')]).toEqual(['b']);
  expect([...chosenWith(null, 'b')]).toEqual(['b']);
});

test('posts that have left the list leave the selection, which ends with fewer than two', () => {
  const whole = several('a', 'b');
  expect(keepInList(whole, lists)).toBe(whole);
  expect(keepInList(several('gone', 'b', 'd'), lists)).toEqual({
    list: 'staging',
    ids: new Set(['b', 'd']),
    anchor: 'b',
  });
  expect(keepInList(several('a', 'x'), lists)).toBeNull();
});

test('posts are sent in the order of their list, and none is if one has left it', () => {
  expect(orderInList(lists, 'staging', ['d', 'a', 'b'])).toEqual(['a', 'b', 'd']);
  expect(orderInList(lists, 'staging', ['d', 'x'])).toBeNull();
  expect(orderInList(lists, 'live', [])).toBeNull();
});
