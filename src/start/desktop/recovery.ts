/** Loads the desk’s page again after it crashed, hung or could not be loaded, with growing pauses. */
import type { Cancel, Clock } from '../../engine/ports.ts';

export type Recovery = {
  /** Loads the page again after a pause. A call during a pause has no effect. */
  readonly schedule: () => void;
  readonly stop: () => void;
};

/** The first is within the two seconds that an operator waits. */
const pausesMs = [300, 1000, 3000, 10_000, 30_000] as const;
/** After this time without a fault, the pauses begin again. */
const healthyAfterMs = 60_000;

export function createRecovery(clock: Clock, reload: () => void): Recovery {
  let faults = 0;
  let lastFaultMs = Number.NEGATIVE_INFINITY;
  let cancel: Cancel | null = null;
  return {
    schedule: () => {
      if (cancel !== null) return;
      const nowMs = clock.monotonicMs();
      faults = nowMs - lastFaultMs > healthyAfterMs ? 0 : faults;
      lastFaultMs = nowMs;
      const pauseMs = pausesMs[Math.min(faults, pausesMs.length - 1)] ?? 0;
      faults += 1;
      cancel = clock.after(pauseMs, () => {
        cancel = null;
        reload();
      });
    },
    stop: () => cancel?.(),
  };
}
