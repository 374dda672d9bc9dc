/** Finds out when a response left the service, so that a cached one never decides which of two versions is newer. */
import { asOfMs, type ResponseFacts } from './client.ts';

/** How far the service’s clock was ahead of the monotonic one, at least, and when. Milliseconds. */
export type SeenDates = readonly { readonly atMs: number; readonly aheadMs: number }[];

/** Longer than two chained caches keep a response. Milliseconds. */
export const longestCachedMs = 65_000;

/** Smaller differences come from the rounding of a date to seconds. Milliseconds. */
const toleranceMs = 1000;

/** Adds a response’s date. An earlier date that was further ahead counts until no cached response can be that old. */
export function addDate(seen: SeenDates, { sentMs, latencyMs, dateMs }: ResponseFacts): SeenDates {
  const atMs = sentMs + latencyMs;
  const recent = seen.filter((earlier) => atMs - earlier.atMs <= longestCachedMs);
  if (dateMs === null) return recent;
  const aheadMs = dateMs - atMs;
  return [...recent.filter((earlier) => earlier.aheadMs > aheadMs), { atMs, aheadMs }];
}

/**
 * When the service certainly still had the version in the response, by its age and by its date compared with those of other responses.
 * Monotonic milliseconds. A clock that was set back looks like a cache for a minute.
 */
export function leftServiceMs(facts: ResponseFacts, seen: SeenDates): number {
  const { sentMs, dateMs } = facts;
  const serviceMs = sentMs + Math.max(...seen.map(({ aheadMs }) => aheadMs));
  // A date has whole seconds, so the response can be almost a second younger.
  const datedAgeMs = dateMs === null || seen.length === 0 ? 0 : serviceMs - (dateMs + 1000);
  const isDatedBefore = datedAgeMs > toleranceMs;
  return Math.min(asOfMs(facts), isDatedBefore ? sentMs - Math.min(datedAgeMs + 1000, longestCachedMs) : sentMs);
}
