import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import { dwellMs } from '../../src/core/playHead.ts';
import type { ShowEvent } from '../../src/core/show.ts';
import { eventOf, mainOf, play, post } from './build.ts';

/** The head's post after the events: `-` for none, `!` when pinned. */
function headAfter(...events: string[]): string {
  const feed = mainOf(play(...events).state);
  const { itemId, index, isPinned } = feed.playHead;
  expect(index === null ? undefined : feed.onAir.items[index]?.id).toBe(itemId ?? undefined);
  return `${itemId ?? '-'}${isPinned ? '!' : ''}`;
}

describe('the play head', () => {
  const check = (events: string, wanted: string): void => expect(headAfter(...events.split(', ')), events).toBe(wanted);

  it('starts at the first post of a list, and is empty without one', () => {
    check('live 1 abc', 'a');
    check('live 1 abc, clear', '-');
    check('live 1 abc, next, clear, back', 'a');
    check('live 1 abc, live 2 , live 3 cd', 'c');
  });

  it('stays on its post while the list moves under it', () => {
    check('live 1 abc, next, live 2 xyabc', 'b');
    check('live 1 abc, next, live 2 cBa', 'b');
    check('live 1 abc, cue c, live 2 cab', 'c');
  });

  it('moves to the following post when its post leaves, otherwise to the last one, otherwise to none', () => {
    check('live 1 abcd, cue b, live 2 acd', 'c');
    check('live 1 abcd, cue b, block b', 'c');
    check('live 1 abcd, cue b, live 2 ad', 'd');
    check('live 1 abc, cue c, live 2 ab', 'b');
    check('live 1 abc, cue c, block c', 'b');
    check('live 1 abc, cue b, live 2 axyz', 'x');
    check('live 1 abc, cue c, live 2 axy', 'x');
    check('live 1 abc, cue c, live 2 xya', 'a');
    check('live 1 a, block a', '-');
    check('live 1 abc, cue b, guard of-b', 'b');
    check('live 1 abc, cue b, author user-b', 'c');
  });

  it('moves to the first post when none of the old list is left', () => {
    check('live 1 abc, cue b, live 2 xyz', 'x');
    check('live 1 abc, cue c, live2 1 xyz, point col_2', 'x');
  });

  it('steps manually, stays at the ends, and loops when set to', () => {
    check('live 1 abc, next, next', 'c');
    check('live 1 abc, next, next, next', 'c');
    check('live 1 abc, previous', 'a');
    check('live 1 abc, rotate 5 loop, previous', 'c');
    check('live 1 abc, rotate 5 loop, next, next, next', 'a');
    check('live 1 a, rotate 5 loop, next', 'a');
    check('hold, next', '-');
  });

  it('is unpinned by a manual move and by its post leaving, not by the list moving or a step that cannot move', () => {
    check('live 1 abc, pin', 'a!');
    check('live 1 abc, pin, live 2 xabc', 'a!');
    check('live 1 abc, pin, next', 'b');
    check('live 1 abc, pin, cue a', 'a');
    check('live 1 abc, pin, unpin', 'a');
    check('live 1 abc, cue c, pin, next', 'c!');
    check('live 1 abc, pin, previous', 'a!');
    check('live 1 abc, pin, block a', 'b');
    check('live 1 abc, pin, clear', '-');
  });

  it('skips used posts when set to, as long as an unused one exists', () => {
    check('live 1 abcd, rotate 5 skip, used b, next', 'c');
    check('live 1 abcd, rotate 5 skip, used b, used c, cue d, previous', 'a');
    check('live 1 ab, rotate 5 skip, used a, used b, next', 'b');
    check('live 1 abc, rotate 5 skip, used b, used c, next', 'a');
    check('live 1 abc, rotate 5 skip, used b, unused b, next', 'b');
  });

  it('moves on when its time is up, unless it was pinned, moved or stopped first', () => {
    check('live 1 abc, rotate 5, elapsed a', 'b');
    check('live 1 abc, rotate 5, elapsed b', 'a');
    check('live 1 abc, elapsed a', 'a');
    check('live 1 abc, rotate 5, pin, elapsed a', 'a!');
    check('live 1 abc, rotate 5, cue c, elapsed c', 'c');
    check('live 1 abc, rotate 5 loop, cue c, elapsed c', 'a');
  });

  it('refuses to cue or pin a post that is not on air', () => {
    const refused = { kind: 'refused', code: 'ITEM_UNKNOWN' };
    expect(play('live 1 abc', 'cue z').outcome).toEqual(refused);
    expect(play('live 1 abc', 'block b', 'cue b').outcome).toEqual(refused);
    expect(play('live 1 abc', 'cueIndex 3').outcome).toEqual(refused);
    expect(play('live 1 abc', 'cueIndex 2').outcome).toEqual({ kind: 'done' });
    expect(play('pin').outcome).toEqual(refused);
  });

  it('gives long posts more time when set to', () => {
    const item = post('a', { message: 'x'.repeat(230) });
    expect(dwellMs({ seconds: 5, isByLength: false }, item)).toBe(5000);
    expect(dwellMs({ seconds: 5, isByLength: true }, item)).toBe(15_000);
    expect(dwellMs({ seconds: 5, isByLength: true }, post('a', { message: '👋'.repeat(80) }))).toBe(5000);
  });
});

describe('a press for the post that was current', () => {
  /** The current post, or the refusal, after somebody who saw the post pressed. */
  const press = (events: string, text: string, seenItemId: string | null, by = 'Tom') => {
    const { state } = play(...events.split(', '));
    const step = advance(state, { ...eventOf(text), seenItemId, by } as ShowEvent);
    return step.outcome.kind === 'refused' ? step.outcome.code : mainOf(step.state).playHead.itemId;
  };

  it.each([
    ['another operator has just moved it', 'live 1 abc, next'],
    ['the rotation has just moved it', 'live 1 abc, rotate 5, elapsed a'],
    ['its post has just left', 'live 1 abc, block a'],
    ['nothing is on air any more', 'live 1 abc, clear'],
  ])('is refused if %s', (_what, events) => {
    expect(press(events, 'next', 'a')).toBe('HEAD_MOVED');
    expect(press(events, 'previous', 'a')).toBe('HEAD_MOVED');
    expect(press(events, 'pin', 'a')).toBe('HEAD_MOVED');
  });

  it('counts if the operator saw where it is, or a program does not say what it showed', () => {
    expect(press('live 1 abc, next', 'next', 'b')).toBe('c');
    expect(press('live 1 abc, next', 'next', null)).toBe('c');
    expect(advance(play('live 1 abc, next').state, eventOf('next')).outcome.kind).toBe('done');
    expect(press('live 1 abc, next', 'pin', 'b')).toBe('b');
  });

  it('counts each time if one operator presses again before the desk has seen the result', () => {
    expect(press('live 1 abcd, next', 'next', 'a', 'Ines')).toBe('c');
    expect(press('live 1 abcd, next, next', 'next', 'a', 'Ines')).toBe('d');
    expect(press('live 1 abcd, next', 'previous', 'a', 'Ines')).toBe('a');
    expect(press('live 1 abcd, next', 'pin', 'a', 'Ines')).toBe('b');
  });

  it.each([
    ['the rotation', 'live 1 abcd, next, rotate 5, elapsed b'],
    ['a post that left', 'live 1 abcd, next, block b'],
  ])('is refused again once %s has moved it after one’s own press', (_what, events) => {
    expect(press(events, 'next', 'b', 'Ines')).toBe('HEAD_MOVED');
  });
});
