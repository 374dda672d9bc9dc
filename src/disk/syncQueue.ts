/**
 * Syncs one file at a time, where no consumer waits for it. The system has few threads for files, pictures and name look-ups together, and
 * each sync on a disk that hangs holds a thread.
 */
import type { FileHandle } from 'node:fs/promises';
import { createSerialQueue } from './serialQueue.ts';

const runInOrder = createSerialQueue();

/** When each pending sync began, oldest first. */
const pending = new Set<{ readonly beganMs: number }>();

/** Runs a job that syncs, so that others know for how long it hangs. */
export async function watchSync<Value>(job: () => Value | Promise<Value>): Promise<Value> {
  const sync = { beganMs: performance.now() };
  pending.add(sync);
  try {
    return await job();
  } finally {
    pending.delete(sync);
  }
}

/** Runs a job that syncs, after all earlier ones. Rejects with its error. */
export function syncInTurn<Value>(job: () => Value | Promise<Value>): Promise<Value> {
  return runInOrder(() => watchSync(job));
}

/** Milliseconds that the oldest pending sync has taken, of any file; 0 without one. */
export function pendingSyncMs(): number {
  const [oldest] = pending;
  return oldest === undefined ? 0 : performance.now() - oldest.beganMs;
}

/** Resolves when the content of the file is on disk. */
export function syncFileInTurn(file: Pick<FileHandle, 'datasync'>): Promise<void> {
  return syncInTurn(() => file.datasync());
}
