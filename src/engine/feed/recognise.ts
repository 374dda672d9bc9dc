/** Recognises a consumer that comes back, and continues its entry. */
import type { Reader } from './reader.ts';

/** A reader when it appears. */
export type NewReader = Omit<
  Reader,
  | 'id'
  | 'joinedMs'
  | 'paintedInMs'
  | 'isConnected'
  | 'showsNothing'
  | 'isAmbiguous'
  | 'isRestored'
  | 'isAwaitingSecondRead'
  | 'lastSeenMs'
>;

/**
 * Returns the entry that the reader continues; `null` if it is new, or if more than one could be it. Where two with its key are connected at
 * the same time, all of them are marked, because either could come back.
 */
export function recognise(reader: Reader, others: readonly Reader[]): Reader | null {
  const same = others.filter((other) => other !== reader && other.key === reader.key && !other.isPreview);
  // The engine can notice only later that a page has lost its connection.
  const samePage = same.find(({ page }) => page !== null && page === reader.page);
  if (samePage !== undefined) return samePage;
  if (same.some(({ isConnected }) => isConnected)) {
    for (const other of [reader, ...same]) other.isAmbiguous = true;
    return null;
  }
  const [lost, ...further] = same.filter(({ isAmbiguous }) => !isAmbiguous);
  return lost === undefined || further.length > 0 ? null : lost;
}

/** Makes `reader` the entry of `lost`. */
export function continueAs(reader: Reader, lost: Reader): void {
  reader.id = lost.id;
  reader.isAmbiguous = lost.isAmbiguous;
  reader.paintedRevision ??= lost.paintedRevision;
  reader.firstRevision = Math.min(reader.firstRevision, lost.firstRevision);
  reader.readRevision = Math.max(reader.readRevision, lost.readRevision);
  reader.isAwaitingSecondRead = false;
}
