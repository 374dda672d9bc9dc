/** Sends one feed's state, or what changed of it, to its sockets and event streams at every change. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { nextTurn, runInOwnTurn } from '../../disk/turns.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { Consumers } from './consumers.ts';
import type { DocumentCache } from './documentCache.ts';
import { formatHeartbeat } from './frames.ts';
import { readIntroduction } from './introduction.ts';
import { formatNamedRevision } from './namedRevision.ts';
import type { Reader } from './reader.ts';
import { createReaderMessages } from './readerMessages.ts';
import { createSocketClient } from './socketClient.ts';
import { createStateSender, type Transport } from './stateSender.ts';
import type { ReaderOptions, StreamClient } from './streamClient.ts';

export type Stream = {
  /** States are written to `connection`, the stream below `socket`. */
  readonly acceptSocket: (
    socket: WebSocket,
    connection: Duplex,
    request: IncomingMessage,
    options: ReaderOptions,
  ) => void;
  readonly acceptEvents: (
    request: IncomingMessage,
    response: ServerResponse,
    options: ReaderOptions,
    headers: readonly string[],
  ) => void;
  /** Sends the current state to all readers now. */
  readonly broadcast: () => void;
  /** Requests a proof from each client now that it has read the newest state. Each change does so within half a second. */
  readonly requestProofs: () => void;
  /** Disconnects the clients that may no longer read. */
  readonly closeRefused: () => void;
  readonly size: () => number;
  readonly stop: () => void;
};

const heartbeatEveryMs = 5000;
/** Many changes in a row need one proof. */
const proofDelayMs = 500;
/** Heartbeats that one frame may take to send (10 to 15 s) before the client is disconnected. */
const maxStalledBeats = 2;
/** A client that does not answer a close in time is disconnected. */
const closeWithinMs = 250;
/** A hundred sockets get a usual state in one turn of the event loop. A long one gets a turn for each socket: five megabytes take about 5 ms. */
const bytesPerTurn = 4_000_000;
const longListLength = 1000;

export function createStream(documents: DocumentCache, consumers: Consumers, clock: Clock): Stream {
  const clients = new Set<StreamClient>();
  /** Clients that do not have the newest state yet. Empty except while a long state is sent to many clients. */
  const waiting = new Set<StreamClient>();
  let isScheduled = false;
  let timer: Cancel | null = null;
  let proofTimer: Cancel | null = null;

  /** Sends the newest state to the waiting clients, and lets other work run between slices. */
  const sendToWaiting = (): void => {
    isScheduled = false;
    let bytes = 0;
    for (const client of waiting) {
      if (bytes >= bytesPerTurn) {
        isScheduled = true;
        runInOwnTurn(sendToWaiting);
        return;
      }
      waiting.delete(client);
      bytes += client.sender.push();
    }
  };
  /** Formats a long state in several turns, so that other readers don't wait for it. */
  const prepareAndSend = async (): Promise<void> => {
    isScheduled = true;
    try {
      for (const base of new Set([...waiting].filter((client) => client.needsState()).map((client) => client.base))) {
        await nextTurn();
        await documents.prepareLive(base);
      }
    } finally {
      runInOwnTurn(sendToWaiting);
    }
  };
  const sendHeartbeats = (): void => {
    timer = null;
    const { revision, freshness } = documents.status();
    const heartbeat = formatHeartbeat(revision, freshness, new Date(clock.now()).toISOString());
    for (const client of clients) {
      client.sender.checkStall(maxStalledBeats);
      client.sendHeartbeat(heartbeat);
    }
    scheduleHeartbeats();
  };
  const scheduleHeartbeats = (): void => {
    if (timer === null && clients.size > 0) timer = clock.after(heartbeatEveryMs, sendHeartbeats);
  };
  const addReader = (
    protocol: 'socket' | 'events',
    request: IncomingMessage,
    query: URLSearchParams,
    onReplaced: () => void,
  ): Reader => consumers.join(readIntroduction(protocol, request, query), onReplaced);
  const requestProofs = (): void => {
    for (const client of clients) client.requestProof();
  };
  const scheduleProofs = (): void => {
    if (clients.size === 0) return;
    proofTimer ??= clock.after(proofDelayMs, () => {
      proofTimer = null;
      requestProofs();
    });
  };
  const endSoon = ({ end }: StreamClient): void => void clock.after(closeWithinMs, end);
  /** Sends it nothing more, and disconnects it with `close`. */
  const dismiss = (client: StreamClient, close: () => void): void => {
    clients.delete(client);
    waiting.delete(client);
    close();
    endSoon(client);
  };

  return {
    acceptSocket: (socket, connection, request, options) => {
      const reader = addReader('socket', request, options.query, () => dismiss(client, client.replace));
      const client = createSocketClient({ documents, consumers, reader }, socket, connection, options);
      socket.on('close', () => {
        clients.delete(client);
        waiting.delete(client);
      });
      clients.add(client);
      client.sender.push();
      scheduleProofs();
      scheduleHeartbeats();
    },

    acceptEvents: (request, response, { base, query, recheck }, headers) => {
      response.writeHead(200, [
        'Content-Type',
        'text/event-stream; charset=utf-8',
        'Cache-Control',
        'no-store',
        'X-Content-Type-Options',
        'nosniff',
        ...headers,
      ]);
      const reader = addReader('events', request, query, () => dismiss(client, client.replace));
      const transport: Transport = {
        send: (bytes, onFlushed) => void response.write(bytes, onFlushed),
        end: () => response.destroy(),
      };
      const messages = createReaderMessages(documents, base, query);
      const sender = createStateSender(transport, () => {
        const { revision } = documents.status();
        return { bytes: messages.next().event(), onFlushed: () => consumers.recordSent(reader, revision) };
      });
      const client: StreamClient = {
        base,
        recheck,
        sender,
        needsState: messages.isStateNext,
        // Only the id that it sends when it reconnects proves what it has read.
        requestProof: () => undefined,
        sendHeartbeat: ({ event }) => {
          if (sender.sendIfIdle(event)) consumers.markSeen(reader);
        },
        close: () => response.end(),
        replace: () => response.destroy(),
        refuse: () => response.destroy(),
        end: () => response.destroy(),
      };
      response.on('error', () => undefined);
      response.on('close', () => {
        clients.delete(client);
        waiting.delete(client);
        consumers.leave(reader, false);
      });
      clients.add(client);
      const lastId = request.headers['last-event-id'];
      const { revision } = documents.status();
      const id = formatNamedRevision(revision, documents.run);
      // The id identifies the state only if its revision had one body.
      if (lastId === id && documents.bodyCountOfRevision() === 1) {
        consumers.recordSent(reader, revision);
        sender.sendIfIdle(Buffer.from(`id: ${id}\n: nothing new\n\n`));
      } else sender.push();
      scheduleHeartbeats();
    },

    broadcast: () => {
      for (const client of clients) waiting.add(client);
      scheduleProofs();
      if (isScheduled || waiting.size === 0) return;
      if (documents.publication().feed.onAir.items.length > longListLength) void prepareAndSend();
      else sendToWaiting();
    },
    requestProofs,
    closeRefused: () => {
      for (const client of clients) if (client.recheck() !== null) dismiss(client, client.refuse);
    },
    size: () => clients.size,
    stop: () => {
      timer?.();
      timer = null;
      proofTimer?.();
      proofTimer = null;
      waiting.clear();
      for (const client of clients) {
        client.close();
        endSoon(client);
      }
    },
  };
}
