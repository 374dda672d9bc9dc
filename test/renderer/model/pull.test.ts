import { describe, expect, it } from 'vitest';
import type { RecipeConsumer } from '../../../src/contract/recipes.ts';
import { describePull, describePullInFull, type PullFacts } from '../../../src/renderer/model/words/pull.ts';

const nowMs = new Date(2026, 10, 20, 20, 42, 49).getTime();
const consumer: RecipeConsumer = {
  ...{ name: 'vMix', address: '127.0.0.1', protocol: 'poll', read: 'vmix.json', everyMs: 1003, revision: 128 },
};
const pulled = (agoMs: number, changes: Partial<RecipeConsumer> = {}): PullFacts => ({
  target: 'vmix-data',
  pulledAt: new Date(nowMs - agoMs).toISOString(),
  consumer: { ...consumer, ...changes },
});
const never: PullFacts = { target: 'vmix-data', pulledAt: null, consumer: null };
const inFull = (facts: PullFacts, isDisconnected = false) => {
  const { state, lead, rest } = describePullInFull(facts, { feedRevision: 128, nowMs, isDisconnected });
  return [state, `${lead} ${rest}`];
};

describe('the lamp of a program', () => {
  it.each([
    [0, 'good', 'Pulled 0.0 s ago'],
    [400, 'good', 'Pulled 0.4 s ago'],
    [10_000, 'good', 'Pulled 10 s ago'],
    [10_001, 'warn', 'Last pulled 10 s ago'],
    [59_999, 'warn', 'Last pulled 59 s ago'],
    [12 * 60_000, 'warn', 'Stopped 12 min ago'],
    [3_600_000, 'warn', 'Stopped at 19:42:49'],
    [-500, 'good', 'Pulled 0.0 s ago'],
  ] as const)('%i ms after its last read is %s: %s', (agoMs, state, text) => {
    expect(describePull(pulled(agoMs), nowMs, false)).toEqual([state, text]);
  });

  it('says that it never pulled, and nothing without a connection', () => {
    expect(describePull(never, nowMs, false)).toEqual(['off', 'Never pulled']);
    expect(describePull(pulled(400), nowMs, true)).toEqual(['off', 'Not known']);
  });
});

describe('the sentence about a program', () => {
  it('says when, from where, how often and what it read', () => {
    expect(inFull(pulled(400))).toEqual([
      'good',
      'vMix is pulling. Last pull 0.4 s ago from this machine, every 1 s, revision 128. It has the newest list. It read vmix.json.',
    ]);
    const socket = pulled(2000, { name: 'Foyer', address: '10.0.0.7', read: 'socket', everyMs: null, revision: 0 });
    expect(inFull({ ...socket, target: 'obs' })).toEqual([
      'good',
      'OBS is pulling. Last pull 2 s ago from Foyer on 10.0.0.7, no list confirmed yet. Revision 128 is on air. It used the socket.',
    ]);
  });

  it('names what is on air when the program has an older list', () => {
    expect(inFull(pulled(400, { revision: 127 }))[1]).toContain('revision 127. Revision 128 is on air.');
  });

  it('says the next step when it has stopped, and waits for a program that has never read', () => {
    expect(inFull(pulled(12 * 60_000))).toEqual([
      'warn',
      'vMix has stopped pulling. Last pull 12 min 00 s ago from this machine, every 1 s, revision 128. It has the newest list. It read vmix.json. Check that it is running, and that its address is the one below.',
    ]);
    expect(inFull(never)).toEqual([
      'off',
      'No data source has read an address with name=vMix. If vMix reads an address without it, use one of the addresses below instead. The name of the data source in vMix has no effect. This turns green by itself.',
    ]);
    expect(inFull(pulled(400), true)[0]).toBe('off');
  });
});
