/** Limits concurrent requests over all collections, and pauses them for the service's Retry-After. */
import type { Clock } from '../ports.ts';

export type RequestSlots = {
  /** Runs the work when a slot is free. Rejects only if the work does. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Pauses all requests; a shorter pause never ends a longer one. */
  readonly pauseFor: (milliseconds: number) => void;
  /** Remaining pause in milliseconds, usually 0. */
  readonly pausedForMs: () => number;
  /** Ends the pause when the service changes. */
  readonly resume: () => void;
};

export function createRequestSlots(limit: number, clock: Pick<Clock, 'monotonicMs'>): RequestSlots {
  let running = 0;
  let pausedUntilMs = Number.NEGATIVE_INFINITY;
  const queue: (() => void)[] = [];
  return {
    run: async (work) => {
      if (running >= limit) await new Promise<void>((resolve) => queue.push(resolve));
      else running += 1;
      try {
        return await work();
      } finally {
        // The slot passes directly to the next in the queue.
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    pauseFor: (milliseconds) => {
      pausedUntilMs = Math.max(pausedUntilMs, clock.monotonicMs() + milliseconds);
    },
    pausedForMs: () => Math.max(0, pausedUntilMs - clock.monotonicMs()),
    resume: () => {
      pausedUntilMs = Number.NEGATIVE_INFINITY;
    },
  };
}
