/** Decides which consumers are behind, silent or gone. */
import type { Consumer } from '../../contract/consumer.ts';
import { type Reader, reachedRevisionOf, reportsPaint } from './reader.ts';

const socketBehindAfterMs = 2000;
const pollBehindAfterMs = 5000;
const silentAfterMs = 15_000;
const goneAfterMs = 60_000;
/** Chromium shows the last picture of a page for up to 4 seconds until the next page has one, for example when it is loaded again. */
const offScreenAfterMs = 5000;
/** A poller that may read again, such as digital signage, which reads every few minutes. */
const uncountedGoneAfterMs = 600_000;

/** The revision that counts as shown. `isAwaited`: a takedown waits for the reader. */
export function shownRevisionOf(reader: Reader, isAwaited: boolean): number {
  // The revision sent counts, except for a socket that stopped answering, and while a takedown waits for a socket: its pong follows within milliseconds.
  const isProofDue = reader.protocol === 'socket' && (isAwaited || reader.isCutOff);
  return reportsPaint(reader) || isProofDue ? reachedRevisionOf(reader) : reader.revision;
}

/** The last message of a client. A browser sends a pong also for a page that has stopped; the page itself sends `alive`. */
export type Heard = 'pong' | 'alive' | 'other';

/** Returns whether this shows that the client follows the feed. */
export function recordHeard(reader: Reader, heard: Heard, isBehind: boolean, nowMs: number): boolean {
  reader.lastSeenMs = nowMs;
  const isOfPage = heard !== 'pong' || !reader.sendsAlive;
  if (isOfPage) reader.pageSeenMs = nowMs;
  const hasStoppedPainting = heard !== 'other' && reportsPaint(reader) && isBehind;
  return isOfPage && !hasStoppedPainting;
}

/** `lateSinceMs` is when the reader could have had the first revision that it has not reached; `null` if it shows the newest. */
export function stateOf(reader: Reader, lateSinceMs: number | null, nowMs: number): Consumer['state'] {
  const isQuiet = nowMs - reader.pageSeenMs > silentAfterMs;
  const mayRead = reader.isConnected || (reader.protocol === 'poll' && !reader.isRestored);
  const allowedMs = reader.protocol === 'poll' ? pollBehindAfterMs : socketBehindAfterMs;
  const isLate = lateSinceMs !== null && nowMs - lateSinceMs > allowedMs;
  // A page that has stopped is known to show an older list, because its connection is still there.
  if (isLate && reader.isConnected) return 'behind';
  if (isQuiet || !mayRead) return 'silent';
  return isLate ? 'behind' : 'reading';
}

/** Whether a reader that does not read any more is removed. A reader that shows nothing is kept as long as its last picture could stay. */
export function isGone(reader: Reader, nowMs: number): boolean {
  const { isConnected, showsNothing, isAwaitingSecondRead, lastSeenMs } = reader;
  if (showsNothing) return isOffScreen(reader, nowMs);
  const allowedMs = isAwaitingSecondRead ? uncountedGoneAfterMs : goneAfterMs;
  return !isConnected && nowMs - lastSeenMs > allowedMs;
}

/** Whether a client said that it shows nothing any more, and did not come back while its last picture could stay. */
export function isOffScreen({ isConnected, showsNothing, lastSeenMs }: Reader, nowMs: number): boolean {
  return !isConnected && showsNothing && nowMs - lastSeenMs >= offScreenAfterMs;
}
