/** Finds out whether a poller has read a response: by its next request, or when it closes the connection without an error. */
import type { Reader } from './reader.ts';

/** Pass the same object for every request of one connection. */
export type Connection = {
  readonly remoteAddress?: string | undefined;
  /** The error that ended it, such as a reset. */
  readonly errored?: Error | null;
  readonly once: (event: 'end', listener: () => void) => unknown;
};

export type PollResponse = { readonly writableFinished: boolean };

export type PollProofs = {
  readonly recordRequest: (connection: Connection, reader: Reader) => void;
  readonly recordResponse: (connection: Connection, reader: Reader, response: PollResponse, revision: number) => void;
};

type Sent = {
  readonly connection: Connection;
  readonly reader: Reader;
  readonly response: PollResponse;
  readonly revision: number;
};

export function createPollProofs(recordRead: (reader: Reader, revision: number) => void): PollProofs {
  const byConnection = new WeakMap<Connection, Sent>();
  const byReader = new WeakMap<Reader, Sent>();
  return {
    recordRequest: (connection, reader) => {
      const own = byConnection.get(connection);
      if (own?.reader === reader) recordRead(reader, own.revision);
      const last = byReader.get(reader);
      if (last === undefined || last === own) return;
      if (last.response.writableFinished && last.connection.errored == null) recordRead(reader, last.revision);
    },
    recordResponse: (connection, reader, response, revision) => {
      if (!byConnection.has(connection))
        connection.once('end', () => {
          const last = byConnection.get(connection);
          // A program that closes with bytes unread sends a reset instead.
          if (last?.response.writableFinished === true) recordRead(last.reader, last.revision);
        });
      const sent = { connection, reader, response, revision };
      byConnection.set(connection, sent);
      byReader.set(reader, sent);
    },
  };
}
