/** Reserves disk space in advance, so that Greenroom can start and save one record on a full disk. */
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readFileIfExists, syncDirectory } from './atomicFile.ts';
import { formatRecord, parseRecord, writeAll } from './journal.ts';
import { quarantineFile } from './quarantine.ts';

/** A file of the reserve that was unusable when opened. */
export type ReserveFault = {
  readonly file: string;
  /** Its new name in quarantine; `null` if it could not be renamed. */
  readonly kept: string | null;
  readonly error: string;
};

export type Reserve = {
  /** The last record kept before this was opened; `null` if none can be read. */
  readonly lastRecord: unknown;
  /** Faults found in its files when opened. They affect only the reserve. */
  readonly faults: readonly ReserveFault[];
  /** Whether space is reserved for records of this size in bytes, and for startup. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Reserves space for records of this size in bytes, and for startup. Rejects with the system's error; the last record stays. */
  readonly makeRoom: (bytes: number) => Promise<void>;
  /** Overwrites the older of the two records and resolves when it is on disk. Rejects if space is not reserved or the disk fails. */
  readonly keep: (record: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** A file of the reserve. Records alternate between two of them, so that a crash during an overwrite leaves the other. */
type Slot = {
  readonly path: string;
  number: number;
  readonly lastRecord: unknown;
  file: FileHandle | null;
  bytes: number;
};

/** Space is reserved in steps of this size. Bytes. */
const stepBytes = 32 * 1024;

/** Space that startup needs for its lock and some small files, in addition to the show. Bytes. */
const startupBytes = 96 * 1024;

const startupPathOf = (directory: string, name: string): string => join(directory, `${name}-start`);

/** Releases the space reserved for startup, and returns whether there was any. */
export async function releaseStartupSpace(directory: string, name: string): Promise<boolean> {
  return rm(startupPathOf(directory, name)).then(
    () => true,
    () => false,
  );
}

/** Opens the reserve with this name in a directory. Faults in its files are returned, never thrown. */
export async function openReserve(directory: string, name: string): Promise<Reserve> {
  const faults: ReserveFault[] = [];
  const first = await readSlot(join(directory, `${name}-0`), faults);
  const second = await readSlot(join(directory, `${name}-1`), faults);
  const startup = await readSlot(startupPathOf(directory, name), faults);
  let queue: Promise<void> = Promise.resolve();

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  // Callers reserve twice the size of the show for records; startup writes the show once.
  const bytesNeededFor = (slot: Slot, bytes: number): number =>
    slot === startup
      ? startupBytes + Math.ceil(bytes / 2 / stepBytes) * stepBytes
      : Math.ceil(bytes / stepBytes) * stepBytes;

  return {
    lastRecord: (second.number > first.number ? second : first).lastRecord,
    faults,
    hasRoom: (bytes) => [first, second, startup].every((slot) => slot.bytes >= bytesNeededFor(slot, bytes)),
    makeRoom: (bytes) =>
      enqueue(async () => {
        for (const slot of [first, second, startup]) await extendSlot(directory, slot, bytesNeededFor(slot, bytes));
      }),
    keep: (record) =>
      enqueue(async () => {
        const [older, newer] = second.number > first.number ? [first, second] : [second, first];
        const line = Buffer.from(formatRecord({ number: newer.number + 1, record }));
        const file = await openSlot(directory, older);
        if (line.length > older.bytes) throw Object.assign(new Error('the reserve is too small'), { code: 'ENOSPC' });
        try {
          await writeAll(file, line, 0);
          await file.datasync();
        } catch (error) {
          // The content of this slot is now unknown. The next record overwrites it; the other slot still has the last record.
          older.file = null;
          await file.close().catch(() => undefined);
          throw error;
        }
        older.number = newer.number + 1;
      }),
    close: async () => {
      await queue;
      for (const slot of [first, second, startup]) await slot.file?.close().catch(() => undefined);
    },
  };
}

/** Writes zeros, because a sparse file would need space later. Releases a partial extension if the disk fills up. */
async function extendSlot(directory: string, slot: Slot, wanted: number): Promise<void> {
  if (slot.bytes >= wanted) return;
  const file = await openSlot(directory, slot);
  try {
    await writeAll(file, Buffer.alloc(wanted - slot.bytes), slot.bytes);
    await file.sync();
  } catch (error) {
    await file.truncate(slot.bytes).catch(() => undefined);
    throw error;
  }
  slot.bytes = wanted;
}

async function readSlot(path: string, faults: ReserveFault[]): Promise<Slot> {
  const empty: Slot = { path, file: null, bytes: 0, number: 0, lastRecord: null };
  try {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found === null) return empty;
    // Checked before reading, because reading a named pipe would never end.
    if (!found.isFile()) throw new Error('it is not a file');
    const bytes = (await readFileIfExists(path)) ?? Buffer.alloc(0);
    // Even after a crash the file begins with a checksum. An unused file begins with zeros.
    if (!/^(?:[0-9a-f]{16} |\0|$)/.test(bytes.toString('latin1', 0, 17))) throw new Error('it holds no record');
    const line = parseRecord(bytes.toString('utf8', 0, Math.max(0, bytes.indexOf(10))))?.value;
    const slot = { ...empty, bytes: bytes.length };
    if (typeof line !== 'object' || line === null || !('number' in line) || !('record' in line)) return slot;
    return typeof line.number === 'number' ? { ...slot, number: line.number, lastRecord: line.record } : slot;
  } catch (error) {
    const kept = await quarantineFile(path).catch(() => null);
    faults.push({ file: basename(path), kept, error: String(error) });
    return empty;
  }
}

/** Opens the file for overwriting, not for appending. */
async function openSlot(directory: string, slot: Slot): Promise<FileHandle> {
  if (slot.file !== null) return slot.file;
  const file = await open(slot.path, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const created = await open(slot.path, 'wx', 0o600);
    await syncDirectory(directory);
    return created;
  });
  slot.file = file;
  return file;
}
