/** A switch of the show whose disk hangs: it is refused, because it would otherwise take effect whenever the disk responds. */
import type { Refusal } from '../contract/commands.ts';
import { say } from '../core/language/say.ts';
import { syncDirectory } from '../disk/atomicFile.ts';
import { pendingSyncMs } from '../disk/syncQueue.ts';
import type { Clock } from '../engine/ports.ts';
import { refuse } from '../engine/refuse.ts';
import { giveUpAfterMs } from '../engine/store.ts';
import { waitAtMost } from '../engine/waitAtMost.ts';

/** For a disk that responds, but slowly. Longer than a preparation with many files takes on a hard disk. */
const prepareWithinMs = 10_000;

const checkEveryMs = 250;

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

/** Resolves with whether the disk of this directory responds as soon as a change of the show would need it. */
export function respondsInTime(clock: Pick<Clock, 'after'>, directory: string): Promise<boolean> {
  // An error is a response too: a start copes with a full disk.
  const answered = syncDirectory(directory)
    .catch(() => undefined)
    .then(() => true);
  return waitAtMost(clock, giveUpAfterMs, answered, () => false);
}

export function refuseHungDisk(): Refusal {
  return refuse('SETTINGS_NOT_DONE', {
    what: say('the disk isn’t responding'),
    check: say('the disk of the data directory'),
  });
}
