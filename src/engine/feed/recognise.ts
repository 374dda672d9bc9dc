/** Recognises a consumer that comes back, and continues its entry. */
import { newestRevisionOf, type Reader } from './reader.ts';

/** A reader when it appears. */
export type NewReader = Omit<
  Reader,
  | 'id'
  | 'earlierRevision'
  | 'joinedMs'
  | 'paintedInMs'
  | 'hasPainted'
  | 'isConnected'
  | 'showsNothing'
  | 'isCutOff'
  | 'isAmbiguous'
  | 'isRestored'
  | 'isAwaitingSecondRead'
  | 'lastSeenMs'
  | 'pageSeenMs'
  | 'isLastSeenKnown'
>;

/**
 * Returns the entry that the reader continues; `null` if it is new, or if more than one could be it. Where two with its key are connected at
 * the same time, all of them are marked, because either could come back. A page id that two pages share recognises neither any more.
 */
export function recognise(reader: Reader, others: readonly Reader[]): Reader | null {
  const same = others.filter((other) => other !== reader && other.key === reader.key && !other.isPreview);
  const samePage = same.filter(({ page }) => page !== null && page === reader.page);
  if (samePage.some((other) => other.isConnected && !isLaterConnection(reader, other)))
    for (const other of [reader, ...samePage]) other.page = null;
  else if (samePage[0] !== undefined) return samePage[0];
  if (same.some(({ isConnected }) => isConnected)) {
    for (const other of [reader, ...same]) other.isAmbiguous = true;
    return null;
  }
  const [lost, ...further] = same.filter(({ isAmbiguous }) => !isAmbiguous);
  return lost === undefined || further.length > 0 ? null : lost;
}

/**
 * The engine can notice only later that a page has lost its connection. A connected one could also be another page that has the same id and is
 * frozen, so it counts as lost only for a page that counts its connections.
 */
function isLaterConnection({ connection }: Reader, earlier: Reader): boolean {
  return connection !== null && earlier.connection !== null && connection > earlier.connection;
}

/** Makes `reader` the entry of `lost`. */
export function continueAs(reader: Reader, lost: Reader): void {
  reader.id = lost.id;
  reader.isAmbiguous = lost.isAmbiguous;
  // A page that is loaded again has painted nothing yet.
  if (!lost.showsNothing) reader.paintedRevision ??= lost.paintedRevision;
  reader.earlierRevision = newestRevisionOf(lost);
  reader.firstRevision = Math.min(reader.firstRevision, lost.firstRevision);
  reader.readRevision = Math.max(reader.readRevision, lost.readRevision);
  reader.isAwaitingSecondRead = false;
}
