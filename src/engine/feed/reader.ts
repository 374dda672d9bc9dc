/** One graphics client of a feed: who it is, and which revision it shows. */
import type { Consumer } from '../../contract/consumer.ts';
import type { NamedRevision } from './namedRevision.ts';

/** How a client introduces itself when it connects. */
export type Introduction = {
  readonly protocol: 'socket' | 'events';
  readonly address: string;
  readonly name: string;
  readonly program: string;
  /** The id that the page keeps when it reloads; such a page reports what it paints. `null` without one. */
  readonly client: string | null;
  /** The id that the page keeps when it reconnects, and loses when it reloads. */
  readonly page: string | null;
  /** The number of this connection of the page, from 1; `null` if the page does not count them. */
  readonly connection: number | null;
  /** The revision that the page still shows from before; `null` for a new page. */
  readonly painted: NamedRevision | null;
  /** The revision that an event stream has read before it reconnects; `null` for a new one. */
  readonly lastEvent: NamedRevision | null;
  readonly isPreview: boolean;
  /** Its scripts answer each heartbeat, so that a page that has stopped is noticed although its browser still answers pings. */
  readonly sendsAlive: boolean;
};

/** Times are monotonic milliseconds. */
export type Reader = {
  /** A client that comes back keeps it. */
  id: string;
  /** Recognises the client when it comes back. */
  key: string;
  readonly client: string | null;
  /** `null` also once another page has shown the same id. */
  page: string | null;
  readonly connection: number | null;
  readonly program: string;
  readonly protocol: Consumer['protocol'];
  readonly address: string;
  readonly joinedMs: number;
  name: string;
  /** Last sent to it or read by it. */
  revision: number;
  /** The newest that it could show before it came back; 0 if it is new. */
  earlierRevision: number;
  /** Unless it has painted an older one, it shows none. */
  firstRevision: number;
  /** Newest revision that the client is known to have read; 0 if none. */
  readRevision: number;
  paintedRevision: number | null;
  paintedInMs: number | null;
  /** Whether its page has painted since it was loaded. */
  hasPainted: boolean;
  /** Named when it connected, and not of this show as it was when Greenroom started; `null` if it named no such revision. */
  readonly laterRevision: number | null;
  /** False for pollers and for clients that disconnected. */
  isConnected: boolean;
  /** It said when it left that it shows nothing of the feed any more. */
  showsNothing: boolean;
  /** It did not answer, so its program may still run. A program that ends closes its connection. */
  isCutOff: boolean;
  /** Another client with the same key was connected at the same time, so the key recognises neither. */
  isAmbiguous: boolean;
  isPreview: boolean;
  /** From before the restart and not back yet. A client that comes back gets a new entry with the same id. */
  readonly isRestored: boolean;
  /** Always false for sockets and event streams. */
  isAwaitingSecondRead: boolean;
  lastSeenMs: number;
  readonly sendsAlive: boolean;
  /** When its page was last known to run. If it does not send that it is alive, a pong counts too. */
  pageSeenMs: number;
  /** False if it may have read until a restart and has not come back; `lastSeenMs` is then the restart. */
  readonly isLastSeenKnown: boolean;
};

/** Whether the client reports what it paints; otherwise its reads count. */
export function reportsPaint({ client, paintedRevision }: Reader): boolean {
  return client !== null || paintedRevision !== null;
}

/** The revision that the client is known to have reached: the last one painted or, if it never reports painting, read. */
export function reachedRevisionOf({ paintedRevision, client, readRevision }: Reader): number {
  return paintedRevision ?? (client === null ? readRevision : 0);
}

/** The oldest revision that the client can show. A page that has painted nothing shows none from before it connected. */
export function oldestRevisionOf(reader: Reader): number {
  const { paintedRevision, firstRevision } = reader;
  return paintedRevision ?? Math.max(firstRevision, reachedRevisionOf(reader));
}

/** The newest revision that the client can show. It keeps an earlier picture until it has a newer one, also if it is lost again before that. */
export function newestRevisionOf({ revision, earlierRevision, readRevision, paintedRevision }: Reader): number {
  return Math.max(revision, earlierRevision, readRevision, paintedRevision ?? 0);
}

/** A client that has read only once may be a browser visit, so it is not a consumer yet. */
export function isCounted({ isPreview, isAwaitingSecondRead }: Reader): boolean {
  return !isPreview && !isAwaitingSecondRead;
}

export function keyOf({
  client,
  protocol,
  address,
  name,
}: Pick<Reader, 'client' | 'protocol' | 'address' | 'name'>): string {
  return client ?? `${protocol} ${address} ${name}`;
}

/** The time from a change to its paint; `null` for the start of an overlay and for a change from before it connected. */
export function paintTimeOf(
  { hasPainted, joinedMs }: Reader,
  publishedMs: number | null,
  nowMs: number,
): number | null {
  return hasPainted && publishedMs !== null && publishedMs >= joinedMs ? Math.round(nowMs - publishedMs) : null;
}

export function toConsumer(
  reader: Reader,
  state: Consumer['state'],
  { lastSeenAt, behindSince, problem }: Pick<Consumer, 'lastSeenAt' | 'behindSince' | 'problem'>,
): Consumer {
  const { id, name, program, address, protocol, revision, paintedRevision, paintedInMs } = reader;
  const confirmedRevision = reachedRevisionOf(reader);
  return {
    ...{ id, name, program, address, protocol, revision, confirmedRevision, paintedRevision, paintedInMs },
    ...{ state, behindSince, problem, lastSeenAt },
  };
}
