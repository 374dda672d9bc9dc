/** Tests that the state marks what is in effect but not saved, for example on a disk that hangs. */
import { expect, it } from 'vitest';
import { viewFeed } from '../../../src/engine/desk/deskView.ts';
import { mainOf, play } from '../../core/build.ts';

it('marks a block, a clear and a new list on air as not saved, until they are', () => {
  const before = play('live 1 abc', 'block a').state;
  const savedFlags = (event: string, isSaved: boolean) => {
    const after = play('live 1 abc', 'block a', event).state;
    const feed = mainOf(after);
    const { saved, blocked } = viewFeed(after, feed, [], new Map(), isSaved ? feed : mainOf(before), 0);
    return [saved, ...blocked.map((block) => block.saved)];
  };
  expect(savedFlags('block b', false)).toEqual([false, true, false]);
  expect(savedFlags('block b', true)).toEqual([true, true, true]);
  expect(savedFlags('clear', false)).toEqual([false, true]);
  expect(savedFlags('hold', false)).toEqual([false, true]);
});
