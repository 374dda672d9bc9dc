/** The feed's port: read-only, and always answering with the last good list. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import type { Consumer } from '../../contract/deskState.ts';
import { closeServer, listen, PortTaken, serverLimits } from '../door/listen.ts';
import { shownHost } from '../door/ownHosts.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Cancel, Ports } from '../ports.ts';
import type { FeedServerSettings } from '../record/settings.ts';
import type { Store } from '../store.ts';
import { createAddresses } from './addresses.ts';
import { createAiredMedia } from './aired.ts';
import { type Refusal, refusalBody, refuse } from './answer.ts';
import { type Channel, createChannel } from './channel.ts';
import { readHead } from './head.ts';
import { createReaders, originHeaders } from './readers.ts';
import { createRouter } from './router.ts';
import type { Takedown } from './takedowns.ts';

export type FeedDeps = {
  readonly store: Store;
  readonly ports: Ports;
  readonly media: MediaCache;
  /** Folder of the built overlays; null: there are none. */
  readonly overlayDir: string | null;
  readonly version: string;
  /** What is served is a recorded show that is played, and never on air. */
  readonly isRehearsal: boolean;
};

export type FeedServer = {
  /** Opens the port and answers where it is. Rejects with PortTaken, or the system's error. */
  readonly start: () => Promise<{ readonly base: string; readonly port: number }>;
  readonly stop: () => Promise<void>;
  /**
   * Works by other settings from now on. Another address is listened at before the old one is let go, but where both are one
   * port of this machine. Rejects with PortTaken, the old address then being listened at.
   */
  readonly configure: (settings: FeedServerSettings) => Promise<void>;
  /** Where graphics read; null while nothing listens. */
  readonly base: () => string | null;
  /** Whether readers need a token. */
  readonly asksForToken: () => boolean;
  readonly consumers: (slug: string) => readonly Consumer[];
  /** Called soon after anything that `consumers` or `takedowns` tells has changed. Returns the way to stop listening. */
  readonly onConsumersChanged: (listener: () => void) => () => void;
  /** Of each blocked post: whether every consumer has shown that it is off. */
  readonly takedowns: (slug: string) => ReadonlyMap<string, Takedown>;
};

const mostConnections = 2048;
const tellAfterMs = 30;
const closeWithinMs = 2000;

