/** Sends one feed's whole state to its sockets and event streams at every change. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { cleanName } from '../../core/names.ts';
import { nextTurn, runInOwnTurn } from '../../disk/turns.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { Consumers } from './consumers.ts';
import type { DocumentCache } from './documentCache.ts';
import { errorFrame, formatHeartbeat, type Heartbeat, readFrame } from './frames.ts';
import { maxReaderNameLength, readIntroduction } from './introduction.ts';
import type { RefusalStatus } from './readAccess.ts';
import type { Reader } from './reader.ts';
import { createStateSender, type StateSender, type Transport } from './stateSender.ts';

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
  /** Disconnects the clients that may no longer read. */
  readonly closeRefused: () => void;
  readonly size: () => number;
  readonly stop: () => void;
};

export type ReaderOptions = {
  /** `http://` and the host of the request. */
  readonly base: string;
  readonly query: URLSearchParams;
  /** Checks the request again, because the settings may have changed since. `null`: still allowed. */
  readonly recheck: () => RefusalStatus;
};

type Client = {
  readonly base: string;
  readonly recheck: ReaderOptions['recheck'];
  readonly sender: StateSender;
  /** Sends a frame that keeps the connection alive. */
  readonly sendHeartbeat: (heartbeat: Heartbeat) => void;
  readonly close: () => void;
  /** Closes the connection of a client that may no longer read. */
  readonly refuse: () => void;
};

const heartbeatEveryMs = 5000;
/** Heartbeats that one frame may take to send (10 to 15 s) before the client is disconnected. */
const maxStalledBeats = 2;
/** Pings without a pong before a client counts as gone. */
const maxUnansweredBeats = 2;
const maxFramesPerBeat = 500;
/**
 * The close code of a client that shows nothing of the feed any more. Others prove nothing: a browser sends 1001 for a crashed page too, whose last
 * picture can stay on screen.
 */
const nothingOnScreenCode = 4001;
/** A hundred sockets get a usual state in one turn of the event loop. A long one gets a turn for each socket: five megabytes take about 5 ms. */
const bytesPerTurn = 4_000_000;
const longListLength = 1000;

