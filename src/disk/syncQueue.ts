/**
 * Syncs one file at a time, where no consumer waits for it. The system has few threads for files, pictures and name look-ups together, and
 * each sync on a disk that hangs holds a thread.
 */
import type { FileHandle } from 'node:fs/promises';
import { createSerialQueue } from './serialQueue.ts';

/** Runs a job that syncs, after all earlier ones. Rejects with its error. */
export const syncInTurn = createSerialQueue();

/** Resolves when the content of the file is on disk. */
export function syncFileInTurn(file: Pick<FileHandle, 'datasync'>): Promise<void> {
  return syncInTurn(() => file.datasync());
}
