/** Counts, across restarts, the runs that announced a change without saving it. The count is the size of a file. */
import { open, stat } from 'node:fs/promises';
import { writeAtomic } from './atomicFile.ts';

export type UnsavedMark = {
  /** How many runs in a row, up to the last one, left changes unsaved. */
  readonly runsBefore: number;
  /** Counts this run too. Further calls do nothing. Rejects with the system's error. */
  readonly set: () => Promise<void>;
  /** Resets the count. If that fails, the count stays, which is safe. */
  readonly clear: () => Promise<void>;
};

/** Size of the file when everything is saved. Each run removes one byte, because a file can shrink even on a full disk. */
const fullBytes = 64;

/** Opens the mark, or creates its file. */
export async function openUnsavedMark(path: string): Promise<UnsavedMark> {
  const bytes = await stat(path).then(
    ({ size }) => size,
    () => null,
  );
  let runs = Math.max(0, fullBytes - (bytes ?? fullBytes));
  let isSet = false;
  /** Whether the file has its full size, so that `clear` has nothing to do. */
  let isFull = bytes === fullBytes;
  const recreate = async (): Promise<void> => {
    await writeAtomic(path, Buffer.alloc(fullBytes));
    isFull = true;
  };
  // Without the file, `set` rejects until `clear` has created it.
  if (bytes === null) await recreate().catch(() => undefined);
  return {
    runsBefore: runs,
    set: async () => {
      if (isSet) return;
      isFull = false;
      const file = await open(path, 'r+');
      try {
        await file.truncate(Math.max(0, fullBytes - runs - 1));
        isSet = true;
        await file.sync();
      } finally {
        await file.close();
      }
    },
    clear: async () => {
      if (isFull) return;
      await recreate().then(
        () => {
          runs = 0;
          isSet = false;
        },
        () => undefined,
      );
    },
  };
}
