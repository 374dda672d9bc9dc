/** One feed's lasting readers: sockets and event streams, each sent the whole state at every change. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import type { Cancel, Clock } from '../ports.ts';
import type { Board } from './board.ts';
import { type Consumers, type Reader, readerName } from './consumers.ts';
import { cleanName, errorFrame, heartbeatFrame, readFrame } from './frames.ts';
import { type Carrier, createLine, type Line } from './line.ts';

export type Stream = {
  readonly acceptSocket: (socket: WebSocket, request: IncomingMessage, base: string, query: URLSearchParams) => void;
  readonly acceptEvents: (
    request: IncomingMessage,
    response: ServerResponse,
    base: string,
    query: URLSearchParams,
    headers: readonly string[],
  ) => void;
  /** Sends the present state to everybody, at once. */
  readonly broadcast: () => void;
  readonly size: () => number;
  readonly stop: () => void;
};

type Client = {
  readonly line: Line;
  /** Small bytes that keep the line warm. */
  readonly heartbeat: (frame: Buffer) => void;
  readonly close: () => void;
};

const asText = { binary: false } as const;
const heartbeatEveryMs = 5000;
/** Bytes that do not leave for longer than this are not waited for: ten to fifteen seconds. */
const mostBeatsStalled = 2;
/** A line that was cut without a word answers no ping. */
const mostBeatsUnanswered = 2;
/** A client that sends more frames than this between two heartbeats is not one of ours. */
const mostFramesPerBeat = 500;

export function createStream(board: Board, consumers: Consumers, clock: Clock): Stream {
  const clients = new Set<Client>();
  let timer: Cancel | null = null;
  let eventBytes: { readonly version: number; readonly byBase: Map<string, Buffer> } = {
    version: 0,
    byBase: new Map(),
  };

  const beat = (): void => {
    timer = null;
    const { revision, freshness } = board.standing();
    const frame = Buffer.from(heartbeatFrame(revision, freshness, new Date(clock.now()).toISOString()));
    for (const client of clients) {
      client.line.beat(mostBeatsStalled);
      client.heartbeat(frame);
    }
    watch();
  };
  const watch = (): void => {
    if (timer === null && clients.size > 0) timer = clock.after(heartbeatEveryMs, beat);
  };
  /** The state as an event, made once for all streams that came by the same address. */
  const stateEvent = (base: string): Buffer => {
    if (eventBytes.version !== board.bodyVersion()) eventBytes = { version: board.bodyVersion(), byBase: new Map() };
    let bytes = eventBytes.byBase.get(base);
    if (bytes === undefined) {
      const start = Buffer.from(`id: ${board.standing().revision}\nevent: state\ndata: `);
      bytes = Buffer.concat([start, board.live(base), Buffer.from('\n\n')]);
      eventBytes.byBase.set(base, bytes);
    }
    return bytes;
  };
  const lineTo = (carrier: Carrier, reader: Reader, bytes: () => Buffer): Line =>
    createLine(carrier, () => {
      const { revision } = board.standing();
      return { bytes: bytes(), flushed: () => consumers.sent(reader, revision) };
    });

  return {
    acceptSocket: (socket, request, base, query) => {
      const name = query.get('name');
      const agent = readerName(request.headers['user-agent'] ?? '');
      const address = request.socket.remoteAddress ?? '';
      const reader = consumers.join('socket', address, name === null ? agent : cleanName(name), isPreview(query));
      const carrier: Carrier = {
        send: (bytes, flushed) => socket.send(bytes, asText, flushed),
        end: () => socket.terminate(),
      };
      const line = lineTo(carrier, reader, () => board.stateFrame(base));
      let framesSinceBeat = 0;
      let beatsUnanswered = 0;
      const client: Client = {
        line,
        heartbeat: (frame) => {
          framesSinceBeat = 0;
          if (beatsUnanswered >= mostBeatsUnanswered) return socket.terminate();
          beatsUnanswered += 1;
          line.tryAside(frame);
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
        if (framesSinceBeat > mostFramesPerBeat) return socket.close(1008, 'too many frames');
        const frame = isBinary ? null : readFrame(String(data));
        switch (frame?.type) {
          case 'hello':
            consumers.named(reader, cleanName(frame.name ?? '') || reader.name, frame.preview ?? reader.isPreview);
            return;
          case 'painted':
            consumers.painted(reader, frame.revision);
            return;
          case 'resync':
            line.push();
            return;
          case undefined:
            line.tryAside(errorFrame);
            return;
          default: {
            const unreachable: undefined = frame;
            return unreachable;
          }
        }
      });
      clients.add(client);
      line.push();
      watch();
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
      const carrier: Carrier = {
        send: (bytes, flushed) => void response.write(bytes, flushed),
        end: () => response.destroy(),
      };
      const line = lineTo(carrier, reader, () => stateEvent(base));
      const client: Client = {
        line,
        heartbeat: (frame) => {
          if (line.tryAside(Buffer.concat([Buffer.from('event: heartbeat\ndata: '), frame, Buffer.from('\n\n')])))
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
      const { revision } = board.standing();
      // The id names the revision alone. Only where that revision had one body is it certain what the reader has.
      if (lastId === String(revision) && board.bodiesOfRevision() === 1) {
        consumers.sent(reader, revision);
        line.tryAside(Buffer.from(`id: ${revision}\n: nothing new\n\n`));
      } else line.push();
      watch();
    },

    broadcast: () => {
      for (const client of clients) client.line.push();
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
