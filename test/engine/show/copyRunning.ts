/** Copies a data directory that is in use, as a crash would leave it. */
import { cp } from 'node:fs/promises';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

/** Resolves with the path of the copy. A file can be deleted while it is copied; then the next copy is whole. */
export async function copyRunning(directory: string, triesLeft = 5): Promise<string> {
  const copy = createTemporaryFolder('crashed');
  try {
    await cp(directory, copy, { recursive: true });
    return copy;
  } catch (error) {
    if (triesLeft === 0) throw error;
    return copyRunning(directory, triesLeft - 1);
  }
}
