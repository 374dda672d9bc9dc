/** Holds long polls until a newer revision, another body or their timeout. */
import type { Cancel, Clock } from '../ports.ts';

export type LongPolls = {
  /** Calls `answer` once: when `isReady`, at the timeout or at the stop. The result cancels without answering. */
  readonly wait: (isReady: () => boolean, timeoutMs: number, answer: () => void) => Cancel;
  /** Answers the requests that are ready. */
  readonly answerReady: () => void;
  readonly size: () => number;
  readonly stop: () => void;
};

type Waiter = { readonly isReady: () => boolean; readonly answer: () => void; cancelTimer: Cancel };

export function createLongPolls(clock: Clock): LongPolls {
  const waiters = new Set<Waiter>();
  const finish = (waiter: Waiter): void => {
    if (!waiters.delete(waiter)) return;
    waiter.cancelTimer();
    waiter.answer();
  };
  return {
    wait: (isReady, timeoutMs, answer) => {
      const waiter: Waiter = { isReady, answer, cancelTimer: () => undefined };
      waiters.add(waiter);
      waiter.cancelTimer = clock.after(timeoutMs, () => finish(waiter));
      return () => {
        waiter.cancelTimer();
        waiters.delete(waiter);
      };
    },
    answerReady: () => {
      for (const waiter of [...waiters]) if (waiter.isReady()) finish(waiter);
    },
    size: () => waiters.size,
    stop: () => {
      for (const waiter of [...waiters]) finish(waiter);
    },
  };
}
