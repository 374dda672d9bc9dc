/** An append-only file: one record per line, each with a checksum. */
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { readFileIfExists, syncDirectory } from './atomicFile.ts';
import { checksumLength, checksumOf, formatRecordInSlices } from './recordBytes.ts';
import { createSerialQueue } from './serialQueue.ts';
import { nextBackgroundTurn, nextTurn } from './turns.ts';

export type Journal = {
  /** Appends all records or none, and resolves when they are on disk. Calls are written in order. */
  readonly append: (records: readonly unknown[]) => Promise<void>;
  /** The same, but resolves when the records survive a crash of this program. Only `sync` saves them from a power cut. */
  readonly appendUnsynced: (records: readonly unknown[]) => Promise<void>;
  /** Resolves when everything appended before is on disk. */
  readonly sync: () => Promise<void>;
  /** File size in bytes. */
  readonly size: () => number;
  readonly close: () => Promise<void>;
};

export type OpenedJournal = {
  readonly journal: Journal;
  /** Its records, oldest first. */
  readonly records: readonly unknown[];
  /** Bytes of an incomplete last record that were discarded; usually 0. */
  readonly droppedBytes: number;
};

/** Thrown when a record before the last one does not match its checksum. The file then has to be quarantined. */
export class JournalCorrupt extends Error {
  override readonly name = 'JournalCorrupt';
  /** Every readable record, before and after the damage, oldest first. */
  readonly records: readonly unknown[];
  constructor(path: string, records: readonly unknown[]) {
    super(`${path} is damaged; ${records.length} of its records can be read`);
    this.records = records;
  }
}

/** Reads a journal without changing it. Rejects with JournalCorrupt for damage before the last record. */
export async function readJournal(path: string): Promise<Omit<OpenedJournal, 'journal'>> {
  const bytes = (await readFileIfExists(path)) ?? Buffer.alloc(0);
  const { records, goodBytes } = readRecords(path, bytes);
  return { records, droppedBytes: bytes.length - goodBytes };
}

/** Opens or creates a journal and cuts off an incomplete last record. Rejects with JournalCorrupt for damage before that. */
export async function openJournal(path: string): Promise<OpenedJournal> {
  const bytes = await readFileIfExists(path);
  const { records, goodBytes } = bytes === null ? { records: [], goodBytes: 0 } : readRecords(path, bytes);
  const file = await open(path, bytes === null ? 'ax' : 'r+', 0o600);
  const droppedBytes = (bytes?.length ?? 0) - goodBytes;
  if (bytes === null) await syncDirectory(dirname(path));
  if (droppedBytes > 0) {
    await file.truncate(goodBytes);
    await file.sync();
  }
  return { journal: createJournal(file, goodBytes), records, droppedBytes };
}

function createJournal(file: FileHandle, startSize: number): Journal {
  let size = startSize;
  let failure: unknown = null;
  const runInOrder = createSerialQueue();
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
        await file.datasync();
      }),
    appendUnsynced: (records) => runUnlessFailed(() => write(records, nextBackgroundTurn)),
    sync: () => runUnlessFailed(() => file.datasync()),
    size: () => size,
    close: () => runInOrder(() => file.close()),
  };
}

/** Writes all bytes, because a single `write` may write only some. */
export async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}

function readRecords(path: string, bytes: Buffer): { records: unknown[]; goodBytes: number } {
  const records: unknown[] = [];
  let start = 0;
  let goodBytes = 0;
  let isDamaged = false;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, start)) {
    const record = parseRecord(bytes.toString('utf8', start, end));
    start = end + 1;
    if (record === null) {
      // A crash loses the end of a line. A line with its line feed was complete and may have been confirmed.
      isDamaged = true;
      continue;
    }
    records.push(record.value);
    goodBytes = start;
  }
  if (isDamaged) throw new JournalCorrupt(path, records);
  return { records, goodBytes };
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
