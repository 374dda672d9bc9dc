/** Checks the service after deliveries that could not be used, at a bounded rate, because they may be forged. */
import type { Cancel, Clock } from '../ports.ts';

/** Shortest time between two checks. Milliseconds. */
const checkEveryMs = 5000;

export type BoundedChecks = {
  /** Checks now, or as soon as the rate allows; a check that is due covers all requests before it. */
  readonly request: () => void;
  readonly stop: () => void;
};

export function createBoundedChecks(clock: Clock, check: () => void): BoundedChecks {
  let allowedAtMs = Number.NEGATIVE_INFINITY;
  let cancel: Cancel | null = null;
  const run = (): void => {
    cancel = null;
    allowedAtMs = clock.monotonicMs() + checkEveryMs;
    check();
  };
  return {
    request: () => {
      const waitMs = allowedAtMs - clock.monotonicMs();
      if (waitMs <= 0) run();
      else cancel ??= clock.after(waitMs, run);
    },
    stop: () => {
      cancel?.();
      cancel = null;
    },
  };
}
