/** Two claims that are believed only when the service repeats them to unconditional questions: going back, and being empty. */
import type { Collection } from '../../core/collection.ts';
import { isSameCollection } from '../../core/compare.ts';

/** What is claimed over which held version, how often it was repeated in a row, and since when (monotonic milliseconds). */
export type Claim = {
  readonly collection: Collection;
  readonly held: Collection | null;
  readonly times: number;
  readonly sinceMs: number;
} | null;

/** How often and how long an older version has to be repeated; longer than two caches of 30 s in a row can do. */
export const rewindTimes = 3;
export const rewindSpanMs = 65_000;

/** How often a doubted empty list has to be repeated. */
export const emptyTimes = 3;

/** The claim after it was made (again) to an unconditional question. Another claim than before, or one over another version, begins anew. */
export function repeatClaim(
  claim: Claim,
  collection: Collection,
  held: Collection | null,
  nowMs: number,
): NonNullable<Claim> {
  const isSame =
    claim !== null &&
    claim.held === held &&
    claim.collection.lastModifiedDate === collection.lastModifiedDate &&
    isSameCollection(claim.collection, collection);
  return isSame ? { ...claim, times: claim.times + 1 } : { collection, held, times: 1, sinceMs: nowMs };
}

/** Whether the service really went back: the same older version, three times, over more than a minute. */
export function isRewindProved(claim: NonNullable<Claim>, nowMs: number): boolean {
  return claim.times >= rewindTimes && nowMs - claim.sinceMs >= rewindSpanMs;
}
