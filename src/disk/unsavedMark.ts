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
  /**
   * Resets the count, unless `set` was called meanwhile. Returns `false` if that fails or `set` was called: the count stays then, which is safe.
   */
  readonly clear: () => Promise<boolean>;
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
  /** Whether the file is known to have its full size. A call that failed can have changed the size nevertheless. */
  let isFull = file.bytesBefore === fullBytes && kept === null;
  /** Steps of this run. */
  let own = 0;
  let isSetOutside = earlierOutside > 0;
  let clears = 0;
  const refill = async (): Promise<void> => {
    if (isFull) return;
    const known = earlier;
    earlier = 0;
    isFull = true;
    await file.refill().catch(() => {
      earlier = known;
      isFull = false;
    });
  };
  const clear = async (): Promise<boolean> => {
    clears += 1;
    own = 0;
    earlierOutside = 0;
    const clearOutside = isSetOutside ? outside.clear : null;
    isSetOutside = false;
    // Both begin before a `set` that follows.
    await Promise.all([refill(), clearOutside?.()]);
    return isFull;
  };
  // Without the file, `set` rejects until `clear` has created it.
  if (file.bytesBefore === null) await clear();
  return {
    stepsBefore,
    kept,
    set: async (steps) => {
      if (steps <= own) return;
      const ownBefore = own;
      const clearsBefore = clears;
      own = steps;
      isFull = false;
      await file.shrinkTo(fullBytes - Math.min(earlier + steps, maxSteps)).catch(async (error: unknown) => {
        // A sync that hung can fail after what it counts was saved.
        if (clears !== clearsBefore) return;
        isSetOutside = true;
        await outside.set(earlierOutside + steps).catch(() => {
          own = Math.min(own, ownBefore);
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
