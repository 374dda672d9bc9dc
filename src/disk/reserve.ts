/** Room taken on the disk ahead of need: one record, written over itself, that a full disk still takes; and some to give back. */
import { type FileHandle, open, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { readWhole, syncDirectory } from './atomicFile.ts';
import { readRecord, writeAll, writeRecord } from './journal.ts';
import { setAside } from './quarantine.ts';

/** A file of the reserve that is of no use as it was found. */
export type ReserveFault = {
  readonly file: string;
  /** The name under which it was set aside; null: it could not be. */
  readonly kept: string | null;
  readonly error: string;
};

export type Reserve = {
  /** What was kept last before this was opened; null: nothing that can be read. */
  readonly before: unknown;
  /** What was wrong with its files when it was opened. None of it is in the way of anything but the reserve. */
  readonly faults: readonly ReserveFault[];
  /** Whether there is room for records of so many bytes, and for a start. */
  readonly hasRoom: (bytes: number) => boolean;
  /** Makes room for records of so many bytes, and for a start. Rejects with the system's error; what was kept stays. */
  readonly makeRoom: (bytes: number) => Promise<void>;
  /** Resolves when the record is on disk in place of the one before the last. Rejects where there is no room or the disk fails. */
  readonly keep: (record: unknown) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** One of two files, so that a crash while one is written over leaves the other. */
type Slot = { readonly path: string; number: number; readonly before: unknown; file: FileHandle | null; bytes: number };

/** Room is made in steps of this. Bytes. */
const step = 32 * 1024;

/** What a start needs of a full disk: its lock and some small files, beside the show written anew. Bytes. */
const startBytes = 96 * 1024;

const startRoom = (directory: string, name: string): string => join(directory, `${name}-start`);

/** Gives back, on a full disk, what was taken for a start. Answers whether there was any. */
export async function giveStartRoom(directory: string, name: string): Promise<boolean> {
  return rm(startRoom(directory, name)).then(
    () => true,
    () => false,
  );
}

/** Opens the reserve of that name in a directory. There is no room until it is made. What is wrong with its files is told, never thrown. */
export async function openReserve(directory: string, name: string): Promise<Reserve> {
  const faults: ReserveFault[] = [];
  const first = await readSlot(join(directory, `${name}-0`), faults);
  const second = await readSlot(join(directory, `${name}-1`), faults);
  const start = await readSlot(startRoom(directory, name), faults);
  let queue: Promise<void> = Promise.resolve();

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };
  // Records have room for twice the show, and a start writes it once.
  const roomFor = (slot: Slot, bytes: number): number =>
    slot === start ? startBytes + Math.ceil(bytes / 2 / step) * step : Math.ceil(bytes / step) * step;

  return {
    before: (second.number > first.number ? second : first).before,
    faults,
    hasRoom: (bytes) => [first, second, start].every((slot) => slot.bytes >= roomFor(slot, bytes)),
    makeRoom: (bytes) =>
      inTurn(async () => {
        for (const slot of [first, second, start]) await extend(directory, slot, roomFor(slot, bytes));
      }),
    keep: (record) =>
      inTurn(async () => {
        const [older, newer] = second.number > first.number ? [first, second] : [second, first];
        const line = Buffer.from(writeRecord({ number: newer.number + 1, record }));
        const file = await openSlot(directory, older);
        if (line.length > older.bytes) throw Object.assign(new Error('the reserve is too small'), { code: 'ENOSPC' });
        try {
          await writeAll(file, line, 0);
          await file.datasync();
        } catch (error) {
          // Nothing is known of it now. The next record is written whole over it again; the other slot has the last one.
          older.file = null;
          await file.close().catch(() => undefined);
          throw error;
        }
        older.number = newer.number + 1;
      }),
    close: async () => {
      await queue;
      for (const slot of [first, second, start]) await slot.file?.close().catch(() => undefined);
    },
  };
}

/** Written, not only promised: a hole would need room when it is filled. What a disk did not take whole is given back. */
async function extend(directory: string, slot: Slot, wanted: number): Promise<void> {
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
  const empty: Slot = { path, file: null, bytes: 0, number: 0, before: null };
  try {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (found === null) return empty;
    // Before it is read: a pipe of that name would never end.
    if (!found.isFile()) throw new Error('it is not a file');
    const bytes = (await readWhole(path)) ?? Buffer.alloc(0);
    // What a crash tore has the beginning of a record all the same, and what was never used begins with zeros.
    if (!/^(?:[0-9a-f]{16} |\0|$)/.test(bytes.toString('latin1', 0, 17))) throw new Error('it holds no record');
    const line = readRecord(bytes.toString('utf8', 0, Math.max(0, bytes.indexOf(10))))?.value;
    const slot = { ...empty, bytes: bytes.length };
    if (typeof line !== 'object' || line === null || !('number' in line) || !('record' in line)) return slot;
    return typeof line.number === 'number' ? { ...slot, number: line.number, before: line.record } : slot;
  } catch (error) {
    const kept = await setAside(path).catch(() => null);
    faults.push({ file: basename(path), kept, error: String(error) });
    return empty;
  }
}

/** Never opened for appending: what is there is written over from its beginning. */
async function openSlot(directory: string, slot: Slot): Promise<FileHandle> {
  if (slot.file !== null) return slot.file;
  const file = await open(slot.path, 'r+').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    const made = await open(slot.path, 'wx', 0o600);
    await syncDirectory(directory);
    return made;
  });
  slot.file = file;
  return file;
}
