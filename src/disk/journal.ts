/** An append-only file: one record per line, each with a checksum. */
import { access, type FileHandle, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing, readFileIfExists, syncDirectory } from './atomicFile.ts';
import { checksumLength, checksumOf, formatRecordInSlices } from './recordBytes.ts';
import { renameFile } from './renameFile.ts';
import { createSerialQueue } from './serialQueue.ts';
import { syncFileInTurn, syncInTurn, watchSync } from './syncQueue.ts';
import { nextBackgroundTurn, nextTurn } from './turns.ts';

export type Journal = {
  /** Appends all records or none, and resolves when they are on disk. Calls are written in order. Its sync waits for no other file’s. */
  readonly append: (records: readonly unknown[]) => Promise<void>;
  /** The same, but resolves when the records survive a crash of this program. Only `sync` saves them from a power cut. */
  readonly appendUnsynced: (records: readonly unknown[]) => Promise<void>;
  /** Resolves when everything appended before is on disk. */
  readonly sync: () => Promise<void>;
  /** File size in bytes. */
  readonly size: () => number;
  /** Whether the file is still at its path, with its size. False after somebody removed, moved or overwrote it. */
  readonly isAtPath: () => Promise<boolean>;
  readonly close: () => Promise<void>;
};

export type JournalContents = {
  /** Its records, oldest first. */
  readonly records: readonly unknown[];
  /** Where each record ends in the file. */
  readonly ends: readonly number[];
  /** Size of these records on disk. */
  readonly goodBytes: number;
  /** Bytes of an incomplete last record; usually 0. */
  readonly droppedBytes: number;
};

export type OpenedJournal = JournalContents & { readonly journal: Journal };

/** Thrown for any damage other than the beginning of a last record, which a crash leaves. The file then has to be quarantined. */
export class JournalCorrupt extends Error {
  override readonly name = 'JournalCorrupt';
  /** Every readable record, before and after the damage, oldest first. */
  readonly records: readonly unknown[];
  /** How many of them are before the damage. */
  readonly intactRecords: number;
  constructor(path: string, records: readonly unknown[], intactRecords: number) {
    super(`${path} is damaged; ${records.length} of its records can be read`);
    this.records = records;
    this.intactRecords = intactRecords;
  }
}

/** Reads a journal without changing it. Rejects with JournalCorrupt. */
export async function readJournal(path: string): Promise<JournalContents> {
  return readRecords(path, (await readFileIfExists(path)) ?? Buffer.alloc(0));
}

