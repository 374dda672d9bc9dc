import { describe, expect, it } from 'vitest';
import { advance } from '../../src/core/advance.ts';
import { aboutCollection, describeProblem } from '../../src/core/problem.ts';
import type { ShowEvent } from '../../src/core/show.ts';
import { describeClockSet, isUnlistedEvent, summariseEvent } from '../../src/core/summariseEvent.ts';
import { eventOf, now, play } from './build.ts';

/** Summary of the last event after the others, with its cause. */
function summaryOf(last: string | ShowEvent, ...before: string[]): string | null {
  const event = typeof last === 'string' ? eventOf(last) : last;
  const { state } = play(...before);
  const summary = summariseEvent(event, state, advance(state, event).state);
  if (summary === null) return null;
  return `${summary.cause ?? 'Greenroom'}${summary.by === null ? '' : ` ${summary.by}`}: ${summary.text}`;
}

const problem = describeProblem('SOURCE_OFFLINE', 'source', now, {});

describe('the summary of an event', () => {
  it.each([
    ['live 1 ab', [], 'service: Live: user-a, user-b added'],
    ['live 2 bAc', ['live 1 ab'], 'service: Live: user-c added; user-a edited; user-b moved'],
    ['live 2 b', ['live 1 ab'], 'service: Live: user-a removed'],
    ['live 2 a b', ['live 1 ab'], 'service: Live: user-b moved back to staging'],
    ['live 2 a s', ['live 1 a'], 'service: Staging: user-s added'],
    ['live 1', [], 'service: “Posts”, empty'],
    ['live 2 a', ['live 1 a'], 'service: “Posts”, unchanged'],
    ['hold', ['live 1 a'], 'operator Ines: Hold'],
    ['release', ['live 1 a', 'hold'], 'operator Ines: Release'],
    ['take', ['live 1 a', 'hold'], 'operator Ines: Take all'],
    ['removals', ['live 1 a', 'hold'], 'operator Ines: Take removals'],
    ['clear', ['live 1 a'], 'operator Ines: Clear'],
    ['back', ['live 1 a', 'clear'], 'operator Ines: Back'],
    ['rollback ab', ['live 1 a'], 'operator Ines: Restore revision 1'],
    ['block a', ['live 1 a'], 'operator Ines: Block user-a'],
    ['block nobody', ['live 1 a'], 'operator Ines: Block nobody'],
    ['unblock a', ['live 1 a', 'block a'], 'operator Ines: Unblock user-a'],
    ['unblock a', ['live 1 ab', 'block a', 'live 2 b'], 'operator Ines: Unblock user-a'],
    ['guard evacuation', ['live 1 a'], 'operator Ines: Guards: “evacuation”'],
    ['guard', ['live 1 a', 'guard x'], 'operator Ines: Guards: none'],
    ['allow a', ['live 1 a', 'guard message'], 'operator Ines: Allow user-a'],
    ['point col_2', ['live2 1 z'], 'operator Ines: Use “Posts” for main'],
    ['point col_2 hold', ['live2 1 z'], 'operator Ines: Hold main, then use “Posts”'],
    ['point col_2 hold', ['live2 1 z', 'hold'], 'operator Ines: Use “Posts” for main'],
    ['next', ['live 1 ab'], 'operator Ines: Next: user-b'],
    ['previous', ['live 1 ab', 'next'], 'operator Ines: Previous: user-a'],
    ['cue b', ['live 1 ab'], 'operator Ines: Cue user-b'],
    ['pin', ['live 1 ab'], 'operator Ines: Pin user-a'],
    ['unpin', ['live 1 ab', 'pin'], 'operator Ines: Unpin'],
    ['rotate 8', ['live 1 ab'], 'operator Ines: Rotation: every 8 s'],
    ['rotate', ['live 1 ab', 'rotate 8'], 'operator Ines: Rotation off'],
    ['elapsed a', ['live 1 ab', 'rotate 8'], 'rule: Rotation moved to user-b'],
    ['used a', ['live 1 ab'], 'operator Ines: Mark used: user-a'],
    ['unused a', ['live 1 ab', 'used a'], 'operator Ines: Mark unused: user-a'],
    ['seen', ['live 1 ab'], 'operator Ines: Got it'],
    ['source', ['live 1 ab'], null],
  ] as const)('describes %s after %j', (last, before, wanted) => {
    expect(summaryOf(last, ...before)).toBe(wanted);
    expect(isUnlistedEvent(eventOf(last))).toBe(wanted === null);
  });

  it('uses the same sentence for a problem and for its end', () => {
    expect(summaryOf({ type: 'problemRaised', problem })).toBe(`Greenroom: ${problem.message}`);
    const { state } = play();
    const raised = advance(state, { type: 'problemRaised', problem }).state;
    const cleared: ShowEvent = { type: 'problemCleared', code: 'SOURCE_OFFLINE', about: 'source' };
    expect(summariseEvent(cleared, raised, state)?.text).toBe(`Resolved: ${problem.message}`);
  });

  it('does not call the problem of a collection resolved that ends because no feed uses or shows it', () => {
    const summaryOfEnd = (collectionId: string) => {
      const about = aboutCollection(collectionId);
      const gone = describeProblem('SOURCE_COLLECTION_GONE', about, now, { collection: 'Gamma', air: '' });
      const state = play('live 1 ab').state;
      const raised = advance(state, { type: 'problemRaised', problem: gone }).state;
      const cleared: ShowEvent = { type: 'problemCleared', code: gone.code, about };
      return summariseEvent(cleared, raised, state)?.text.replace(gone.message, 'MESSAGE');
    };
    expect(summaryOfEnd('col_1')).toBe('Resolved: MESSAGE');
    expect(summaryOfEnd('col_gamma')).toBe('No feed uses or shows this collection any more: MESSAGE');
  });

  it('has words for the end of a problem that began before the recording', () => {
    const { state } = play();
    const cleared: ShowEvent = { type: 'problemCleared', code: 'FEED_RESTORED', about: 'feed:main' };
    expect(summariseEvent(cleared, state, state)?.text).toBe('Resolved: a problem from before the recording');
  });
});

it.each([
  [-10_799_996, 'The clock was set back by 3 h'],
  [10_800_400, 'The clock was set forward by 3 h'],
  [-3_599_998, 'The clock was set back by 1 h'],
  [599_999, 'The clock was set forward by 10 min 00 s'],
  [-3_540_000, 'The clock was set back by 59 min 00 s'],
])('a clock set by %s ms is described with the nearest duration', (byMs, sentence) => {
  expect(describeClockSet(byMs)).toBe(sentence);
});
