/** Records on disk when Greenroom was last known to be running, so that a restart can date a crash. */
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { readFileIfExists } from '../../disk/atomicFile.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';

export type OnAirHeartbeat = {
  /** Last time written before this was opened (ISO 8601); `null` when none could be read. */
  readonly previousAt: string | null;
  /** Writes the time (ISO 8601 with milliseconds, UTC) and resolves when it is on disk. Calls are queued. */
  readonly write: (at: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Opens the file, or creates it. Rejects with the system's error. */
export async function openOnAirHeartbeat(path: string): Promise<OnAirHeartbeat> {
  const bytes = await readFileIfExists(path);
  const { data } = z.iso.datetime().safeParse(bytes?.toString('utf8').slice(0, 24));
  // Not in append mode: every write would go to the end, and the next startup would read the oldest time.
  const file = await open(path, bytes === null ? 'wx' : 'r+', 0o600);
  const runInOrder = createSerialQueue();
  return {
    previousAt: data ?? null,
    write: (at) =>
      runInOrder(async () => {
        await file.write(at, 0);
        await file.datasync();
      }),
    close: () => runInOrder(() => file.close()),
  };
}
