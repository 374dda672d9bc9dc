/** Which of two versions of a collection is the later one. Nothing here trusts the order of arrival. */
import type { Collection } from './collection.ts';
import { isSameCollection } from './compare.ts';
import { compareInstants, parseInstant } from './instant.ts';

/**
 * What an arriving version is to the one we hold. `tie`: the dates cannot decide (the same instant with another body,
 * or the same second given with different precision), so the service has to be asked. `undated`: one date says nothing.
 */
export type Order = 'newer' | 'same' | 'older' | 'tie' | 'undated';

/** Tells how `arriving` stands to `held`. */
export function orderOf(held: Collection, arriving: Collection): Order {
  const heldAt = parseInstant(held.lastModifiedDate);
  const arrivingAt = parseInstant(arriving.lastModifiedDate);
  const isSameBody = isSameCollection(held, arriving);
  if (heldAt === null || arrivingAt === null) return isSameBody ? 'same' : 'undated';
  // "…00Z" may be any moment of its second, "…00.5Z" any of its tenth.
  const isSamePrecision = heldAt.digits === arrivingAt.digits;
  if (heldAt.seconds === arrivingAt.seconds && !isSamePrecision) return isSameBody ? 'same' : 'tie';
  const by = compareInstants(arrivingAt, heldAt);
  if (by > 0) return 'newer';
  if (by < 0) return 'older';
  return isSameBody ? 'same' : 'tie';
}

/** Dates this far ahead of the service's own clock say nothing. Milliseconds. */
export const futureToleranceMs = 24 * 60 * 60 * 1000;

/** Whether the date can be used for ordering: readable, and not more than a day ahead of the service's clock (epoch ms). */
export function isUsableDate(lastModifiedDate: string, serviceNowMs: number): boolean {
  const at = parseInstant(lastModifiedDate);
  return at !== null && at.seconds * 1000 <= serviceNowMs + futureToleranceMs;
}
