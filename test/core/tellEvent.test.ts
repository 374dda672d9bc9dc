import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import { describeProblem } from '../../src/core/problem.ts';
import type { ShowEvent } from '../../src/core/show.ts';
import { isQuiet, tellEvent } from '../../src/core/tellEvent.ts';
import { eventOf, now, play } from './build.ts';

/** What the last of those events is told as, with who did it. */
function told(last: string | ShowEvent, ...before: string[]): string | null {
  const event = typeof last === 'string' ? eventOf(last) : last;
  const { state } = play(...before);
  const one = tellEvent(event, state, advance(state, event).state);
  return one === null ? null : `${one.cause ?? 'itself'}${one.by === null ? '' : ` ${one.by}`}: ${one.words}`;
}

const problem = describeProblem('SOURCE_OFFLINE', 'source', now, {});

describe('an event in words', () => {
  it.each([
    ['live 1 ab', [], 'service: Live: user-a and user-b added'],
    ['live 2 bAc', ['live 1 ab'], 'service: Live: user-c added; user-a edited; user-b moved'],
    ['live 2 b', ['live 1 ab'], 'service: Live: user-a removed'],
    ['live 2 a s', ['live 1 a'], 'service: Staging: user-s added'],
    ['live 1', [], 'service: Posts, empty'],
    ['live 2 a', ['live 1 a'], 'service: Posts, as it was'],
    ['hold', ['live 1 a'], 'operator Ines: Hold'],
    ['release', ['live 1 a', 'hold'], 'operator Ines: Release'],
    ['take', ['live 1 a', 'hold'], 'operator Ines: Take all'],
    ['removals', ['live 1 a', 'hold'], 'operator Ines: Removals'],
    ['clear', ['live 1 a'], 'operator Ines: Clear'],
    ['back', ['live 1 a', 'clear'], 'operator Ines: Back'],
    ['rollback ab', ['live 1 a'], 'operator Ines: Rolled back to 1'],
    ['block a', ['live 1 a'], 'operator Ines: Block user-a'],
    ['block nobody', ['live 1 a'], 'operator Ines: Block nobody'],
    ['unblock a', ['live 1 a', 'block a'], 'operator Ines: Unblock user-a'],
    ['guard evacuation', ['live 1 a'], 'operator Ines: Guards: “evacuation”'],
    ['guard', ['live 1 a', 'guard x'], 'operator Ines: Guards: none'],
    ['allow a', ['live 1 a', 'guard message'], 'operator Ines: Let through user-a'],
    ['point col_2', ['live2 1 z'], 'operator Ines: Collection: Posts'],
    ['next', ['live 1 ab'], 'operator Ines: Next: user-b'],
    ['previous', ['live 1 ab', 'next'], 'operator Ines: Previous: user-a'],
    ['cue b', ['live 1 ab'], 'operator Ines: Cue user-b'],
    ['pin', ['live 1 ab'], 'operator Ines: Pin user-a'],
    ['unpin', ['live 1 ab', 'pin'], 'operator Ines: Unpin'],
    ['rotate 8', ['live 1 ab'], 'operator Ines: Rotation, 8 s'],
    ['rotate', ['live 1 ab', 'rotate 8'], 'operator Ines: Rotation off'],
    ['elapsed a', ['live 1 ab', 'rotate 8'], 'rule: Rotation: user-b'],
    ['used a', ['live 1 ab'], 'operator Ines: Used: user-a'],
    ['unused a', ['live 1 ab', 'used a'], 'operator Ines: Not used: user-a'],
    ['seen', ['live 1 ab'], 'operator Ines: I have looked'],
    ['source', ['live 1 ab'], null],
  ] as const)('%s after %j', (last, before, words) => {
    expect(told(last, ...before)).toBe(words);
    expect(isQuiet(eventOf(last))).toBe(words === null);
  });

  it('tells of a problem and of its end in the same words', () => {
    expect(told({ type: 'problemRaised', problem })).toBe(`itself: ${problem.message}`);
    const { state } = play();
    const raised = advance(state, { type: 'problemRaised', problem }).state;
    const cleared: ShowEvent = { type: 'problemCleared', code: 'SOURCE_OFFLINE', about: 'source' };
    expect(tellEvent(cleared, raised, state)?.words).toBe(`Over: ${problem.message}`);
  });
});
