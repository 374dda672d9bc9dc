import { expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import type { TakedownReport } from '../../../src/core/feedState.ts';
import type { ShowState } from '../../../src/core/show.ts';
import { viewPanel } from '../../../src/engine/commands/viewPanel.ts';
import { mainOf, now, play } from '../../core/build.ts';

it('counts a blocked post that may still be on screen as a problem on air, until it is confirmed', () => {
  const { state } = play('live 1 abc', 'block a');
  const countAfter = (before: ShowState, report: TakedownReport): [ShowState, number] => {
    const by = null;
    const event = { type: 'takedownReported', feed: 'main', itemId: 'a', blockedAt: now, report, by, at: now } as const;
    const after = advance(before, event).state;
    return [after, viewPanel(after, mainOf(after)).problemsOnAir];
  };
  expect(viewPanel(state, mainOf(state)).problemsOnAir).toBe(0);
  const [late, lateCount] = countAfter(state, { waitingFor: [{ key: 'k', name: 'OBS' }], confirmed: null });
  expect(lateCount).toBe(1);
  const confirmed = { at: now, by: null, consumers: ['OBS'], inMs: null };
  expect(countAfter(late, { waitingFor: [], confirmed })[1]).toBe(0);
});
