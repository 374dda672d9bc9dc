/** Counts repeats of an older version or of a list with fewer posts than its count, which is applied only once repeated. */
import type { Collection } from '../../core/collection.ts';
import { isSameCollection } from '../../core/compare.ts';
import { compareInstants, parseInstant } from '../../core/instant.ts';

/** `repeats` counts consecutive unconditional responses with this version. Times are monotonic: when the first and the last counted one arrived. */
export type SuspectVersion = {
  readonly collection: Collection;
  readonly current: Collection | null;
  readonly repeats: number;
  readonly sinceMs: number;
  readonly lastMs: number;
} | null;

/** An older version must be repeated this many times and for this long, which outlasts two chained caches of 30 s. */
const rewindRepeats = 3;
const rewindMinimumMs = 65_000;

/** A list with fewer posts than its count must be repeated this many times. */
export const doubtfulRepeats = 3;

/**
 * Counts one more unconditional response, unless it is a cached one from before the last one arrived: `madeMs` is when the service
 * certainly still had it. Starts again at 1 if it has an older date, or another list with the same date, or would replace
 * another version. A newer date counts on: the service changed the list meanwhile.
 */
export function countRepeat(
  suspect: SuspectVersion,
  collection: Collection,
  current: Collection | null,
  nowMs: number,
  madeMs: number,
): NonNullable<SuspectVersion> {
  const isSame =
    suspect !== null &&
    suspect.current === current &&
    (isLaterDate(collection, suspect.collection) ||
      (suspect.collection.lastModifiedDate === collection.lastModifiedDate &&
        isSameCollection(suspect.collection, collection)));
  if (!isSame) return { collection, current, repeats: 1, sinceMs: nowMs, lastMs: nowMs };
  if (madeMs < suspect.lastMs) return suspect;
  return { ...suspect, collection, repeats: suspect.repeats + 1, lastMs: nowMs };
}

function isLaterDate(a: Collection, b: Collection): boolean {
  const [atA, atB] = [parseInstant(a.lastModifiedDate), parseInstant(b.lastModifiedDate)];
  return atA !== null && atB !== null && compareInstants(atA, atB) > 0;
}

/** Whether the service really went back to this older version, for example after a restore from backup. */
export function isRewindConfirmed(suspect: NonNullable<SuspectVersion>, nowMs: number): boolean {
  return suspect.repeats >= rewindRepeats && nowMs - suspect.sinceMs >= rewindMinimumMs;
}

/** Milliseconds until a repeat can confirm it, at least a second. */
export function untilRewindMs(suspect: NonNullable<SuspectVersion>, nowMs: number): number {
  return Math.max(1000, rewindMinimumMs - (nowMs - suspect.sinceMs));
}
