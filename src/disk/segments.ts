/** A log as a folder of journals: written a little behind, each file readable by itself, the oldest going when there is too much. */
import { readdir, rm, stat, truncate } from 'node:fs/promises';
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
  /** So many records wait in memory for a disk that takes nothing, the newest; 0: those that it does not take are lost. */
  readonly heldRecords: number;
};

export type Segments = {
  /**
   * Adds a record. `make` is told whether it is the first of a file, and `key` then names that file. Where records can be held it is
   * called for either case.
   */
  readonly add: (key: number, make: (isFirst: boolean) => unknown) => void;
  /** Other bounds from now on; what is too much by them goes with the next record. */
  readonly limit: (bounds: Pick<SegmentLimits, 'fileBytes' | 'totalBytes' | 'totalRecords'>) => void;
  /** The next record is the first of a new file. */
  readonly beginAnew: () => void;
  /** Resolves when all that was added is on disk, or known to be held or lost; what is held is tried again. Never rejects. */
  readonly flush: () => Promise<void>;
  /** The file that is being written; null: the next record begins one. */
  readonly currentKey: () => number | null;
  /** Oldest first. What is held is the last one. */
  readonly files: () => readonly Segment[];
  /** The records of a file; of a damaged one those that can be read. */
  readonly read: (key: number) => Promise<readonly unknown[]>;
  /** The records of the newest file. */
  readonly readNewest: () => Promise<readonly unknown[]>;
  /** Flushes and closes. */
  readonly close: () => Promise<void>;
};

type Open = { readonly key: number; journal: Journal | null; records: number; bytes: number };

/** A record, and as it is when it is the first of a file. */
type Entry = { readonly key: number; readonly record: unknown; readonly asFirst: unknown };

/** Where the file of that key is. */
export function segmentPath(directory: string, key: number): string {
  return join(directory, `${String(key).padStart(15, '0')}.journal`);
}

/**
 * Opens the log of a folder, making it. What cannot be written is told to `onFault`, and null when nothing is held any more; the
 * next record begins a new file.
 */
export async function openSegments(
  directory: string,
  initialLimits: SegmentLimits,
  onFault: (error: unknown) => void,
): Promise<Segments> {
  let limits = initialLimits;
  await makeDirectory(directory);
  const pathOf = (key: number): string => segmentPath(directory, key);
  let files: Open[] = await findFiles(directory);
  let current: Open | null = null;
  let pending: { readonly file: Open; readonly entry: Entry }[] = [];
  let held: readonly Entry[] = [];
  let draining: Promise<void> | null = null;

  const append = async (file: Open, records: readonly unknown[]): Promise<void> => {
    try {
      file.journal ??= (await openJournal(pathOf(file.key))).journal;
      await file.journal.append(records);
      file.bytes = file.journal.size();
    } catch (error) {
      await closeFile(file);
      // What it may have taken of them is written again elsewhere.
      if (file.bytes > 0) await truncate(pathOf(file.key), file.bytes).catch(() => undefined);
      else await rm(pathOf(file.key), { force: true }).catch(() => undefined);
      throw error;
    }
  };

  const write = async (file: Open, entries: readonly Entry[]): Promise<void> => {
    try {
      await append(
        file,
        entries.map(({ record }) => record),
      );
    } catch (error) {
      const isLost = (waiting: { readonly file: Open }): boolean => limits.heldRecords > 0 || waiting.file === file;
      const lost = pending.filter(isLost);
      pending = pending.filter((waiting) => !isLost(waiting));
      const gone = new Set(lost.map((waiting) => waiting.file)).add(file);
      files = files.filter((known) => known.bytes > 0 || !gone.has(known));
      if (current !== null && gone.has(current)) current = null;
      if (limits.heldRecords > 0) hold([...entries, ...lost.map(({ entry }) => entry)]);
      onFault(error);
    }
  };

  const hold = (entries: readonly Entry[]): void => {
    held = [...held, ...entries].slice(-limits.heldRecords);
  };

  const keyOfHeld = (): number => nextKey(held[0]?.key ?? 0);
  const nextKey = (key: number): number => Math.max(key, (files.at(-1)?.key ?? -1) + 1);
  const heldRecords = (): readonly unknown[] =>
    held.map(({ record, asFirst }, place) => (place === 0 ? asFirst : record));

  /** Everything that is held into a new file. What is added meanwhile follows it. */
  const catchUp = async (): Promise<void> => {
    const file: Open = { key: keyOfHeld(), journal: null, records: held.length, bytes: 0 };
    const caught = new Set(held);
    try {
      await append(file, heldRecords());
    } catch {
      return;
    }
    const later = held.filter((entry) => !caught.has(entry));
    held = [];
    files = [...files, file];
    file.records += later.length;
    current = file;
    pending = later.map((entry) => ({ file, entry }));
    onFault(null);
  };

  const drain = async (): Promise<void> => {
    if (held.length > 0) await catchUp();
    // What is added while the oldest files go is waited for as well.
    do {
      for (let first = pending[0]; first !== undefined; first = pending[0]) {
        const { file } = first;
        const batch = pending.filter((waiting) => waiting.file === file);
        pending = pending.filter((waiting) => waiting.file !== file);
        await write(
          file,
          batch.map(({ entry }) => entry),
        );
      }
      for (const file of files) if (file !== current) await closeFile(file);
      await dropOldest();
    } while (pending.length > 0);
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
    if (held.length > 0) draining ??= drain();
    while (draining !== null) await draining;
  };

  const read = async (key: number): Promise<readonly unknown[]> => {
    await flush();
    if (held.length > 0 && key === keyOfHeld()) return heldRecords();
    try {
      return (await readJournal(pathOf(key))).records;
    } catch (error) {
      if (error instanceof JournalCorrupt) return error.records;
      throw error;
    }
  };

  return {
    add: (key, make) => {
      if (held.length > 0) {
        hold([{ key, record: make(false), asFirst: make(true) }]);
        draining ??= Promise.resolve().then(drain);
        return;
      }
      const isFull = current !== null && (current.records >= limits.fileRecords || current.bytes >= limits.fileBytes);
      const isFirst = current === null || isFull;
      if (current === null || isFull) {
        current = { key: nextKey(key), journal: null, records: 0, bytes: 0 };
        files = [...files, current];
      }
      current.records += 1;
      const record = make(isFirst);
      const asFirst = isFirst || limits.heldRecords === 0 ? record : make(true);
      pending.push({ file: current, entry: { key, record, asFirst } });
      draining ??= Promise.resolve().then(drain);
    },
    limit: (bounds) => {
      limits = { ...limits, ...bounds };
    },
    beginAnew: () => {
      current = null;
    },
    flush,
    currentKey: () => current?.key ?? null,
    files: () => [
      ...files.map(({ key, bytes }) => ({ key, bytes })),
      ...(held.length > 0 ? [{ key: keyOfHeld(), bytes: 0 }] : []),
    ],
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
