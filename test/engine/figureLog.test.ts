/** Tests the figures of the last hour: what counts as measured, gaps, and the limit. */
import { expect, it } from 'vitest';
import type { Consumer } from '../../src/contract/consumer.ts';
import { noPollsToday } from '../../src/core/source.ts';
import { createFigureLog, everySeconds, maxSamples } from '../../src/engine/figureLog.ts';
import { play } from '../core/build.ts';
import { createFakeClock } from '../fakeClock.ts';

const painted = (id: string, paintedRevision: number | null, paintedInMs: number | null): Consumer => ({
  ...{ id, name: id, program: 'OBS', address: '127.0.0.1', protocol: 'socket', revision: 1, confirmedRevision: 1 },
  ...{
    paintedRevision,
    paintedInMs,
    state: 'reading',
    behindSince: null,
    problem: null,
    lastSeenAt: '2026-11-20T18:00:00Z',
  },
});

function openLog(...moves: string[]) {
  const clock = createFakeClock();
  let { state } = play('live 1 abc', ...moves);
  let polls = 0;
  let consumers: readonly Consumer[] = [];
  const log = createFigureLog({
    clock,
    store: { state: () => state },
    source: { pollsToday: () => ({ ...noPollsToday, polls }) },
    feedServer: { consumers: () => consumers },
  });
  return {
    ...{ clock, log },
    poll: (latencyMs: number): void => {
      polls += 1;
      state = { ...state, source: { ...state.source, latencyMs } };
    },
    setConsumers: (next: readonly Consumer[]): void => {
      consumers = next;
    },
    sample: (): void => clock.advance(everySeconds * 1000),
  };
}

it('counts a latency only if a request was made since the sample before', () => {
  const { log, poll, sample } = openLog();
  sample();
  poll(84);
  sample();
  sample();
  poll(84);
  sample();
  expect(log.view('main').latencyMs).toEqual([null, 84, null, 84]);
});

it('shows the slowest paint since the sample before, and consumers that are not silent', () => {
  const { log, setConsumers, sample } = openLog();
  setConsumers([painted('a', 1, 40), painted('b', 1, 65), painted('poller', null, null)]);
  sample();
  sample();
  setConsumers([painted('a', 2, 38), { ...painted('b', 1, 65), state: 'silent' }]);
  sample();
  expect(log.view('main')).toMatchObject({ paintedMs: [65, null, 38], consumers: [3, 3, 1] });
});

it('counts the changes that wait behind the gate', () => {
  const { log, sample } = openLog('hold', 'live 2 abcd');
  sample();
  expect(log.view('main').waiting).toEqual([1]);
});

it('keeps an hour and no more, and nothing for an unknown feed', () => {
  const { log, clock } = openLog();
  clock.advance(3 * 3_600_000);
  const { at, consumers } = log.view('main');
  expect(at).toHaveLength(maxSamples);
  expect((at.at(-1) ?? 0) - (at[0] ?? 0)).toBe(3_600_000);
  expect(consumers.every((count) => count === 0)).toBe(true);
  expect(log.view('other').consumers.every((count) => count === null)).toBe(true);
});

it('moves no sample when the clock is set, and ends', () => {
  const { log, clock, sample } = openLog();
  sample();
  sample();
  clock.jump(7_200_000);
  const { at } = log.view('main');
  expect(at.map((atMs) => clock.now() - atMs)).toEqual([10_000, 0]);
  log.stop();
  expect(clock.timerCount()).toBe(0);
});
