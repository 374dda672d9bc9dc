/** A file that stores a number as its size, because a file can shrink where nothing can be written. */
import { open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { syncDirectory } from './atomicFile.ts';
import { createSerialQueue } from './serialQueue.ts';
import { syncFileInTurn } from './syncQueue.ts';

export type ShrinkingFile = {
  /** Size when it was opened; `null` if there was no file. */
  readonly bytesBefore: number | null;
  /** Rejects with the system's error, also if there is no file. */
  readonly shrinkTo: (bytes: number) => Promise<void>;
  /** Removes all bytes, and creates the file if there is none. On a full disk that can fail. */
  readonly empty: () => Promise<void>;
  /** Sets the full size again, and creates the file if there is none. */
  readonly refill: () => Promise<void>;
};

/** Opens the file without changing it. */
export async function openShrinkingFile(path: string, fullBytes: number): Promise<ShrinkingFile> {
  const bytesBefore = await stat(path).then(
    ({ size }) => size,
    () => null,
  );
  // Only the sizes are set in order: a sync can hang, and a shrink must not wait for it.
  const runInOrder = createSerialQueue();
  const setSize = async (flag: 'r+' | 'a', bytes: number): Promise<void> => {
    const file = await runInOrder(async () => {
      const opened = await open(path, flag, 0o600);
      await opened.truncate(bytes).catch(async (error: unknown) => {
        await opened.close();
        throw error;
      });
      return opened;
    });
    try {
      await syncFileInTurn(file);
    } finally {
      await file.close();
    }
  };
  const setSizeOrCreate = async (bytes: number): Promise<void> => {
    await setSize('a', bytes);
    await syncDirectory(dirname(path));
  };
  return {
    bytesBefore,
    shrinkTo: (bytes) => setSize('r+', bytes),
    empty: () => setSizeOrCreate(0),
    refill: () => setSizeOrCreate(fullBytes),
  };
}
