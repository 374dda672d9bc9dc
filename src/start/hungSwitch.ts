/** A switch of the show whose disk hangs: it is refused, because it would otherwise take effect whenever the disk responds. */
import { syncDirectory } from '../disk/atomicFile.ts';
import { pendingSyncMs } from '../disk/syncQueue.ts';
import type { Clock } from '../engine/ports.ts';
import { giveUpAfterMs } from '../engine/store.ts';
import { waitAtMost } from '../engine/waitAtMost.ts';

/** For a disk that responds, but slowly. Longer than a preparation with many files takes on a hard disk. */
const prepareWithinMs = 10_000;

const checkEveryMs = 250;

/** For one sync. A disk that works takes a tenth of it; a busy one gets further tries. */
const quickWithinMs = 250;

/** After this, the next show does not wait for the last saves of the show before, because the feeds are down. */
export const replaceWithinMs = 500;

/** Settles as the preparation does, or resolves with `null` if the disk hangs or is too slow; it then goes on. */
export function prepareInTime<Prepared>(
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  preparing: Promise<Prepared>,
  pendingMs = pendingSyncMs,
): Promise<Prepared | null> {
  const startedMs = clock.monotonicMs();
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (isDiskHung(pendingMs) || clock.monotonicMs() - startedMs >= prepareWithinMs) resolve(null);
      else cancel = clock.after(checkEveryMs, check);
    };
    let cancel = clock.after(checkEveryMs, check);
    preparing.finally(() => cancel()).then(resolve, reject);
  });
}

/** Whether a sync takes longer than a change of the show would wait for it. */
export function isDiskHung(pendingMs = pendingSyncMs): boolean {
  return pendingMs() >= giveUpAfterMs;
}

/**
 * Resolves with whether the disk of this directory responds, within the time for a change of the show, as quickly as a switch needs it. The
 * stop of one show and the start of the next sync several files in turn, and the feeds are down meanwhile.
 */
export function respondsInTime(
  clock: Pick<Clock, 'after' | 'monotonicMs'>,
  directory: string,
  sync = syncDirectory,
): Promise<boolean> {
  let isGivenUp = false;
  const tryUntilQuick = async (): Promise<boolean> => {
    while (!isGivenUp) {
      const startedMs = clock.monotonicMs();
      // An error is a response too: a start copes with a full disk.
      await sync(directory).catch(() => undefined);
      if (clock.monotonicMs() - startedMs <= quickWithinMs) return true;
    }
    return false;
  };
  return waitAtMost(clock, giveUpAfterMs, tryUntilQuick(), () => {
    isGivenUp = true;
    return false;
  });
}
