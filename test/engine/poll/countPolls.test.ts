/** Tests the counts of a day’s polls. */
import { expect, it } from 'vitest';
import { noPollsToday } from '../../../src/core/source.ts';
import { createPollCounter } from '../../../src/engine/poll/countPolls.ts';
import { createFakeClock } from '../../fakeClock.ts';

it('counts responses, unchanged ones, the slowest and polls without a response, and no poll that was not sent', () => {
  const clock = createFakeClock(Date.parse('2026-11-20T12:00:00Z'));
  const { countPoll, pollsToday } = createPollCounter(clock);
  countPoll(null, { latencyMs: 84.4, status: 304 });
  countPoll('SOURCE_FAILING', { latencyMs: 412, status: 503 });
  countPoll('SOURCE_OFFLINE', null);
  countPoll('SOURCE_KEY_MISSING', null);
  countPoll(null, null);
  expect(pollsToday()).toEqual({
    isSinceStart: true,
    ...{ polls: 3, unchanged: 1, slowestMs: 412, unanswered: 1, lastUnansweredAt: '2026-11-20T12:00:00.000Z' },
  });
});

it('starts again at midnight', () => {
  const clock = createFakeClock(Date.parse('2026-11-20T12:00:00Z'));
  const { countPoll, pollsToday } = createPollCounter(clock);
  countPoll(null, { latencyMs: 84, status: 200 });
  expect(pollsToday()).toMatchObject({ polls: 1, isSinceStart: true });
  clock.advance(24 * 3_600_000);
  expect(pollsToday()).toEqual(noPollsToday);
});

it('says that it counts since the start, also if the clock was set to another day since', () => {
  const clock = createFakeClock(Date.parse('1970-01-01T12:00:00Z'));
  const { countPoll, pollsToday } = createPollCounter(clock);
  countPoll(null, { latencyMs: 84, status: 200 });
  clock.jump(20_000 * 24 * 3_600_000);
  expect(pollsToday()).toMatchObject({ polls: 1, isSinceStart: true });
});
