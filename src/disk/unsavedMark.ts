/** Counts, across restarts, the runs that announced a change without saving it. The count is the size of a file. */
import { openShrinkingFile } from './shrinkingFile.ts';

export type UnsavedMark = {
  /** How many runs in a row, up to the last one, left changes unsaved. */
  readonly runsBefore: number;
  /** Counts this run too. Further calls do nothing. Rejects with the system's error. */
  readonly set: () => Promise<void>;
  /** Resets the count, unless `set` was called meanwhile. If that fails, the count stays, which is safe. */
  readonly clear: () => Promise<void>;
};

/** Size of the file when everything is saved. Each run removes one byte. */
const fullBytes = 64;

/** Opens the mark, or creates its file. */
export async function openUnsavedMark(path: string): Promise<UnsavedMark> {
  const file = await openShrinkingFile(path, fullBytes);
  const runsBefore = Math.max(0, fullBytes - (file.bytesBefore ?? fullBytes));
  let runs = runsBefore;
  /** Number of runs in the file; `null` if it is unknown or there is no file. */
  let runsInFile = file.bytesBefore === null || file.bytesBefore > fullBytes ? null : runs;
  let isSet = false;
  const clear = async (): Promise<void> => {
    if (runsInFile === 0) return;
    const known = runs;
    runs = 0;
    runsInFile = 0;
    isSet = false;
    await file.refill().catch(() => {
      runs = known;
      runsInFile = null;
    });
  };
  // Without the file, `set` rejects until `clear` has created it.
  if (file.bytesBefore === null) await clear();
  return {
    runsBefore,
    set: async () => {
      if (isSet) return;
      isSet = true;
      const before = runsInFile;
      runsInFile = runs + 1;
      await file.shrinkTo(Math.max(0, fullBytes - runs - 1)).catch((error: unknown) => {
        isSet = false;
        runsInFile = before;
        throw error;
      });
    },
    clear,
  };
}
