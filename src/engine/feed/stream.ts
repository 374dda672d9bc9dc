/** Sends the whole state of one feed to its sockets and event streams at every change. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import type { Cancel, Clock } from '../ports.ts';
import type { DocumentCache } from './board.ts';
import { type Consumers, type Reader, readerName } from './consumers.ts';
import { cleanName, errorFrame, heartbeatFrame, readFrame } from './frames.ts';
import { createStateSender, type StateSender, type Transport } from './line.ts';

export type Stream = {
  readonly acceptSocket: (socket: WebSocket, request: IncomingMessage, base: string, query: URLSearchParams) => void;
  readonly acceptEvents: (
    request: IncomingMessage,
    response: ServerResponse,
    base: string,
    query: URLSearchParams,
    headers: readonly string[],
  ) => void;
  /** Sends the current state to all readers now. */
  readonly broadcast: () => void;
  readonly size: () => number;
  readonly stop: () => void;
};

type Client = {
  readonly sender: StateSender;
  /** Sends a frame that keeps the connection alive. */
  readonly heartbeat: (frame: Buffer) => void;
  readonly close: () => void;
};

const asText = { binary: false } as const;
const heartbeatEveryMs = 5000;
/** A client is disconnected when a frame takes longer than this to send: 10 to 15 s. */
const maxStalledBeats = 2;
/** A client that has lost its connection without a close answers no pings. */
const maxUnansweredBeats = 2;
const maxFramesPerBeat = 500;

export function createStream(documents: DocumentCache, consumers: Consumers, clock: Clock): Stream {
  const clients = new Set<Client>();
  let timer: Cancel | null = null;
  let eventBytes: { readonly version: number; readonly byBase: Map<string, Buffer> } = {
    version: 0,
    byBase: new Map(),
  };

  const beat = (): void => {
    timer = null;
    const { revision, freshness } = documents.status();
    const frame = Buffer.from(heartbeatFrame(revision, freshness, new Date(clock.now()).toISOString()));
    for (const client of clients) {
      client.sender.beat(maxStalledBeats);
      client.heartbeat(frame);
    }
    scheduleBeat();
  };
  const scheduleBeat = (): void => {
    if (timer === null && clients.size > 0) timer = clock.after(heartbeatEveryMs, beat);
  };
  /** Makes the event once for all streams with the same base address. */
  const stateEvent = (base: string): Buffer => {
    if (eventBytes.version !== documents.bodyVersion()) eventBytes = { version: documents.bodyVersion(), byBase: new Map() };
    let bytes = eventBytes.byBase.get(base);
    if (bytes === undefined) {
      const start = Buffer.from(`id: ${documents.status().revision}\nevent: state\ndata: `);
      bytes = Buffer.concat([start, documents.live(base), Buffer.from('\n\n')]);
      eventBytes.byBase.set(base, bytes);
    }
    return bytes;
  };
  const createSender = (transport: Transport, reader: Reader, bytes: () => Buffer): StateSender =>
    createStateSender(transport, () => {
      const { revision } = documents.status();
      return { bytes: bytes(), flushed: () => consumers.sent(reader, revision) };
    });

  return {
    acceptSocket: (socket, request, base, query) => {
      const name = query.get('name');
      const agent = readerName(request.headers['user-agent'] ?? '');
      const address = request.socket.remoteAddress ?? '';
      const reader = consumers.join('socket', address, name === null ? agent : cleanName(name), isPreview(query));
      const transport: Transport = {
        send: (bytes, flushed) => socket.send(bytes, asText, flushed),
        end: () => socket.terminate(),
      };
      const sender = createSender(transport, reader, () => documents.stateFrame(base));
      let framesSinceBeat = 0;
      let beatsUnanswered = 0;
      const client: Client = {
        sender: sender,
        heartbeat: (frame) => {
          framesSinceBeat = 0;
          if (beatsUnanswered >= maxUnansweredBeats) return socket.terminate();
          beatsUnanswered += 1;
          sender.sendIfIdle(frame);
          socket.ping();
        },
        close: () => socket.close(1001, 'the feed is stopping'),
      };
      socket.on('pong', () => {
        beatsUnanswered = 0;
        consumers.seen(reader);
      });
      socket.on('error', () => undefined);
      socket.on('close', (code) => {
        clients.delete(client);
        consumers.leave(reader, code === 1000 || code === 1001 || code === 1005);
      });
      socket.on('message', (data, isBinary) => {
        framesSinceBeat += 1;
        if (framesSinceBeat > maxFramesPerBeat) return socket.close(1008, 'too many frames');
        const frame = isBinary ? null : readFrame(String(data));
        switch (frame?.type) {
          case 'hello':
            consumers.named(reader, cleanName(frame.name ?? '') || reader.name, frame.preview ?? reader.isPreview);
            return;
          case 'painted':
            consumers.painted(reader, frame.revision);
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
      scheduleBeat();
    },

    acceptEvents: (request, response, base, query, headers) => {
      response.writeHead(200, [
        'Content-Type',
        'text/event-stream; charset=utf-8',
        'Cache-Control',
        'no-store',
        'X-Content-Type-Options',
        'nosniff',
        ...headers,
      ]);
      const address = request.socket.remoteAddress ?? '';
      const agent = readerName(request.headers['user-agent'] ?? '');
      const name = query.get('name');
      const reader = consumers.join('events', address, name === null ? agent : cleanName(name), isPreview(query));
      const transport: Transport = {
        send: (bytes, flushed) => void response.write(bytes, flushed),
        end: () => response.destroy(),
      };
      const sender = createSender(transport, reader, () => stateEvent(base));
      const client: Client = {
        sender: sender,
        heartbeat: (frame) => {
          if (sender.sendIfIdle(Buffer.concat([Buffer.from('event: heartbeat\ndata: '), frame, Buffer.from('\n\n')])))
            consumers.seen(reader);
        },
        close: () => response.end(),
      };
      response.on('error', () => undefined);
      response.on('close', () => {
        clients.delete(client);
        consumers.leave(reader, false);
      });
      clients.add(client);
      const lastId = request.headers['last-event-id'];
      const { revision } = documents.status();
      // The id names only the revision, so the reader certainly has the state only if that revision had one body.
      if (lastId === String(revision) && documents.bodiesOfRevision() === 1) {
        consumers.sent(reader, revision);
        sender.sendIfIdle(Buffer.from(`id: ${revision}\n: nothing new\n\n`));
      } else sender.push();
      scheduleBeat();
    },

    broadcast: () => {
      for (const client of clients) client.sender.push();
    },
    size: () => clients.size,
    stop: () => {
      timer?.();
      timer = null;
      for (const client of clients) client.close();
    },
  };
}

function isPreview(query: URLSearchParams): boolean {
  const value = query.get('preview');
  return value !== null && value !== '0';
}
