/** Counts, across restarts, the runs that announced changes without saving them, and more for a run with many changes. The count is the size of a file. */
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { OutsideMark } from './outsideMark.ts';
import { quarantineFile } from './quarantine.ts';
import { openShrinkingFile } from './shrinkingFile.ts';

export type UnsavedMark = {
  /** Steps of all runs in a row, up to the last one, that left changes unsaved. */
  readonly stepsBefore: number;
  /** The name under which a damaged file was kept; `null` if it is not damaged. */
  readonly kept: string | null;
  /** Counts this run with that number of steps. Does nothing if it counts as many already. Rejects with the system's error. */
  readonly set: (steps: number) => Promise<void>;
  /** Resets the count, unless `set` was called meanwhile. If that fails, the count stays, which is safe. */
  readonly clear: () => Promise<void>;
};

/** Size of the file when everything is saved. Each step removes one byte. */
const fullBytes = 64;

/** A smaller file is damaged, also one cut to half: no disk fails for so long. */
const maxSteps = 24;

/** Opens the mark, or creates its file. `outside` is set instead while its file can’t be reached, as after the directory was moved away. */
export async function openUnsavedMark(path: string, outside: OutsideMark): Promise<UnsavedMark> {
  const kept = await quarantineIfDamaged(path);
  const file = await openShrinkingFile(path, fullBytes);
  const countedSteps = kept === basename(path) ? 0 : fullBytes - (file.bytesBefore ?? fullBytes);
  const stepsBefore = countedSteps + outside.stepsBefore;
  /** Steps of earlier runs in the file, and outside. */
  let earlier = countedSteps;
  let earlierOutside = outside.stepsBefore;
  /** Steps in the file; `null` if the number is unknown or there is no file. */
  let stepsInFile = file.bytesBefore === null || kept !== null ? null : earlier;
  /** Steps of this run. */
  let own = 0;
  let isSetOutside = earlierOutside > 0;
  const clear = async (): Promise<void> => {
    if (isSetOutside) {
      isSetOutside = false;
      earlierOutside = 0;
      own = 0;
      await outside.clear();
    }
    if (stepsInFile === 0) return;
    const known = earlier;
    earlier = 0;
    stepsInFile = 0;
    own = 0;
    await file.refill().catch(() => {
      earlier = known;
      stepsInFile = null;
    });
  };
  // Without the file, `set` rejects until `clear` has created it.
  if (file.bytesBefore === null) await clear();
  return {
    stepsBefore,
    kept,
    set: async (steps) => {
      if (steps <= own) return;
      const ownBefore = own;
      const inFileBefore = stepsInFile;
      own = steps;
      stepsInFile = earlier + steps;
      await file.shrinkTo(fullBytes - Math.min(stepsInFile, maxSteps)).catch(async (error: unknown) => {
        stepsInFile = inFileBefore;
        isSetOutside = true;
        await outside.set(earlierOutside + steps).catch(() => {
          isSetOutside = false;
          own = ownBefore;
          throw error;
        });
      });
    },
    clear,
  };
}

async function quarantineIfDamaged(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || (found.isFile() && found.size >= fullBytes - maxSteps && found.size <= fullBytes)) return null;
  return quarantineFile(path).catch(() => basename(path));
}
