/** Creates a clock for tests that moves only when the test advances it. */
import type { Clock } from '../src/engine/ports.ts';

export type FakeClock = Clock & {
  /** Advances and runs the due timers in order. */
  readonly advance: (milliseconds: number) => void;
  /** Advances without running timers, as while the process is suspended. */
  readonly freeze: (milliseconds: number) => void;
  /** Makes the wall clock jump; the monotonic clock does not move. */
  readonly jump: (milliseconds: number) => void;
  /** Lets the machine sleep: the monotonic clock stops, and the wall clock goes on. */
  readonly sleep: (milliseconds: number) => void;
  /** Restarts the machine, as far as its boot id says. */
  readonly reboot: () => void;
  readonly timerCount: () => number;
  /** Number of timers that were set for exactly this duration. */
  readonly timersSetFor: (milliseconds: number) => number;
  /** Milliseconds until the next timer; `null` without one. */
  readonly nextInMs: () => number | null;
};

export function createFakeClock(startMs = Date.parse('2026-11-20T18:00:00Z')): FakeClock {
  let monotonicMs = 1000;
  let offsetMs = startMs - monotonicMs;
  let asleepMs = 0;
  let boots = 0;
  let timers: { readonly dueMs: number; readonly durationMs: number; readonly callback: () => void }[] = [];
  const next = () =>
    timers.reduce<(typeof timers)[number] | null>((a, b) => (a === null || b.dueMs < a.dueMs ? b : a), null);
  return {
    now: () => monotonicMs + offsetMs,
    monotonicMs: () => monotonicMs,
    uptimeMs: () => monotonicMs + asleepMs,
    bootId: () => `boot-${boots}`,
    after: (milliseconds, callback) => {
      const timer = { dueMs: monotonicMs + milliseconds, durationMs: milliseconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: (milliseconds) => {
      const endMs = monotonicMs + milliseconds;
      for (let due = next(); due !== null && due.dueMs <= endMs; due = next()) {
        const timer = due;
        timers = timers.filter((other) => other !== timer);
        monotonicMs = Math.max(monotonicMs, timer.dueMs);
        timer.callback();
      }
      monotonicMs = endMs;
    },
    freeze: (milliseconds) => {
      monotonicMs += milliseconds;
    },
    jump: (milliseconds) => {
      offsetMs += milliseconds;
    },
    sleep: (milliseconds) => {
      offsetMs += milliseconds;
      asleepMs += milliseconds;
    },
    reboot: () => {
      boots += 1;
    },
    timerCount: () => timers.length,
    timersSetFor: (milliseconds) => timers.filter((timer) => timer.durationMs === milliseconds).length,
    nextInMs: () => {
      const due = next();
      return due === null ? null : due.dueMs - monotonicMs;
    },
  };
}