export function createFeedServer(initial: FeedServerSettings, deps: FeedDeps): FeedServer {
  const { store, ports, media } = deps;
  const channels = new Map<string, Channel>();
  const listeners = new Set<() => void>();
  let settings = initial;
  let readers = createReaders(settings);
  const addressOf = createAddresses();
  const aired = createAiredMedia(ports.clock);
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: 4096,
    clientTracking: false,
  });
  let servers: Server[] = [];
  let base: string | null = null;
  let unsubscribe: (() => void) | null = null;
  let telling: Cancel | null = null;

  const changed = (): void => {
    telling ??= ports.clock.after(tellAfterMs, () => {
      telling = null;
      for (const listener of listeners) listener();
    });
  };
  const follow = (): void => {
    const state = store.state();
    aired.update(state);
    for (const feed of state.feeds) {
      const channel = channels.get(feed.slug);
      if (channel !== undefined) channel.update(state, feed);
      else channels.set(feed.slug, createChannel(state, feed, ports.clock, changed));
    }
    for (const [slug, channel] of channels) {
      if (state.feeds.some((feed) => feed.slug === slug)) continue;
      channels.delete(slug);
      channel.stop();
    }
  };

  const { overlayDir, version, isRehearsal } = deps;
  const route = createRouter({ channels, aired, media, overlayDir, version, isRehearsal, clock: ports.clock });
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const head = readHead(request.rawHeaders);
    const address = addressOf(request.url ?? '/');
    const { path, slug, search } = address;
    const isCode = slug === null && (path.startsWith('/overlay/') || path.startsWith('/page/'));
    const isOpen = isCode || (slug === null && path.startsWith('/media/'));
    const verdict = readers.judge(head, search, isOpen);
    if (verdict !== null && !(verdict === 403 && isCode)) return refuse(response, 'FEED_READ_REFUSED', verdict);
    const headers = originHeaders(head);
    if (request.method === 'OPTIONS') return answerPreflight(response, headers);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 'FEED_READ_ONLY');
    route({ request, response, head, address, base: readers.baseFor(head.host), headers });
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    try {
      answer(request, response);
    } catch (error) {
      ports.log('error', 'ENGINE_FAULT', { where: 'feed request', error: String(error) });
      if (response.headersSent) response.destroy();
      else refuse(response, 'ENGINE_FAULT');
    }
  };
  const onUpgrade = (request: IncomingMessage, connection: Duplex, first: Buffer) => {
    connection.on('error', () => connection.destroy());
    const head = readHead(request.rawHeaders);
    const { slug, name, search, query } = addressOf(request.url ?? '/');
    const verdict = readers.judge(head, search, false);
    if (verdict !== null) return refuseUpgrade(connection, verdict, 'FEED_READ_REFUSED');
    if (slug === null || name !== 'socket') return refuseUpgrade(connection, 404, 'FEED_NOT_FOUND');
    const channel = channels.get(slug);
    if (channel === undefined) return refuseUpgrade(connection, 404, 'FEED_UNKNOWN');
    sockets.handleUpgrade(request, connection, first, (socket) => {
      channel.stream.acceptSocket(socket, request, readers.baseFor(head.host), query);
    });
  };
  const open = async (host: string, port: number): Promise<number> => {
    const server = createServer(serverLimits, onRequest);
    server.maxConnections = mostConnections;
    server.on('upgrade', onUpgrade);
    server.on('clientError', (_, socket) => {
      if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      else socket.destroy();
    });
    const opened = await listen(server, host, port);
    servers.push(server);
    return opened;
  };
  const close = async (): Promise<void> => {
    const closing = servers;
    servers = [];
    await Promise.all(closing.map((server) => closeServer(server, closeWithinMs)));
  };

  const move = async (before: FeedServerSettings, next: FeedServerSettings): Promise<string> => {
    const old = servers;
    servers = [];
    const isSamePort = next.port === before.port && next.port !== 0;
    // Open connections stay, so that whoever reads on the old address is cut off only when the new one stands.
    if (isSamePort) for (const server of old) server.close();
    try {
      const port = await openEach(next, open, close);
      await Promise.all(old.map((server) => closeServer(server, closeWithinMs)));
      return baseOf(next.host, port);
    } catch (error) {
      await close();
      if (isSamePort) await openEach(before, open, close);
      else servers = old;
      throw error;
    }
  };

  return {
    start: async () => {
      follow();
      unsubscribe = store.subscribe(follow);
      try {
        const port = await openEach(settings, open, close);
        base = baseOf(settings.host, port);
        return { base, port };
      } catch (error) {
        unsubscribe();
        unsubscribe = null;
        await close();
        throw error;
      }
    },
    stop: async () => {
      unsubscribe?.();
      unsubscribe = null;
      telling?.();
      telling = null;
      for (const channel of channels.values()) channel.stop();
      channels.clear();
      await close();
    },
    configure: async (next) => {
      const before = settings;
      const isMoving = next.host !== before.host || next.port !== before.port;
      if (isMoving && base !== null) base = await move(before, next);
      settings = next;
      readers = createReaders(next);
      changed();
    },
    base: () => base,
    asksForToken: () => settings.readToken !== null,
    consumers: (slug) => channels.get(slug)?.consumers.list() ?? [],
    onConsumersChanged: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    takedowns: (slug) => channels.get(slug)?.takedowns.byItem() ?? new Map(),
  };
}

/**
 * Opens the address; 127.0.0.1 also as ::1 on the same port, so that `localhost` is us whichever way it is read and never
 * another program. A machine without IPv6 has the one alone.
 */
async function openEach(
  { host, port }: FeedServerSettings,
  open: (host: string, port: number) => Promise<number>,
  close: () => Promise<void>,
): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const opened = await open(host, port);
    if (host !== '127.0.0.1') return opened;
    try {
      await open('::1', opened);
      return opened;
    } catch (error) {
      if (!(error instanceof PortTaken)) return opened;
      if (port !== 0 || attempt === 5) throw error;
      await close();
    }
  }
}

function baseOf(host: string, port: number): string {
  return `http://${shownHost(host)}:${port}`;
}

function answerPreflight(response: ServerResponse, headers: readonly string[]): void {
  response.writeHead(204, [
    ...headers,
    'Access-Control-Allow-Methods',
    'GET, HEAD',
    'Access-Control-Allow-Headers',
    'Authorization, If-None-Match, Last-Event-ID, Range',
    'Access-Control-Max-Age',
    '600',
  ]);
  response.end();
}

function refuseUpgrade(connection: Duplex, status: number, code: Refusal): void {
  const body = refusalBody(code);
  connection.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