/** Opens or creates a journal and cuts off the beginning of a last record, and what is beyond `limit`. Rejects with JournalCorrupt. */
export async function openJournal(path: string, limit = Number.POSITIVE_INFINITY): Promise<OpenedJournal> {
  const bytes = await readFileIfExists(path);
  const contents = cutContents(readRecords(path, bytes ?? Buffer.alloc(0)), limit);
  const { goodBytes, droppedBytes } = contents;
  const file = await open(path, bytes === null ? 'ax' : 'r+', 0o600);
  try {
    if (bytes === null) await syncDirectory(dirname(path));
    if (droppedBytes > 0) {
      await file.truncate(goodBytes);
      const synced = syncFileInTurn(file);
      // The caller can cut it off again at the next start.
      await (limit === Number.POSITIVE_INFINITY ? synced : synced.catch(() => undefined));
    }
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
  return { journal: createJournal(file, path, goodBytes), ...contents };
}

/** The contents without the records that end beyond the limit. */
function cutContents(contents: JournalContents, limit: number): JournalContents {
  const ends = contents.ends.filter((end) => end <= limit);
  if (ends.length === contents.ends.length) return contents;
  const goodBytes = ends.at(-1) ?? 0;
  const droppedBytes = contents.droppedBytes + contents.goodBytes - goodBytes;
  return { records: contents.records.slice(0, ends.length), ends, goodBytes, droppedBytes };
}

/** Creates a journal that has these records from the moment it exists, so that a crash never leaves an empty file. Rejects if the path is taken. */
export async function createJournalWith(path: string, records: readonly unknown[]): Promise<Journal> {
  const temporary = `${path}.tmp`;
  const file = await open(temporary, 'w', 0o600);
  const journal = createJournal(file, path, 0);
  try {
    await journal.appendUnsynced(records);
    if (await doesExist(path)) throw Object.assign(new Error(`${path} exists`), { code: 'EEXIST' });
    await renameFile(temporary, path);
    await syncDirectory(dirname(path));
    return journal;
  } catch (error) {
    await journal.close();
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Appends records that no consumer waits for, and resolves when they are on disk. */
export async function appendInTurn(journal: Journal, records: readonly unknown[]): Promise<void> {
  await journal.appendUnsynced(records);
  await syncInTurn(journal.sync);
}

function doesExist(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function createJournal(file: FileHandle, path: string, startSize: number): Journal {
  let size = startSize;
  let inode: bigint | null = null;
  let failure: unknown = null;
  const runInOrder = createSerialQueue();
  const sync = (): Promise<void> => watchSync(() => file.datasync());
  /** After a failed write or fsync, the end of the file is undefined, so it is never written to again. */
  const runUnlessFailed = (job: () => Promise<void>): Promise<void> =>
    runInOrder(async () => {
      if (failure !== null) throw failure;
      await job().catch((error: unknown) => {
        failure = error;
        throw error;
      });
    });
  const write = async (records: readonly unknown[], pause: () => Promise<void>): Promise<void> => {
    const lines: Buffer[] = [];
    for (const record of records) lines.push(await formatRecordInSlices(record, pause));
    const bytes = lines.length === 1 && lines[0] !== undefined ? lines[0] : Buffer.concat(lines);
    await writeAll(file, bytes, size);
    size += bytes.length;
  };
  return {
    append: (records) =>
      runUnlessFailed(async () => {
        await write(records, nextTurn);
        await sync();
      }),
    appendUnsynced: (records) => runUnlessFailed(() => write(records, nextBackgroundTurn)),
    sync: () => runUnlessFailed(sync),
    size: () => size,
    isAtPath: () =>
      runInOrder(async () => {
        const found = await stat(path, { bigint: true }).catch((error: unknown) => {
          if (isMissing(error)) return null;
          throw error;
        });
        // An open file keeps its number, and every change waits for this check.
        inode ??= (await file.stat({ bigint: true })).ino;
        return found !== null && found.ino === inode && found.size === BigInt(size);
      }),
    close: () =>
      runInOrder(async () => {
        // Otherwise a later start finds the beginning of a record in a file that is not the last, and calls it damaged.
        if (failure !== null) await cutOffBeyond(file, size).catch(() => undefined);
        await file.close();
      }),
  };
}

async function cutOffBeyond(file: FileHandle, size: number): Promise<void> {
  const found = await file.stat();
  if (found.size > size) await file.truncate(size);
}

/** Writes all bytes, because a single `write` may write only some. */
export async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function readRecords(path: string, bytes: Buffer): JournalContents {
  const records: unknown[] = [];
  const ends: number[] = [];
  let start = 0;
  let goodBytes = 0;
  let intactRecords: number | null = null;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const record = parseRecord(bytes.toString('utf8', start, end));
    start = end + 1;
    if (record === null) {
      // A crash loses the end of a line. A line with its line feed was complete and may have been confirmed.
      intactRecords ??= records.length;
      continue;
    }
    records.push(record.value);
    ends.push(start);
    goodBytes = start;
  }
  const tail = bytes.subarray(start);
  if (!isBeginningOfRecord(tail)) intactRecords ??= records.length;
  if (intactRecords !== null) throw new JournalCorrupt(path, records, intactRecords);
  return { records, ends, goodBytes, droppedBytes: tail.length };
}

/** Whether a crash can have left these bytes. It can’t leave zeros, other bytes, or a complete record with another last byte. */
function isBeginningOfRecord(tail: Buffer): boolean {
  const isText = tail.every((byte) => byte >= 0x20) && /^[0-9a-f]{0,16}$|^[0-9a-f]{16} /.test(tail.toString('latin1'));
  return isText && parseRecord(tail.toString('utf8', 0, tail.length - 1)) === null;
}

/** The value of a line without its line feed; `null` if it does not match its checksum. */
export function parseRecord(line: string): { readonly value: unknown } | null {
  const json = line.slice(checksumLength + 1);
  if (line[checksumLength] !== ' ' || line.slice(0, checksumLength) !== checksumOf(json)) return null;
  try {
    return { value: JSON.parse(json) };
  } catch {
    return null;
  }
}
