/** Keeps the last unreadable deliveries for a day for the operator to inspect; best effort, nothing waits for it. */
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, writeAtomic } from '../../disk/atomicFile.ts';
import type { Cancel, Clock } from '../ports.ts';

const maxFiles = 10;
const keepMs = 24 * 60 * 60 * 1000;

/** Longest time between clean-ups, because a timer runs late if the machine slept. Milliseconds. */
const cleanUpEveryMs = 60 * 60 * 1000;

export type UnreadableDeliveries = {
  /** Deletes expired files now and whenever one expires. Never rejects. */
  readonly start: () => Promise<void>;
  /** Writes the body to a file and deletes files above the limits. Never rejects. */
  readonly keep: (body: Buffer) => Promise<void>;
  readonly stop: () => void;
};

export function createUnreadableDeliveries(dataDir: string, clock: Clock): UnreadableDeliveries {
  const folder = join(dataDir, 'unreadable-deliveries');
  let isStopped = false;
  let stopTimer: Cancel = () => undefined;

  const cleanUp = async (): Promise<void> => {
    const names = (await readdir(folder).catch(() => [])).sort();
    const surplus = names.slice(0, Math.max(0, names.length - maxFiles));
    let nextInMs = cleanUpEveryMs;
    try {
      for (const name of names) {
        const leftMs = keepMs - (await readAgeMs(join(folder, name), name, clock.now()));
        if (surplus.includes(name) || leftMs <= 0) await rm(join(folder, name), { force: true });
        else nextInMs = Math.min(nextInMs, leftMs);
      }
    } finally {
      stopTimer();
      if (names.length > 0 && !isStopped)
        stopTimer = clock.after(nextInMs, () => void cleanUp().catch(() => undefined));
    }
  };

  return {
    start: () => cleanUp().catch(() => undefined),
    keep: async (body) => {
      try {
        await makeDirectory(folder);
        // The name begins with the time, so that sorting by name is sorting by age.
        const hash = createHash('sha256').update(body).digest('hex').slice(0, 8);
        await writeAtomic(join(folder, `${String(Math.floor(clock.now())).padStart(14, '0')}-${hash}.json`), body);
        await cleanUp();
      } catch {
        // The service is polled for this change anyway, so a missing copy does no harm.
      }
    },
    stop: () => {
      isStopped = true;
      stopTimer();
    },
  };
}

/** Takes the earlier of the time in the name and the file's date, because the clock can have been changed. */
async function readAgeMs(path: string, name: string, nowMs: number): Promise<number> {
  const { mtimeMs } = await stat(path);
  const timeInName = /^\d{14}(?=-)/.exec(name);
  return nowMs - Math.min(mtimeMs, timeInName === null ? mtimeMs : Number(timeInName[0]));
}
