/** Records on disk when Greenroom was last known to be running, so that a restart can date a crash. */
import { type FileHandle, open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { readFileIfExists } from '../../disk/atomicFile.ts';
import { parseRecord } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { formatPaddedRecord } from '../../disk/recordBytes.ts';
import type { ReportDamage } from '../../disk/segmentFiles.ts';
import { createSerialQueue } from '../../disk/serialQueue.ts';
import { syncInTurn } from '../../disk/syncQueue.ts';

/** A time (ISO 8601 with milliseconds, UTC), and how long the machine had run since a start with this id; `null` without an id. */
export type Beat = { readonly at: string; readonly boot: { readonly id: string; readonly uptimeMs: number } | null };

export type OnAirHeartbeat = {
  /** The last one written before this was opened; `null` when none could be read. */
  readonly previous: Beat | null;
  /** Writes to a new file if somebody removed it. Calls are queued. A power cut can undo the last few writes. */
  readonly write: (beat: Beat) => Promise<void>;
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
  const previous = bytes === null ? null : readBeat(bytes.toString('utf8'));
  if (bytes !== null && previous === null) reportDamage(basename(path), await quarantineFile(path), []);
  // Not in append mode: every write would go to the end, and the next startup would read the oldest time.
  let files = await openBoth(path, previous === null ? 'wx' : 'r+');
  const runInOrder = createSerialQueue();
  let writes = 0;
  return {
    previous,
    write: (beat) =>
      runInOrder(async () => {
        const record = formatPaddedRecord(beat, beatBytes);
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

export const beatSchema = z.object({
  at: z.iso.datetime(),
  boot: z.object({ id: z.string(), uptimeMs: z.number() }).nullable(),
});

/** The later of two beats, which only one start of the machine says for certain. Otherwise the first, if there is one. */
export function newerBeat(first: Beat | null, second: Beat | null): Beat | null {
  if (first === null || second === null) return first ?? second;
  const isSameStart = second.boot !== null && first.boot?.id === second.boot.id;
  return isSameStart && second.boot.uptimeMs >= first.boot.uptimeMs ? second : first;
}

/** Longer than any record. */
const beatBytes = 192;

/** Files of older versions have only a time, in 24 characters without a checksum or in a record. */
function readBeat(text: string): Beat | null {
  const value = text.length === 24 ? text : parseRecord(text.trimEnd())?.value;
  return beatSchema.safeParse(typeof value === 'string' ? { at: value, boot: null } : value).data ?? null;
}
