import { expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import { countDifference } from '../../src/core/compare.ts';
import { changesWith, waitingOf } from '../../src/core/waiting.ts';
import { eventOf, mainOf, play, posts } from './build.ts';

it.each([
  ['live 1 abcd, hold', 'dEaf'],
  ['live 1 abcd, block b, guard f, hold', 'dBaf'],
  ['live 1 abcd, block b, clear', 'ab'],
])('the changes with another list wait once the feed has it (%s, %s)', (before, list) => {
  const { state } = play(...before.split(', '), `live2 2 ${list}`);
  const expected = changesWith(mainOf(state), posts(list));
  expect(countDifference(expected)).toBeGreaterThan(0);
  expect(waitingOf(mainOf(advance(state, eventOf('point col_2')).state))).toEqual(expected);
});

it('the changes with another list are made on air while the feed follows', () => {
  const { added, removed, edited } = changesWith(mainOf(play('live 1 abcd', 'block b').state), posts('Abx'));
  expect([added, removed, edited.map(({ id }) => id)]).toEqual([['x'], ['c', 'd'], ['a']]);
});
