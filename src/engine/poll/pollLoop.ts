/** Polls one collection repeatedly: one request at a time, with backoff, obeying Retry-After, and immediately on demand. */
import type { PlannedPoll } from '../collectionStatus.ts';
import type { Cancel } from '../ports.ts';
import { leftServiceMs } from './answerTime.ts';
import type { Pause } from './pause.ts';
import { type PollDeps, pollOnce } from './pollOnce.ts';
import {
  type AwaitedPoll,
  initialPollState,
  isMissingIn,
  type PollReport,
  type PollResult,
  type PollState,
} from './pollState.ts';
import type { RequestSlots } from './requestSlots.ts';

/** Longest poll interval while only a person can solve the problem. Milliseconds. */
const slowIntervalMs = 60_000;

/** Longest poll interval for a collection that was never read. Milliseconds. */
const usualIntervalMs = 15_000;

/** Immediate polls in a row before the loop returns to its interval. */
const maxImmediateRetries = 2;

/** Longest wait for a response that is newer than a change which a delivery or the list has announced. Milliseconds. */
const newsRetryMs = 5000;

export type PollIntervals = {
  /** `null` polls only on demand. */
  readonly everyMs: number | null;
  /** Milliseconds between full (unconditional) polls. */
  readonly fullEveryMs: number;
};

export type PollLoop = {
  readonly id: string;
  /** Polls now. Ends a backoff, but never a wait set by the service's Retry-After. */
  readonly pollNow: (isFull: boolean) => void;
  /** Starts a full poll now and resolves with its result; `null` if the loop stops first. */
  readonly pollAndWait: () => Promise<AwaitedPoll | null>;
  /** Whether the last poll failed, or its response could not be believed or saved. */
  readonly isInDoubt: () => boolean;
  /** Call when the intervals may have changed. */
  readonly reschedule: () => void;
  /** Call when a pause has begun. */
  readonly holdBack: () => void;
  /** Resolves when the poll in flight has finished. */
  readonly stop: () => Promise<void>;
};

export type PollLoopDeps = PollDeps & {
  readonly slots: RequestSlots;
  readonly pause: Pause;
  readonly intervals: () => PollIntervals;
  /** Uniform between 0 and 1. */
  readonly random: () => number;
  readonly onPolled: (id: string, report: PollReport) => void;
};

