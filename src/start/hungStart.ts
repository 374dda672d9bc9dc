/** A start whose disk hangs: says what it waits for, and ends it when a stop no longer waits. */
import { pendingSyncMs } from '../disk/syncQueue.ts';
import type { Clock, Log } from '../engine/ports.ts';
import { waitAtMost } from '../engine/waitAtMost.ts';
import { stopLimitMs } from './stopInTime.ts';

/** Longer than a start with a saved show waits, which is served nevertheless. */
const hungAfterMs = 5000;

const checkEveryMs = 1000;

export type StartWatch = {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
  /** Resolves when a stop is requested. */
  readonly stopRequested: Promise<void>;
  /** Called once if the start waits for a sync. A new show has nothing to serve before it is saved. */
  readonly onHung: () => void;
  /** How long the current sync has taken. */
  readonly pendingMs?: () => number;
};

/** Resolves as the start does, or with `null` if a stop was requested and the start still waits after the time for a stop. */
export async function watchStart<Started>(start: Promise<Started>, watch: StartWatch): Promise<Started | null> {
  const { clock, log, stopRequested, onHung, pendingMs = pendingSyncMs } = watch;
  const check = (): void => {
    if (pendingMs() < hungAfterMs) cancel = clock.after(checkEveryMs, check);
    else {
      log('error', 'DISK_NOT_RESPONDING', { where: 'start' });
      onHung();
    }
  };
  let cancel = clock.after(checkEveryMs, check);
  const started = start.finally(() => cancel());
  const givenUp = stopRequested.then(() =>
    waitAtMost(clock, stopLimitMs, started, () => {
      log('error', 'DISK_NOT_RESPONDING', { where: 'start' });
      return null;
    }),
  );
  return Promise.race([started, givenUp]);
}
