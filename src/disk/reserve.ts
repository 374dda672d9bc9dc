/** Room taken on the disk ahead of need: one record, written over itself, that a full disk still takes; and some to give back. */
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readWhole, syncDirectory } from './atomicFile.ts';
import { readRecord, writeAll, writeRecord } from './journal.ts';

export type Reserve = {
  /** What was kept last before this was opened; null: nothing that can be read. */
  readonly before: unknown;
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

/** What a start needs of a full disk: its lock, the show written anew, and some small files. Bytes. */
const startBytes = 128 * 1024;

const startRoom = (directory: string, name: string): string => join(directory, `${name}-start`);

/** Gives back, on a full disk, what was taken for a start. Answers whether there was any. Rejects with the system's error. */
export async function giveStartRoom(directory: string, name: string): Promise<boolean> {
  const path = startRoom(directory, name);
  const wasThere = (await readWhole(path)) !== null;
  await rm(path, { force: true });
  return wasThere;
}

/** Opens the reserve of that name in a directory. There is no room until it is made. Rejects with the system's error. */
export async function openReserve(directory: string, name: string): Promise<Reserve> {
  const first = await readSlot(join(directory, `${name}-0`));
  const second = await readSlot(join(directory, `${name}-1`));
  const start = await readSlot(startRoom(directory, name));
  let queue: Promise<void> = Promise.resolve();

  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = queue.then(work);
    queue = done.catch(() => undefined);
    return done;
  };

  return {
    before: (second.number > first.number ? second : first).before,
    makeRoom: (bytes) =>
      inTurn(async () => {
        for (const slot of [first, second, start]) {
          const wanted = slot === start ? startBytes : Math.ceil(bytes / step) * step;
          if (slot.bytes >= wanted) continue;
          const file = await openSlot(directory, slot);
          // Written, not only promised: a hole would need room when it is filled.
          await writeAll(file, Buffer.alloc(wanted - slot.bytes), slot.bytes);
          await file.sync();
          slot.bytes = wanted;
        }
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
      for (const slot of [first, second, start]) await slot.file?.close();
    },
  };
}

async function readSlot(path: string): Promise<Slot> {
  const bytes = (await readWhole(path)) ?? Buffer.alloc(0);
  const line = readRecord(bytes.toString('utf8', 0, Math.max(0, bytes.indexOf(10))))?.value;
  const slot = { path, file: null, bytes: bytes.length };
  if (typeof line !== 'object' || line === null || !('number' in line) || !('record' in line))
    return { ...slot, number: 0, before: null };
  return typeof line.number === 'number'
    ? { ...slot, number: line.number, before: line.record }
    : { ...slot, number: 0, before: null };
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