export function createStream(documents: DocumentCache, consumers: Consumers, clock: Clock): Stream {
  const clients = new Set<Client>();
  /** Clients that do not have the newest state yet. Empty except while a long state is sent to many clients. */
  const waiting = new Set<Client>();
  let isScheduled = false;
  let timer: Cancel | null = null;
  let eventBytes: { readonly version: number; readonly byBase: Map<string, Buffer> } = {
    version: 0,
    byBase: new Map(),
  };

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
      for (const base of new Set([...waiting].map((client) => client.base))) {
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
  /** Creates the event once for all streams with the same base address. */
  const stateEvent = (base: string): Buffer => {
    if (eventBytes.version !== documents.bodyVersion())
      eventBytes = { version: documents.bodyVersion(), byBase: new Map() };
    let bytes = eventBytes.byBase.get(base);
    if (bytes === undefined) {
      const start = Buffer.from(`id: ${documents.status().revision}\nevent: state\ndata: `);
      bytes = Buffer.concat([start, documents.live(base), Buffer.from('\n\n')]);
      eventBytes.byBase.set(base, bytes);
    }
    return bytes;
  };
  const addReader = (protocol: 'socket' | 'events', request: IncomingMessage, query: URLSearchParams): Reader =>
    consumers.join(readIntroduction(protocol, request, query));
  /** With `?items=current` a frame has only the posts that a picture of the current one needs. */
  const frameOf = (base: string, query: URLSearchParams): (() => Buffer) => {
    if (query.get('items') !== 'current') return () => documents.stateFrame(base);
    let ids: readonly (string | null)[] = [];
    return () => {
      const { itemId } = documents.publication().feed.playHead;
      if (itemId !== ids[0]) ids = [itemId, ids[0] ?? null];
      return documents.pictureFrame(base, ids);
    };
  };
  const createSender = (transport: Transport, reader: Reader, bytes: () => Buffer): StateSender =>
    createStateSender(transport, () => {
      const { revision } = documents.status();
      return { bytes: bytes(), onFlushed: () => consumers.recordSent(reader, revision) };
    });

  return {
    acceptSocket: (socket, connection, request, { base, query, recheck }) => {
      const reader = addReader('socket', request, query);
      const transport: Transport = {
        // Written past the library: it would write a header of its own for each socket.
        send: (frame, onFlushed) => {
          if (socket.readyState === socket.OPEN) connection.write(frame, onFlushed);
        },
        end: () => socket.terminate(),
      };
      const sender = createSender(transport, reader, frameOf(base, query));
      let framesSinceBeat = 0;
      let beatsUnanswered = 0;
      const client: Client = {
        base,
        recheck,
        sender,
        sendHeartbeat: ({ frame }) => {
          framesSinceBeat = 0;
          if (beatsUnanswered >= maxUnansweredBeats) return socket.terminate();
          beatsUnanswered += 1;
          sender.sendIfIdle(frame);
          socket.ping();
        },
        close: () => socket.close(1001, 'the feed is stopping'),
        refuse: () => socket.close(1008, 'access was revoked'),
      };
      socket.on('pong', () => {
        beatsUnanswered = 0;
        consumers.markSeen(reader);
      });
      socket.on('error', () => undefined);
      socket.on('close', (code) => {
        clients.delete(client);
        waiting.delete(client);
        consumers.leave(reader, code === nothingOnScreenCode);
      });
      socket.on('message', (data, isBinary) => {
        framesSinceBeat += 1;
        if (framesSinceBeat > maxFramesPerBeat) return socket.close(1008, 'too many frames');
        const frame = isBinary ? null : readFrame(String(data));
        switch (frame?.type) {
          case 'hello':
            consumers.setName(
              reader,
              cleanName(frame.name ?? '', maxReaderNameLength) || reader.name,
              frame.preview ?? reader.isPreview,
            );
            return;
          case 'painted':
            consumers.recordPainted(reader, frame.revision);
            return;
          case 'resync':
            sender.push();
            return;
          case undefined:
            sender.sendIfIdle(errorFrame);
            return;
          default: {
            const unreachable: undefined = frame;
            return unreachable;
          }
        }
      });
      clients.add(client);
      sender.push();
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
      const reader = addReader('events', request, query);
      const transport: Transport = {
        send: (bytes, onFlushed) => void response.write(bytes, onFlushed),
        end: () => response.destroy(),
      };
      const sender = createSender(transport, reader, () => stateEvent(base));
      const client: Client = {
        base,
        recheck,
        sender,
        sendHeartbeat: ({ event }) => {
          if (sender.sendIfIdle(event)) consumers.markSeen(reader);
        },
        close: () => response.end(),
        refuse: () => response.destroy(),
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
      // The id is only the revision, so it identifies the state only if that revision had one body.
      if (lastId === String(revision) && documents.bodyCountOfRevision() === 1) {
        consumers.recordSent(reader, revision);
        sender.sendIfIdle(Buffer.from(`id: ${revision}\n: nothing new\n\n`));
      } else sender.push();
      scheduleHeartbeats();
    },

    broadcast: () => {
      for (const client of clients) waiting.add(client);
      if (isScheduled || waiting.size === 0) return;
      if (documents.publication().feed.onAir.items.length > longListLength) void prepareAndSend();
      else sendToWaiting();
    },
    closeRefused: () => {
      for (const client of clients) {
        if (client.recheck() === null) continue;
        clients.delete(client);
        waiting.delete(client);
        client.refuse();
      }
    },
    size: () => clients.size,
    stop: () => {
      timer?.();
      timer = null;
      waiting.clear();
      for (const client of clients) client.close();
    },
  };
}
