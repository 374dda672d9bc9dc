/** Quarantines unreadable files: they are renamed, never deleted or overwritten. */
import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { syncDirectory } from './atomicFile.ts';
import { renameFile } from './renameFile.ts';
import { createSerialQueue } from './serialQueue.ts';

/**
 * Renames the file or directory to the first free name of `NAME.corrupt`, `NAME.corrupt.2` and so on, and returns that name. Rejects with the
 * system's error, and then the file keeps its name: a caller must not write a new one over it.
 */
export function quarantineFile(path: string): Promise<string> {
  return runInOrder(async () => {
    for (let number = 1; ; number += 1) {
      const kept = number === 1 ? `${path}.corrupt` : `${path}.corrupt.${number}`;
      if (await isTaken(kept)) continue;
      await renameFile(path, kept);
      await syncDirectory(dirname(path)).catch(() => undefined);
      return basename(kept);
    }
  });
}

/** Otherwise two calls could find the same name free, and the second would replace what the first one kept. */
const runInOrder = createSerialQueue();

/** Whether anything has this name, a link to nothing included: renaming would replace it. */
async function isTaken(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}
