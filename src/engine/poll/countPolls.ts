/** Counts the polls of each day, so that an operator sees how well the service has answered. */
import type { ProblemCode } from '../../core/problem.ts';
import { noPollsToday, type PollsToday } from '../../core/source.ts';
import type { Clock } from '../ports.ts';

/** The service could not be reached, or did not respond in time. */
const unansweredCodes: ReadonlySet<ProblemCode> = new Set(['SOURCE_OFFLINE', 'SOURCE_TIMEOUT', 'SOURCE_CERTIFICATE']);

export type PollCounter = {
  readonly countPoll: (
    failure: ProblemCode | null,
    response: { readonly latencyMs: number; readonly status: number } | null,
  ) => void;
  readonly pollsToday: () => PollsToday;
};

export function createPollCounter(clock: Pick<Clock, 'now' | 'uptimeMs'>): PollCounter {
  const startedMs = clock.uptimeMs();
  let day = 0;
  let counts = noPollsToday;
  const pollsToday = (): PollsToday => {
    const nowMs = clock.now();
    const midnightMs = new Date(nowMs).setHours(0, 0, 0, 0);
    // By the clock as it is set now.
    const isSinceStart = nowMs - (clock.uptimeMs() - startedMs) >= midnightMs;
    if (midnightMs !== day && !isSinceStart) counts = noPollsToday;
    day = midnightMs;
    return { ...counts, isSinceStart };
  };
  return {
    pollsToday,
    countPoll: (failure, response) => {
      const isUnanswered = response === null && failure !== null && unansweredCodes.has(failure);
      if (response === null && !isUnanswered) return;
      const { polls, unchanged, slowestMs, unanswered, lastUnansweredAt, isSinceStart } = pollsToday();
      counts = {
        isSinceStart,
        polls: polls + 1,
        unchanged: unchanged + (response?.status === 304 ? 1 : 0),
        slowestMs: response === null ? slowestMs : Math.max(slowestMs ?? 0, Math.round(response.latencyMs)),
        unanswered: unanswered + (isUnanswered ? 1 : 0),
        lastUnansweredAt: isUnanswered ? new Date(clock.now()).toISOString() : lastUnansweredAt,
      };
    },
  };
}
