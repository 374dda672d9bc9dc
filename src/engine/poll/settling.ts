/** Finds versions that may have been changed again in the second of their date, which an ETag of whole seconds would hide. */
import type { Collection } from '../../core/collection.ts';
import { parseInstant } from '../../core/instant.ts';

/** A version that is not settled yet, and how many complete polls may still follow because of that. */
export type Settling = { readonly collection: Collection; readonly pollsLeft: number } | null;

/** The services that date a list and a response may differ by a second. Milliseconds. */
const settledAfterMs = 2000;

/** Enough for a list dated a second ahead, and a limit for a service whose clock has stopped. */
const maxPolls = 2;

/** After this time, the second of a version’s date is over for certain. Milliseconds. */
export const settlingPollMs = 3000;

/** Returns what is left to do after a complete response with this version; `serviceMs` is its date, epoch milliseconds. `null` once settled. */
export function settle(before: Settling, collection: Collection, etag: string | null, serviceMs: number): Settling {
  if (isSettled(collection, etag, serviceMs)) return null;
  const pollsLeft = before?.collection === collection ? Math.max(0, before.pollsLeft - 1) : maxPolls;
  return { collection, pollsLeft };
}

function isSettled({ lastModifiedDate }: Collection, etag: string | null, serviceMs: number): boolean {
  const at = parseInstant(lastModifiedDate);
  // Without an ETag every response is complete, and one with milliseconds is as good as the date itself.
  if (etag === null || at === null || (at.digits >= 3 && etag.includes(lastModifiedDate))) return true;
  return Math.abs(serviceMs - at.seconds * 1000) >= settledAfterMs;
}
