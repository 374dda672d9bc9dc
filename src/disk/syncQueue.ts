/**
 * Syncs one file at a time, where no consumer waits for it. The system has few threads for files, pictures and name look-ups together, and
 * each sync on a disk that hangs holds a thread.
 */
import type { FileHandle } from 'node:fs/promises';
import { createSerialQueue } from './serialQueue.ts';

const runInOrder = createSerialQueue();
let beganMs: number | null = null;

/** Runs a job that syncs, after all earlier ones. Rejects with its error. */
export function syncInTurn<Value>(job: () => Value | Promise<Value>): Promise<Value> {
  return runInOrder(async () => {
    beganMs = performance.now();
    try {
      return await job();
    } finally {
      beganMs = null;
    }
  });
}

/** Milliseconds that the current job has taken; 0 without one. */
export function pendingSyncMs(): number {
  return beganMs === null ? 0 : performance.now() - beganMs;
}

/** Resolves when the content of the file is on disk. */
export function syncFileInTurn(file: Pick<FileHandle, 'datasync'>): Promise<void> {
  return syncInTurn(() => file.datasync());
}
