/** Writes one file of a segmented log. */
import { rm, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { restoreDirectory } from './atomicFile.ts';
import { createJournalWith, type Journal, openJournal } from './journal.ts';

export type LogFile = {
  readonly key: number;
  readonly path: string;
  /** `null` while the file is closed. */
  journal: Journal | null;
  records: number;
  bytes: number;
};

/** Appends records and leaves the file open. Rejects with the system's error; the file then has none of the records and is closed. */
export async function appendToLogFile(file: LogFile, records: readonly unknown[]): Promise<void> {
  const { path } = file;
  try {
    // The file can be closed while it is written, as after a failed sync of earlier records.
    let { journal } = file;
    if (journal === null && file.bytes === 0) {
      // Somebody can have removed it.
      await restoreDirectory(dirname(path));
      journal = await createJournalWith(path, records);
      file.journal = journal;
    } else {
      journal ??= (await openJournal(path)).journal;
      file.journal = journal;
      await journal.appendUnsynced(records);
    }
    file.bytes = journal.size();
  } catch (error) {
    await closeLogFile(file);
    // Discards a partial write: the records are written again to another file.
    if (file.bytes > 0) await truncate(path, file.bytes).catch(() => undefined);
    else await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Closes the file and returns `true` if somebody removed or replaced it. */
export async function closeIfLost(file: LogFile): Promise<boolean> {
  if (file.journal === null || (await file.journal.isAtPath())) return false;
  await closeLogFile(file);
  return true;
}

export async function closeLogFile(file: LogFile): Promise<void> {
  const { journal } = file;
  file.journal = null;
  await journal?.close().catch(() => undefined);
}