export function createPollLoop(deps: PollLoopDeps, id: string): PollLoop {
  const { clock } = deps.ports;
  let pollState: PollState = initialPollState;
  let failures = 0;
  let immediateRetries = 0;
  let isNextFull = false;
  let inFlight: Promise<void> | null = null;
  let isPollRequested = false;
  let isRescheduleNeeded = false;
  let isStopped = false;
  /** When the next poll is due, whether or not the service lets it be sent then. Monotonic milliseconds. */
  let dueMs: number | null = null;
  let lastResult: PollResult | null = null;
  let cancel: Cancel = () => undefined;
  let waiters: readonly ((poll: AwaitedPoll | null) => void)[] = [];

  const scheduleAt = (atMs: number | null): PlannedPoll | null => {
    cancel();
    dueMs = isStopped ? null : atMs;
    if (dueMs === null) return null;
    const dueInMs = dueMs - clock.monotonicMs();
    const inMs = Math.max(dueInMs, deps.pause.leftMs());
    cancel = clock.after(inMs, run);
    return { dueInMs, inMs };
  };
  const schedule = (delayMs: number | null): PlannedPoll | null =>
    scheduleAt(delayMs === null ? null : clock.monotonicMs() + delayMs);

  const isFullDue = (): boolean => {
    const { everyMs, fullEveryMs } = deps.intervals();
    // A feed can use the collection again, whose ETag is still known.
    if (pollState.lastFullMs === null) return true;
    const ageMs = clock.monotonicMs() - pollState.lastFullMs;
    return ageMs >= fullEveryMs - Math.min(everyMs ?? fullEveryMs, fullEveryMs) / 2;
  };

  const planDelay = (report: PollReport): number | null => {
    const { everyMs } = deps.intervals();
    if (report.result.kind === 'failed') {
      const { failure } = report.result;
      failures += 1;
      const backoffDelayMs = {
        slow: backoffMs(failures, slowIntervalMs, deps.random()),
        usual: Math.min(everyMs ?? usualIntervalMs, usualIntervalMs),
        backoff: backoffMs(failures, (everyMs ?? 0) >= 30_000 ? 30_000 : 15_000, deps.random()),
      }[failure.pace];
      // Backoff also applies if the service keeps sending a Retry-After of zero.
      deps.pause.begin(failure.retryAfterMs ?? 0);
      return everyMs === null && failure.retryAfterMs === null ? null : backoffDelayMs;
    }
    failures = 0;
    if (report.next.kind === 'planned') {
      immediateRetries = 0;
      return everyMs;
    }
    isNextFull = true;
    if (report.next.kind === 'soon') return Math.min(everyMs ?? report.next.withinMs, report.next.withinMs);
    immediateRetries += 1;
    // Responses that stay inconclusive must not cause a flood of requests.
    return immediateRetries <= maxImmediateRetries ? 0 : (everyMs ?? slowIntervalMs);
  };

  const runPoll = async (): Promise<void> => {
    const isFull = isNextFull || isFullDue();
    isNextFull = false;
    const notifiedWaiters = waiters;
    waiters = [];
    const report = await deps.slots
      .run(() => pollOnce(deps, id, isFull, pollState))
      .catch((error: unknown) => {
        isNextFull ||= isFull;
        for (const notify of notifiedWaiters) notify(null);
        throw error;
      });
    // A full poll that failed is still due.
    if (report.result.kind === 'failed') isNextFull ||= isFull;
    pollState = report.pollState;
    lastResult = report.result;
    const { result, facts } = report;
    const leftMs = facts === null ? null : leftServiceMs(facts, pollState.dates);
    for (const notify of notifiedWaiters) notify({ result, leftServiceMs: leftMs, isMissing: isMissingIn(report) });
    const isCheckNeeded = deps.sourceStatus.leavesNews(id, report.result, report.facts);
    const delayMs = planDelay(isCheckNeeded ? { ...report, next: { kind: 'soon', withinMs: newsRetryMs } } : report);
    if (isStopped) return;
    const planned = schedule(isPollRequested ? 0 : delayMs);
    isPollRequested = false;
    deps.sourceStatus.recordPoll(id, report.result, report.facts, planned);
    deps.onPolled(id, report);
  };

  const run = (): void => {
    if (isStopped) return;
    if (inFlight !== null) {
      isPollRequested = true;
      return;
    }
    const pausedMs = deps.pause.leftMs();
    if (pausedMs > 0) {
      const endMs = clock.monotonicMs() + pausedMs;
      // A poll on demand is sent when the pause ends. It is not overdue before.
      if (dueMs === null || dueMs > endMs) deps.sourceStatus.recordPlannedPoll(id, scheduleAt(endMs));
      else scheduleAt(dueMs);
      return;
    }
    cancel();
    dueMs = null;
    inFlight = runPoll()
      .catch((error: unknown) => {
        deps.ports.log('error', 'ENGINE_FAULT', { where: 'source loop', error: String(error) });
        schedule(slowIntervalMs);
      })
      .finally(() => {
        inFlight = null;
        if (isPollRequested) run();
        else if (isRescheduleNeeded) reschedule();
      });
  };

  const reschedule = (): void => {
    isRescheduleNeeded = inFlight !== null;
    if (inFlight !== null || isStopped) return;
    const { everyMs } = deps.intervals();
    if (lastResult === null) {
      if (everyMs !== null) run();
      return;
    }
    const nowMs = clock.monotonicMs();
    const atMs = everyMs === null ? null : Math.min(dueMs ?? nowMs, nowMs + everyMs);
    deps.sourceStatus.recordPlannedPoll(id, scheduleAt(atMs));
  };

  return {
    id,
    pollNow: (isFull) => {
      isNextFull ||= isFull;
      run();
    },
    pollAndWait: () =>
      new Promise((resolve) => {
        if (isStopped) {
          resolve(null);
          return;
        }
        waiters = [...waiters, resolve];
        isNextFull = true;
        run();
      }),
    isInDoubt: () => lastResult?.kind === 'failed' || lastResult?.kind === 'inconclusive',
    reschedule,
    holdBack: () => {
      // One in flight is planned again when it has its response.
      if (inFlight === null && dueMs !== null) deps.sourceStatus.recordPlannedPoll(id, scheduleAt(dueMs));
    },
    stop: async () => {
      isStopped = true;
      cancel();
      for (const notify of waiters) notify(null);
      waiters = [];
      await inFlight;
    },
  };
}

/**
 * Returns the wait in milliseconds after consecutive failures, counted from 1. Half of it is random (`random` is 0 to 1), so that many
 * machines do not retry in the same second.
 */
function backoffMs(failures: number, longestMs: number, random: number): number {
  const ceilingMs = Math.min(longestMs, 1000 * 2 ** Math.min(failures - 1, 20));
  return ceilingMs / 2 + (ceilingMs / 2) * random;
}
