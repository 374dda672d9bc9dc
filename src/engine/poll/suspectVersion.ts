/** Counts repeats of an older version or a doubtful empty list, which is applied only once repeated. */
import type { Collection } from '../../core/collection.ts';
import { isSameCollection } from '../../core/compare.ts';

/** `repeats` counts consecutive unconditional responses with this version; `sinceMs` is when the first arrived (monotonic). */
export type SuspectVersion = {
  readonly collection: Collection;
  readonly current: Collection | null;
  readonly repeats: number;
  readonly sinceMs: number;
} | null;

/** An older version must be repeated this many times and for this long, which outlasts two chained caches of 30 s. */
const rewindRepeats = 3;
const rewindMinimumMs = 65_000;

/** A doubtful empty list must be repeated this many times. */
export const emptyRepeats = 3;

/** Counts one more unconditional response. Starts again at 1 if the version, or the current version it would replace, differs. */
export function countRepeat(
  suspect: SuspectVersion,
  collection: Collection,
  current: Collection | null,
  nowMs: number,
): NonNullable<SuspectVersion> {
  const isSame =
    suspect !== null &&
    suspect.current === current &&
    suspect.collection.lastModifiedDate === collection.lastModifiedDate &&
    isSameCollection(suspect.collection, collection);
  return isSame ? { ...suspect, repeats: suspect.repeats + 1 } : { collection, current, repeats: 1, sinceMs: nowMs };
}

/** Whether the service really went back to this older version, for example after a restore from backup. */
export function isRewindConfirmed(suspect: NonNullable<SuspectVersion>, nowMs: number): boolean {
  return suspect.repeats >= rewindRepeats && nowMs - suspect.sinceMs >= rewindMinimumMs;
}
