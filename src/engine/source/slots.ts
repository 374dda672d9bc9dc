/** How many requests may be under way at once, all collections together; and the wait that the service asked all of us for. */
import type { Clock } from '../ports.ts';

export type Slots = {
  /** Runs the work when there is room for it. Rejects only when the work does. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Nothing may be asked for so long. A shorter wait never cuts a longer one. Milliseconds. */
  readonly holdBack: (milliseconds: number) => void;
  /** How long nothing may be asked still; 0 usually. Milliseconds. */
  readonly heldBackMs: () => number;
  /** Another service is asked from now on: it asked for no wait. */
  readonly letGo: () => void;
};

export function createSlots(limit: number, clock: Pick<Clock, 'monotonicMs'>): Slots {
  let underWay = 0;
  let notBeforeMs = Number.NEGATIVE_INFINITY;
  const queue: (() => void)[] = [];
  return {
    run: async (work) => {
      if (underWay >= limit) await new Promise<void>((resolve) => queue.push(resolve));
      else underWay += 1;
      try {
        return await work();
      } finally {
        // The place goes straight to the next in the queue, if there is one.
        const next = queue.shift();
        if (next === undefined) underWay -= 1;
        else next();
      }
    },
    holdBack: (milliseconds) => {
      notBeforeMs = Math.max(notBeforeMs, clock.monotonicMs() + milliseconds);
    },
    heldBackMs: () => Math.max(0, notBeforeMs - clock.monotonicMs()),
    letGo: () => {
      notBeforeMs = Number.NEGATIVE_INFINITY;
    },
  };
}
