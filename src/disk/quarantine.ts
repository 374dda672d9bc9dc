/** Quarantines unreadable files: they are renamed, never deleted or overwritten. */
import { copyFile, lstat } from 'node:fs/promises';
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
    const kept = await findFreeName(path);
    await renameFile(path, kept);
    // It can hang, and a start waits. After a power cut that undoes the new name, the next start quarantines the file again.
    void syncDirectory(dirname(path)).catch(() => undefined);
    return basename(kept);
  });
}

/** Copies the file to such a name, and returns the name. */
export function copyAside(path: string): Promise<string> {
  return runInOrder(async () => {
    const kept = await findFreeName(path);
    await copyFile(path, kept);
    return basename(kept);
  });
}

async function findFreeName(path: string): Promise<string> {
  for (let number = 1; ; number += 1) {
    const kept = number === 1 ? `${path}.corrupt` : `${path}.corrupt.${number}`;
    if (!(await isTaken(kept))) return kept;
  }
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
