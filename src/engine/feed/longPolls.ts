/** Holds long polls until a newer revision, another body or their timeout. */
import type { Cancel, Clock } from '../ports.ts';

export type LongPolls = {
  /**
   * Calls `respond` once: when `isReady` returns true, at the timeout or on `stop`. Returns a function that cancels the wait
   * without responding.
   */
  readonly wait: (isReady: () => boolean, timeoutMs: number, respond: () => void) => Cancel;
  readonly respondToReady: () => void;
  readonly size: () => number;
  readonly stop: () => void;
};

type Waiter = { readonly isReady: () => boolean; readonly respond: () => void; cancelTimer: Cancel };

export function createLongPolls(clock: Clock): LongPolls {
  const waiters = new Set<Waiter>();
  const finish = (waiter: Waiter): void => {
    if (!waiters.delete(waiter)) return;
    waiter.cancelTimer();
    waiter.respond();
  };
  return {
    wait: (isReady, timeoutMs, respond) => {
      const waiter: Waiter = { isReady, respond, cancelTimer: () => undefined };
      waiters.add(waiter);
      waiter.cancelTimer = clock.after(timeoutMs, () => finish(waiter));
      return () => {
        waiter.cancelTimer();
        waiters.delete(waiter);
      };
    },
    respondToReady: () => {
      for (const waiter of [...waiters]) if (waiter.isReady()) finish(waiter);
    },
    size: () => waiters.size,
    stop: () => {
      for (const waiter of [...waiters]) finish(waiter);
    },
  };
}
