/** Syncs the files of a log some time after they were written, and saves a file again whose sync failed. */
import { closeLogFile, type LogFile } from './logFile.ts';
import { type ReportDamage, saveSegmentAgain } from './segmentFiles.ts';
import { syncInTurn } from './syncQueue.ts';

export type LogSyncs = {
  /** Calls back once some time after the first of these calls. */
  readonly callSoon: () => void;
  readonly cancel: () => void;
  /** Rejects with the system's error. The file is closed then, and must not be written again. */
  readonly sync: (file: LogFile) => Promise<void>;
  /** Whether every file whose sync failed is saved since, or deleted. */
  readonly isAllSaved: () => boolean;
  /** Tries to save those of these files whose sync failed. Never rejects. */
  readonly saveAgain: (files: readonly LogFile[]) => Promise<void>;
};

/** Calls back once after the delay, in milliseconds; returns a function that cancels it. */
export type Schedule = (milliseconds: number, callback: () => void) => () => void;

/**
 * A power cut can lose the records of this time. An fsync for each record would cost more than everything else that a change costs. After an
 * error, this long passes before another attempt.
 */
const syncAfterMs = 2000;

export function createLogSyncs(schedule: Schedule, callback: () => void, reportDamage: ReportDamage): LogSyncs {
  const unsynced = new Set<LogFile>();
  let cancel: (() => void) | null = null;
  return {
    callSoon: () => {
      cancel ??= schedule(syncAfterMs, callback);
    },
    cancel: () => {
      cancel?.();
      cancel = null;
    },
    sync: async (file) => {
      try {
        const { journal } = file;
        if (journal !== null) await syncInTurn(journal.sync);
      } catch (error) {
        await closeLogFile(file);
        unsynced.add(file);
        throw error;
      }
    },
    isAllSaved: () => unsynced.size === 0,
    saveAgain: async (files) => {
      for (const file of unsynced) {
        const isSaved = !files.includes(file) || (await saveSegmentAgain(file.path, reportDamage));
        if (isSaved) unsynced.delete(file);
      }
    },
  };
}
