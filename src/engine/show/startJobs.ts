/** Writes at a start that wait for the disk only for a time, so that a disk that hangs keeps no list from the feeds. */
import type { Ports } from '../ports.ts';
import { giveUpAfterMs } from '../store.ts';
import { waitAtMost } from '../waitAtMost.ts';

export type StartJobs = {
  /** Resolves with `true` once the job is done, and with `false` if it failed or the disk hangs; it may then still be running. Never rejects. */
  readonly run: (job: () => Promise<void>) => Promise<boolean>;
  /** Whether the disk hung for longer than the limit. */
  readonly isHung: () => boolean;
  /** Resolves when no job is running. */
  readonly settled: () => Promise<void>;
};

export function createStartJobs({ clock, log }: Pick<Ports, 'clock' | 'log'>): StartJobs {
  let isHung = false;
  let running: Promise<unknown> = Promise.resolve();
  return {
    run: async (job) => {
      // A job that began late would overwrite marks of what was announced meanwhile.
      if (isHung) return false;
      const done = job().then(
        () => true,
        (error: unknown) => {
          log('error', 'DISK_WRITE_FAILED', { what: String(error) });
          return false;
        },
      );
      running = done;
      return waitAtMost(clock, giveUpAfterMs, done, () => {
        isHung = true;
        log('error', 'DISK_NOT_RESPONDING', { where: 'start' });
        return false;
      });
    },
    isHung: () => isHung,
    settled: async () => void (await running),
  };
}
