/**
 * A log kept as a directory of journal files; the oldest files are deleted at the limits. Records survive a crash of this program once they are
 * written, and a power cut a few seconds later.
 */
import { access, constants, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { makeDirectory } from './atomicFile.ts';
import { readJournalParts } from './journalParts.ts';
import { appendToLogFile, closeIfLost, closeLogFile, type LogFile } from './logFile.ts';
import { createLogSyncs, type Schedule } from './logSyncs.ts';
import { findSegments, type ReportDamage, readSegment, type Segment, segmentPath } from './segmentFiles.ts';
import { isOverLimits, type SegmentLimits } from './segmentLimits.ts';

export type Segments = {
  /**
   * Adds the record that `createRecord` returns. `isFirst` is whether the record begins a file, which is then named after `key`. With
   * buffering, `createRecord` is called for both cases.
   */
  readonly add: (key: number, createRecord: (isFirst: boolean) => unknown) => void;
  /** Sets new limits, applied with the next record. */
  readonly setLimits: (changes: Pick<SegmentLimits, 'fileBytes' | 'totalBytes' | 'totalRecords'>) => void;
  /** Makes the next record the first of a new file. */
  readonly startNewFile: () => void;
  /** Reports the file in use if somebody removed or replaced it, and begins another with the next record. Returns whether it did. */
  readonly checkFile: () => Promise<boolean>;
  /** Resolves when every record is written, buffered or lost, after retrying buffered ones. Never rejects. */
  readonly flush: () => Promise<void>;
  /** Key of the file being written; `null` if the next record begins one. */
  readonly currentKey: () => number | null;
  /** Oldest first. Buffered records count as the last file. */
  readonly files: () => readonly Segment[];
  /** Records of a file, or its readable ones if it is damaged. */
  readonly read: (key: number) => Promise<readonly unknown[]>;
  /** The same records in parts, so that nothing waits for a whole file. Rejects if the file cannot be opened or read. */
  readonly readParts: (key: number) => AsyncGenerator<readonly unknown[]>;
  readonly canRead: (key: number) => Promise<boolean>;
  readonly readNewest: () => Promise<readonly unknown[]>;
  /** Flushes and closes. */
  readonly close: () => Promise<void>;
};

/** A record in its normal form and in its form as the first of a file. */
type Entry = { readonly key: number; readonly record: unknown; readonly asFirst: unknown };

/**
 * Opens or creates the log in a directory. Calls `onFault` with each error, and with `null` once every record is saved and every file over the
 * limits is deleted. After an error the next record begins a new file. Damaged files are kept aside, reported, and replaced by their readable records.
 */
export async function openSegments(
  directory: string,
  initialLimits: SegmentLimits,
  onFault: (error: unknown) => void,
  reportDamage: ReportDamage,
  schedule: Schedule,
): Promise<Segments> {
  let limits = initialLimits;
  await makeDirectory(directory);
  const pathOf = (key: number): string => segmentPath(directory, key);
  let files: LogFile[] = (await findSegments(directory, reportDamage)).map((file) => ({
    ...file,
    path: pathOf(file.key),
    journal: null,
    records: 0,
  }));
  let current: LogFile | null = null;
  let pending: { readonly file: LogFile; readonly entry: Entry }[] = [];
  let buffered: readonly Entry[] = [];
  let draining: Promise<void> | null = null;
  /** Over the limits, and no longer in `files`. */
  const undeleted = new Set<LogFile>();
  let isSaveDue = false;
  let isCheckDue = false;

  const syncs = createLogSyncs(schedule, () => void syncAll(), reportDamage);
  const syncAll = async (): Promise<void> => {
    syncs.cancel();
    isSaveDue = !syncs.isAllSaved();
    for (const file of files) await syncFile(file);
    if (!isAllSaved()) draining ??= drain();
  };
  /** Records that could not be synced may be lost in a power cut, so the next ones begin a new file. */
  const syncFile = async (file: LogFile): Promise<void> => {
    try {
      await syncs.sync(file);
    } catch (error) {
      current = null;
      reportFault(error);
    }
  };
  const saveUnsynced = async (): Promise<void> => {
    isSaveDue = false;
    await syncs.saveAgain(files);
    reportIfSaved();
  };
  const reportFault = (error: unknown): void => {
    onFault(error);
    syncs.callSoon();
  };
  const isAllSaved = (): boolean => buffered.length === 0 && undeleted.size === 0 && syncs.isAllSaved();
  const reportIfSaved = (): void => void (isAllSaved() && onFault(null));

  const append = async (file: LogFile, records: readonly unknown[]): Promise<void> => {
    await appendToLogFile(file, records);
    syncs.callSoon();
  };

  /** Forgets and reports a file that is no longer at its path. */
  const findLoss = async (file: LogFile): Promise<boolean> => {
    if (!(await closeIfLost(file))) return false;
    files = files.filter((known) => known !== file);
    if (current === file) current = null;
    reportDamage(basename(file.path), null, []);
    return true;
  };
  const checkCurrentFile = async (): Promise<void> => {
    const file = current;
    isCheckDue = false;
    if (file === null || !(await findLoss(file).catch(() => false))) return;
    buffer(pending.filter((waiting) => waiting.file === file).map(({ entry }) => entry));
    pending = pending.filter((waiting) => waiting.file !== file);
  };

  const write = async (file: LogFile, entries: readonly Entry[]): Promise<void> => {
    try {
      await append(
        file,
        entries.map(({ record }) => record),
      );
      if (await findLoss(file)) throw Object.assign(new Error(`${file.path} was removed`), { code: 'ENOENT' });
    } catch (error) {
      const isAffected = (waiting: { readonly file: LogFile }): boolean =>
        limits.maxBufferedRecords > 0 || waiting.file === file;
      const affected = pending.filter(isAffected);
      pending = pending.filter((waiting) => !isAffected(waiting));
      const abandonedFiles = new Set(affected.map((waiting) => waiting.file)).add(file);
      files = files.filter((known) => known.bytes > 0 || !abandonedFiles.has(known));
      if (current !== null && abandonedFiles.has(current)) current = null;
      if (limits.maxBufferedRecords > 0) buffer([...entries, ...affected.map(({ entry }) => entry)]);
      reportFault(error);
    }
  };

  const buffer = (entries: readonly Entry[]): void => {
    buffered = [...buffered, ...entries].slice(-limits.maxBufferedRecords);
  };

  const keyOfBuffered = (): number => nextKey(buffered[0]?.key ?? 0);
  const nextKey = (key: number): number => Math.max(key, (files.at(-1)?.key ?? -1) + 1);
  const listBufferedRecords = (): readonly unknown[] =>
    buffered.map(({ record, asFirst }, index) => (index === 0 ? asFirst : record));

  /** Writes all buffered records to a new file. Records added meanwhile follow. */
  const writeBuffered = async (): Promise<void> => {
    const key = keyOfBuffered();
    const file: LogFile = { key, path: pathOf(key), journal: null, records: buffered.length, bytes: 0 };
    const written = new Set(buffered);
    try {
      await append(file, listBufferedRecords());
    } catch {
      return;
    }
    const later = buffered.filter((entry) => !written.has(entry));
    buffered = [];
    files = [...files, file];
    file.records += later.length;
    current = file;
    pending = later.map((entry) => ({ file, entry }));
    reportIfSaved();
  };

  const drain = async (): Promise<void> => {
    if (isCheckDue) await checkCurrentFile();
    if (buffered.length > 0) await writeBuffered();
    // Records can arrive while the oldest files are being deleted.
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
      for (const file of files) {
        if (file === current || file.journal === null) continue;
        await syncFile(file);
        await closeLogFile(file);
      }
      // Nothing is added to such a file any more.
      if (isSaveDue) await saveUnsynced();
      await deleteOldest();
    } while (pending.length > 0 || isSaveDue);
    draining = null;
    // A timer that ran out meanwhile has done nothing.
    if (!isAllSaved()) syncs.callSoon();
  };

  const deleteOldest = async (): Promise<void> => {
    while (isOverLimits(files, limits)) {
      const [oldest, ...rest] = files;
      files = rest;
      if (oldest !== undefined) undeleted.add(oldest);
    }
    if (undeleted.size === 0) return;
    for (const file of undeleted) {
      await rm(file.path, { force: true }).then(() => undeleted.delete(file), reportFault);
    }
    reportIfSaved();
  };

  const flush = async (): Promise<void> => {
    if (buffered.length > 0) draining ??= drain();
    while (draining !== null) await draining;
  };

  const isInUse = (key: number): boolean =>
    files.some((file) => file.key === key && (file === current || file.journal !== null));
  const isBuffered = (key: number): boolean => buffered.length > 0 && key === keyOfBuffered();
  const read = async (key: number): Promise<readonly unknown[]> => {
    await flush();
    if (isBuffered(key)) return listBufferedRecords();
    return readSegment(pathOf(key), isInUse(key) ? null : reportDamage);
  };

  return {
    add: (key, createRecord) => {
      if (buffered.length > 0) {
        buffer([{ key, record: createRecord(false), asFirst: createRecord(true) }]);
        draining ??= Promise.resolve().then(drain);
        return;
      }
      const isFull = current !== null && (current.records >= limits.fileRecords || current.bytes >= limits.fileBytes);
      const isFirst = current === null || isFull;
      if (current === null || isFull) {
        const free = nextKey(key);
        current = { key: free, path: pathOf(free), journal: null, records: 0, bytes: 0 };
        files = [...files, current];
      }
      current.records += 1;
      const record = createRecord(isFirst);
      const asFirst = isFirst || limits.maxBufferedRecords === 0 ? record : createRecord(true);
      pending.push({ file: current, entry: { key, record, asFirst } });
      draining ??= Promise.resolve().then(drain);
    },
    setLimits: (changes) => {
      limits = { ...limits, ...changes };
    },
    startNewFile: () => {
      current = null;
    },
    checkFile: async () => {
      await flush();
      const file = current;
      isCheckDue = true;
      draining ??= drain();
      await flush();
      return file !== null && !files.includes(file);
    },
    flush,
    currentKey: () => current?.key ?? null,
    files: () => [
      ...files.map(({ key, bytes }) => ({ key, bytes })),
      ...(buffered.length > 0 ? [{ key: keyOfBuffered(), bytes: 0 }] : []),
    ],
    read,
    readParts: async function* (key) {
      await flush();
      if (isBuffered(key)) yield listBufferedRecords();
      else {
        let isDamaged = false;
        yield* readJournalParts(pathOf(key), () => {
          isDamaged = true;
        });
        if (isDamaged) await read(key);
      }
    },
    canRead: async (key) => {
      await flush();
      const hasAccess = access(pathOf(key), constants.R_OK).then(
        () => true,
        () => false,
      );
      return isBuffered(key) || hasAccess;
    },
    readNewest: () => {
      const newest = files.at(-1);
      return newest === undefined ? Promise.resolve([]) : read(newest.key);
    },
    close: async () => {
      await flush();
      await syncAll();
      await flush();
      for (const file of files) await closeLogFile(file);
      syncs.cancel();
      current = null;
    },
  };
}
