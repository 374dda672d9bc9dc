/** Finds out whether a poller has read a response: by its next request. */
import type { Cancel, Clock } from '../ports.ts';
import type { Reader } from './reader.ts';

/** Pass the same object for every request of one connection. */
export type Connection = {
  readonly remoteAddress?: string | undefined;
  /** Bytes of requests that have arrived. */
  readonly bytesRead?: number;
  /** The error that ended it, such as a reset. */
  readonly errored?: Error | null;
};

export type PollResponse = { readonly writableFinished: boolean };

export type PollProofs = {
  readonly recordRequest: (connection: Connection, reader: Reader) => void;
  readonly recordResponse: (connection: Connection, reader: Reader, response: PollResponse, revision: number) => void;
  readonly stop: () => void;
};

export type PollProofsDeps = {
  readonly clock: Clock;
  readonly recordRead: (reader: Reader, revision: number) => void;
  /** While it is true, stalls of the engine are noticed. */
  readonly hasPollers: () => boolean;
};

type Sent = {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly response: PollResponse;
  readonly revision: number;
  /** Bytes that had arrived on the connection when it was sent. */
  readonly bytesRead: number;
  /** Whether the request may have waited so long that its program has given up or has ended. */
  readonly mayBeTooLate: boolean;
};

const beatMs = 100;
const stalledAfterMs = 300;
/** Requests that waited during a stall are answered within this time. */
const stallEffectMs = 1000;

export function createPollProofs({ clock, recordRead, hasPollers }: PollProofsDeps): PollProofs {
  const byConnection = new WeakMap<Connection, Sent>();
  const byReader = new WeakMap<Reader, Sent>();
  let lastAliveMs = Number.NEGATIVE_INFINITY;
  let stallEndedMs = Number.NEGATIVE_INFINITY;
  let timer: Cancel | null = null;

  /** A request calls it too, because it can run before the timer after a stall. */
  const noticeStall = (): void => {
    const nowMs = clock.monotonicMs();
    if (nowMs - lastAliveMs > stalledAfterMs) stallEndedMs = nowMs;
    lastAliveMs = nowMs;
  };
  const beat = (): void => {
    timer = null;
    noticeStall();
    if (hasPollers()) timer = clock.after(beatMs, beat);
  };
  return {
    recordRequest: (connection, reader) => {
      noticeStall();
      timer ??= clock.after(beatMs, beat);
      const own = byConnection.get(connection);
      if (own?.reader === reader && isAfter(own, connection)) recordRead(reader, own.revision);
      const last = byReader.get(reader);
      if (last === undefined || last === own || last.mayBeTooLate) return;
      if (last.response.writableFinished && last.connection.errored == null) recordRead(reader, last.revision);
    },
    // Closing the connection proves nothing: the end of a killed program can wait behind its unanswered request.
    recordResponse: (connection, reader, response, revision) => {
      noticeStall();
      const mayBeTooLate = clock.monotonicMs() - stallEndedMs < stallEffectMs;
      const bytesRead = connection.bytesRead ?? 0;
      const sent = { connection, reader, response, revision, bytesRead, mayBeTooLate };
      byConnection.set(connection, sent);
      byReader.set(reader, sent);
    },
    stop: () => {
      timer?.();
      timer = null;
    },
  };
}

/** Whether the request that arrives now was sent after the response. A pipelined one had arrived before, or waits while the response is not read. */
function isAfter({ response, bytesRead }: Sent, connection: Connection): boolean {
  return response.writableFinished && (connection.bytesRead === undefined || connection.bytesRead > bytesRead);
}
