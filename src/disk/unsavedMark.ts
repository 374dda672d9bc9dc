/** Counts, across restarts, the runs that announced a change without saving it. The count is the size of a file. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OutsideMark } from './outsideMark.ts';
import { quarantineFile } from './quarantine.ts';
import { openShrinkingFile } from './shrinkingFile.ts';

export type UnsavedMark = {
  /** How many runs in a row, up to the last one, left changes unsaved. */
  readonly runsBefore: number;
  /** The name under which a damaged file was kept; `null` if it is not damaged. */
  readonly kept: string | null;
  /** Counts this run too. Further calls do nothing. Rejects with the system's error. */
  readonly set: () => Promise<void>;
  /** Resets the count, unless `set` was called meanwhile. If that fails, the count stays, which is safe. */
  readonly clear: () => Promise<void>;
};

/** Size of the file when everything is saved. Each run removes one byte. */
const fullBytes = 64;

/** A smaller file is damaged: nobody restarts so often with a disk that fails. */
const maxRuns = 16;

/** Opens the mark, or creates its file. `outside` is set instead while its file can’t be reached, as after the directory was moved away. */
export async function openUnsavedMark(path: string, outside: OutsideMark): Promise<UnsavedMark> {
  const kept = await quarantineIfDamaged(path);
  const file = await openShrinkingFile(path, fullBytes);
  const countedRuns = kept === basename(path) ? 0 : fullBytes - (file.bytesBefore ?? fullBytes);
  const runsBefore = countedRuns + (outside.wasSet ? 1 : 0);
  let runs = countedRuns;
  /** Number of runs in the file; `null` if it is unknown or there is no file. */
  let runsInFile = file.bytesBefore === null || kept !== null ? null : runs;
  let isSet = false;
  let isSetOutside = outside.wasSet;
  const clear = async (): Promise<void> => {
    if (isSetOutside) {
      isSetOutside = false;
      isSet = false;
      await outside.clear();
    }
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
    kept,
    set: async () => {
      if (isSet) return;
      isSet = true;
      const before = runsInFile;
      runsInFile = runs + 1;
      await file.shrinkTo(fullBytes - Math.min(runs + 1, maxRuns)).catch(async (error: unknown) => {
        runsInFile = before;
        isSetOutside = true;
        await outside.set().catch(() => {
          isSetOutside = false;
          isSet = false;
          throw error;
        });
      });
    },
    clear,
  };
}

async function quarantineIfDamaged(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || (found.isFile() && found.size >= fullBytes - maxRuns && found.size <= fullBytes)) return null;
  return quarantineFile(path).catch(() => basename(path));
}
