/** Decides which of two versions of a collection is newer, without relying on the order of arrival. */
import type { Collection } from './collection.ts';
import { isSameCollection } from './compare.ts';
import { compareInstants, parseInstant } from './instant.ts';

/**
 * The arriving version compared with the current one. `undated`: one of the dates can't be read. `tie`: a poll has to decide. Either the
 * instants are the same and the bodies differ, or both fall in one second with different precision.
 */
export type VersionOrder = 'newer' | 'same' | 'older' | 'tie' | 'undated';

export function compareVersions(current: Collection, arriving: Collection): VersionOrder {
  const currentAt = parseInstant(current.lastModifiedDate);
  const arrivingAt = parseInstant(arriving.lastModifiedDate);
  const isSameBody = isSameCollection(current, arriving);
  if (currentAt === null || arrivingAt === null) return isSameBody ? 'same' : 'undated';
  // "…00Z" can mean any moment within its second, "…00.5Z" any within its tenth.
  const isSamePrecision = currentAt.digits === arrivingAt.digits;
  if (currentAt.seconds === arrivingAt.seconds && !isSamePrecision) return isSameBody ? 'same' : 'tie';
  const comparison = compareInstants(arrivingAt, currentAt);
  if (comparison > 0) return 'newer';
  if (comparison < 0) return 'older';
  return isSameBody ? 'same' : 'tie';
}

/** Dates further ahead of the service's own clock than this are ignored. */
const futureToleranceMs = 24 * 60 * 60 * 1000;

/** Whether a date can order versions: readable, and at most a day ahead of the service's clock (epoch ms). */
export function isUsableDate(lastModifiedDate: string, serviceNowMs: number): boolean {
  const at = parseInstant(lastModifiedDate);
  return at !== null && at.seconds * 1000 <= serviceNowMs + futureToleranceMs;
}
