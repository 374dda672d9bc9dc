/** Long polls: requests that wait for a newer revision or another body, for as long as they asked. */
import type { Cancel, Clock } from '../ports.ts';

export type Waiting = {
  /** Calls `answer` once: at a change that fits, when the time is over, or at the stop. The result gives up without answering. */
  readonly wait: (isOver: () => boolean, milliseconds: number, answer: () => void) => Cancel;
  /** Something changed: whoever's wait is over is answered. */
  readonly look: () => void;
  readonly size: () => number;
  readonly stop: () => void;
};

type Waiter = { readonly isOver: () => boolean; readonly answer: () => void; cancelTimer: Cancel };

export function createWaiting(clock: Clock): Waiting {
  const waiters = new Set<Waiter>();
  const finish = (waiter: Waiter): void => {
    if (!waiters.delete(waiter)) return;
    waiter.cancelTimer();
    waiter.answer();
  };
  return {
    wait: (isOver, milliseconds, answer) => {
      const waiter: Waiter = { isOver, answer, cancelTimer: () => undefined };
      waiters.add(waiter);
      waiter.cancelTimer = clock.after(milliseconds, () => finish(waiter));
      return () => {
        waiter.cancelTimer();
        waiters.delete(waiter);
      };
    },
    look: () => {
      for (const waiter of [...waiters]) if (waiter.isOver()) finish(waiter);
    },
    size: () => waiters.size,
    stop: () => {
      for (const waiter of [...waiters]) finish(waiter);
    },
  };
}
