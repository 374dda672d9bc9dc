/** Keeps the last deliveries that nobody could understand, for a day, for a person to look at. Best effort: nothing waits for it. */
import { createHash } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory, writeAtomic } from '../../disk/atomicFile.ts';
import type { Cancel, Clock } from '../ports.ts';

const keepFiles = 10;
const keepMs = 24 * 60 * 60 * 1000;

/** At least so often it is looked whether one is too old: a machine that slept is behind with its timers. Milliseconds. */
const lookEveryMs = 60 * 60 * 1000;

export type Unreadable = {
  /** Drops what is too old by now, and from then on whatever becomes so. Resolves whatever happens. */
  readonly start: () => Promise<void>;
  /** Writes the body aside, and drops what is too old or too much. Resolves whatever happens. */
  readonly keep: (body: Buffer) => Promise<void>;
  readonly stop: () => void;
};

export function createUnreadable(dataDir: string, clock: Clock): Unreadable {
  const folder = join(dataDir, 'unreadable-deliveries');
  let isStopped = false;
  let stopTimer: Cancel = () => undefined;

  const tidy = async (): Promise<void> => {
    const names = (await readdir(folder).catch(() => [])).sort();
    const surplus = names.slice(0, Math.max(0, names.length - keepFiles));
    let nextInMs = lookEveryMs;
    try {
      for (const name of names) {
        const leftMs = keepMs - (await ageMs(join(folder, name), name, clock.now()));
        if (surplus.includes(name) || leftMs <= 0) await rm(join(folder, name), { force: true });
        else nextInMs = Math.min(nextInMs, leftMs);
      }
    } finally {
      stopTimer();
      if (names.length > 0 && !isStopped) stopTimer = clock.after(nextInMs, () => void tidy().catch(() => undefined));
    }
  };

  return {
    start: () => tidy().catch(() => undefined),
    keep: async (body) => {
      try {
        await makeDirectory(folder);
        // Named by time, then content: sorting by name is sorting by age.
        const mark = createHash('sha256').update(body).digest('hex').slice(0, 8);
        await writeAtomic(join(folder, `${String(Math.floor(clock.now())).padStart(14, '0')}-${mark}.json`), body);
        await tidy();
      } catch {
        // The delivery was answered and the service is asked: losing the copy loses nothing.
      }
    },
    stop: () => {
      isStopped = true;
      stopTimer();
    },
  };
}

/** By its name or by the file system, whichever says more: a clock may have been set since. */
async function ageMs(path: string, name: string, nowMs: number): Promise<number> {
  const { mtimeMs } = await stat(path);
  const named = /^\d{14}(?=-)/.exec(name);
  return nowMs - Math.min(mtimeMs, named === null ? mtimeMs : Number(named[0]));
}
