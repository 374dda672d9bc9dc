/** Records on disk when Greenroom was last known to be running, so that a restart can date a crash. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { readFileIfExists } from '../../disk/atomicFile.ts';
import { parseRecord } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { formatRecord } from '../../disk/recordBytes.ts';
import type { ReportDamage } from '../../disk/segmentFiles.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import { syncInTurn } from '../../disk/syncQueue.ts';

export type OnAirHeartbeat = {
  /** Last time written before this was opened (ISO 8601); `null` when none could be read. */
  readonly previousAt: string | null;
  /** Writes the time (ISO 8601 with milliseconds, UTC), to a new file if somebody removed it. Calls are queued. A power cut can undo the last few writes. */
  readonly write: (at: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * Every write survives a crash of this program, and one in ten a power cut: with two writes a second, a restart dates the first to half a
 * second and the second to five. Syncing each would write 4 KB twice a second for nothing.
 */
const writesPerSync = 10;

/** Opens the file, or creates it. A file without a time is kept aside and reported. Rejects with the system's error. */
export async function openOnAirHeartbeat(path: string, reportDamage: ReportDamage): Promise<OnAirHeartbeat> {
  const bytes = await readFileIfExists(path).catch(() => Buffer.alloc(0));
  const { data } = z.iso.datetime().safeParse(bytes === null ? undefined : readTime(bytes.toString('utf8')));
  if (bytes !== null && data === undefined) reportDamage(basename(path), await quarantineFile(path), []);
  // Not in append mode: every write would go to the end, and the next startup would read the oldest time.
  let files = await openBoth(path, data === undefined ? 'wx' : 'r+');
  const runInOrder = createSerialQueue();
  let writes = 0;
  return {
    previousAt: data ?? null,
    write: (at) =>
      runInOrder(async () => {
        const record = formatRecord(at);
        if (!(await isAtPath(files.file, path))) {
          const removed = files;
          files = await openBoth(path, 'w');
          await closeBoth(removed);
        }
        const { file, synchronousFile } = files;
        if (writes % writesPerSync === 0) await syncInTurn(() => synchronousFile.write(record, 0));
        else await file.write(record, 0);
        writes += 1;
      }),
    close: () => runInOrder(() => closeBoth(files)),
  };
}

type Files = { readonly file: FileHandle; readonly synchronousFile: FileHandle };

async function openBoth(path: string, flags: 'w' | 'wx' | 'r+'): Promise<Files> {
  const file = await open(path, flags, 0o600);
  const synchronousFile = await open(path, 'rs+').catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  return { file, synchronousFile };
}

async function closeBoth({ file, synchronousFile }: Files): Promise<void> {
  await file.close();
  await synchronousFile.close();
}

/** False after somebody removed or replaced the file. */
async function isAtPath(file: FileHandle, path: string): Promise<boolean> {
  const { ino } = await file.stat({ bigint: true });
  return stat(path, { bigint: true }).then(
    (found) => found.ino === ino,
    () => false,
  );
}

/** Files of older versions have 24 characters without a checksum. */
function readTime(text: string): unknown {
  return text.length === 24 ? text : parseRecord(text.trimEnd())?.value;
}
