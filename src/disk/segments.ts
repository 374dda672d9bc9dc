/** A log as a folder of journals: written a little behind, each file readable by itself, the oldest going when there is too much. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from './atomicFile.ts';
import { type Journal, JournalCorrupt, openJournal, readJournal } from './journal.ts';

/** A file of the log. Keys rise from file to file: revisions, or epoch milliseconds. */
export type Segment = { readonly key: number; readonly bytes: number };

export type SegmentLimits = {
  /** A file with so many bytes or records is followed by a new one. */
  readonly fileBytes: number;
  readonly fileRecords: number;
  /** The oldest files go while there is more than this; the newest never. Bytes. */
  readonly totalBytes: number;
  /** And while there are more records than this, a file having no more than its keys allow; null: as old as it gets. */
  readonly totalRecords: number | null;
};

export type Segments = {
  /** Adds a record. `make` is told whether it is the first of a file, and `key` then names that file. */
  readonly add: (key: number, make: (isFirst: boolean) => unknown) => void;
  /** The next record is the first of a new file. */
  readonly beginAnew: () => void;
  /** Resolves when all that was added is on disk, or known to be lost. Never rejects. */
  readonly flush: () => Promise<void>;
  /** The file that is being written; null: the next record begins one. */
  readonly currentKey: () => number | null;
  /** Oldest first. */
  readonly files: () => readonly Segment[];
  /** The records of a file; of a damaged one those that can be read. */
  readonly read: (key: number) => Promise<readonly unknown[]>;
  /** The records of the newest file. */
  readonly readNewest: () => Promise<readonly unknown[]>;
  /** Flushes and closes. */
  readonly close: () => Promise<void>;
};

type Open = { readonly key: number; journal: Journal | null; records: number; bytes: number };

/** Where the file of that key is. */
export function segmentPath(directory: string, key: number): string {
  return join(directory, `${String(key).padStart(15, '0')}.journal`);
}

/** Opens the log of a folder, making it. Whatever cannot be written is told to `onFault`; the next record begins a new file. */
export async function openSegments(
  directory: string,
  limits: SegmentLimits,
  onFault: (error: unknown) => void,
): Promise<Segments> {
  await makeDirectory(directory);
  const pathOf = (key: number): string => segmentPath(directory, key);
  let files: Open[] = await findFiles(directory);
  let current: Open | null = null;
  let pending: { readonly file: Open; readonly record: unknown }[] = [];
  let draining: Promise<void> | null = null;

  const write = async (file: Open, records: readonly unknown[]): Promise<void> => {
    try {
      file.journal ??= (await openJournal(pathOf(file.key))).journal;
      await file.journal.append(records);
      file.bytes = file.journal.size();
    } catch (error) {
      pending = pending.filter((waiting) => waiting.file !== file);
      if (current === file) current = null;
      await closeFile(file);
      onFault(error);
    }
  };

  const drain = async (): Promise<void> => {
    for (let first = pending[0]; first !== undefined; first = pending[0]) {
      const { file } = first;
      const batch = pending.filter((waiting) => waiting.file === file);
      pending = pending.filter((waiting) => waiting.file !== file);
      await write(
        file,
        batch.map(({ record }) => record),
      );
      if (file !== current) await closeFile(file);
    }
    await dropOldest();
    draining = null;
  };

  const dropOldest = async (): Promise<void> => {
    const isTooMuch = (): boolean => {
      const [oldest] = files;
      const newest = files.at(-1);
      if (oldest === undefined || newest === undefined || oldest === newest) return false;
      if (limits.totalRecords !== null && countAtMost(files, limits.fileRecords) > limits.totalRecords) return true;
      return files.reduce((sum, { bytes }) => sum + bytes, 0) > limits.totalBytes;
    };
    while (isTooMuch()) {
      const [oldest, ...rest] = files;
      files = rest;
      if (oldest !== undefined) await rm(pathOf(oldest.key), { force: true }).catch(onFault);
    }
  };

  const flush = async (): Promise<void> => {
    while (draining !== null) await draining;
  };

  const read = async (key: number): Promise<readonly unknown[]> => {
    await flush();
    try {
      return (await readJournal(pathOf(key))).records;
    } catch (error) {
      if (error instanceof JournalCorrupt) return error.records;
      throw error;
    }
  };

  return {
    add: (key, make) => {
      const isFull = current !== null && (current.records >= limits.fileRecords || current.bytes >= limits.fileBytes);
      const isFirst = current === null || isFull;
      if (current === null || isFull) {
        current = { key: Math.max(key, (files.at(-1)?.key ?? -1) + 1), journal: null, records: 0, bytes: 0 };
        files = [...files, current];
      }
      current.records += 1;
      pending.push({ file: current, record: make(isFirst) });
      draining ??= Promise.resolve().then(drain);
    },
    beginAnew: () => {
      current = null;
    },
    flush,
    currentKey: () => current?.key ?? null,
    files: () => files.map(({ key, bytes }) => ({ key, bytes })),
    read,
    readNewest: () => {
      const newest = files.at(-1);
      return newest === undefined ? Promise.resolve([]) : read(newest.key);
    },
    close: async () => {
      await flush();
      for (const file of files) await closeFile(file);
      current = null;
    },
  };
}

/** How many records there can be: a file ends before the next one's key, and keys may jump between files. */
function countAtMost(files: readonly Open[], fileRecords: number): number {
  return files.reduce((sum, { key, records }, place) => {
    const next = files[place + 1];
    return sum + (next === undefined ? records : Math.min(next.key - key, fileRecords));
  }, 0);
}

async function closeFile(file: Open): Promise<void> {
  const { journal } = file;
  file.journal = null;
  await journal?.close().catch(() => undefined);
}

async function findFiles(directory: string): Promise<Open[]> {
  const names = (await readdir(directory)).filter((name) => /^\d{15}\.journal$/.test(name)).sort();
  const found: Open[] = [];
  // A crash may leave a last file in which no record ever was whole.
  for (let last = names.at(-1); last !== undefined && (await isEmpty(join(directory, last))); last = names.at(-1)) {
    await rm(join(directory, last), { force: true });
    names.pop();
  }
  for (const name of names) {
    const { size } = await stat(join(directory, name));
    found.push({ key: Number.parseInt(name, 10), journal: null, records: 0, bytes: size });
  }
  return found;
}

async function isEmpty(path: string): Promise<boolean> {
  try {
    return (await readJournal(path)).records.length === 0;
  } catch {
    return false;
  }
}
