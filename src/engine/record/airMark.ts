/** The time at which all was known to be on air still: a few bytes on disk, written over and over, that tell when a crash came. */
import { open } from 'node:fs/promises';
import { z } from 'zod';
import { readWhole } from '../../disk/atomicFile.ts';

export type OnAirHeartbeat = {
  /** What was marked last before this was opened (ISO 8601); null: nothing that can be read. */
  readonly previousAt: string | null;
  /** Writes the time (ISO 8601 with milliseconds, UTC) and resolves when it is on disk; one at a time. */
  readonly write: (at: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Opens the mark, making the file. Rejects with the system's error. */
export async function openOnAirHeartbeat(path: string): Promise<OnAirHeartbeat> {
  const bytes = await readWhole(path);
  const { data } = z.iso.datetime().safeParse(bytes?.toString('utf8').slice(0, 24));
  // Never for appending: there every write would go to the end, and the first mark would stand for ever.
  const file = await open(path, bytes === null ? 'wx' : 'r+', 0o600);
  let queue: Promise<void> = Promise.resolve();
  return {
    previousAt: data ?? null,
    write: (at) => {
      const written = queue.then(async () => {
        await file.write(at, 0);
        await file.datasync();
      });
      queue = written.catch(() => undefined);
      return written;
    },
    close: async () => {
      await queue;
      await file.close();
    },
  };
}
