/** Tests that the event log names each command, also if it changes the gate and nothing on air. */
import { expect, it } from 'vitest';
import { loggedAfter } from './loggedAfter.ts';

it.each([
  ['hold', ['main: held by Ines.']],
  ['hold, release', ['main: released by Ines, following live.']],
  ['clear', ['main: cleared by Ines.', 'main: Clear. user-a “Message of a” off air. No posts on air.']],
  ['live2 1 z, point col_2 hold', ['main: held by Ines.', 'main: Hold main, then use “Posts”, by Ines.']],
  ['live2 1 z, hold, point col_2 hold', ['main: Use “Posts” for main, by Ines.']],
  ['take', ['main: held by Ines.', 'main: Take all, by Ines.']],
  ['block a, clear, back', ['main: held by Ines.', 'main: Back, by Ines.']],
])('names the last command of %s', (events, messages) => {
  expect(loggedAfter(`live 1 a, ${events}`).map((text) => text.replaceAll(/[\u2066-\u2069]/g, ''))).toEqual(messages);
});
