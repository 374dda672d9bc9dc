/** A minimal feed server for overlay tests: the built pages, generated pictures and a socket. */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join, resolve } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import type { FeedDocument, FeedItem } from '../../src/core/feed/document.ts';
import { formatOverlayPolicy } from '../../src/engine/feed/builtFiles.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export type FakeFeed = {
  readonly origin: string;
  /** Sends the state to all current and future connections. */
  readonly publish: (document: FeedDocument) => void;
  /** Frames received from clients, oldest first. */
  readonly received: readonly Readonly<Record<string, unknown>>[];
  /** URLs of socket requests, oldest first. */
  readonly socketUrls: readonly string[];
  /** Close codes of the sockets, oldest first; 1006 without one. */
  readonly closeCodes: readonly number[];
  /** Changes the station’s look. */
  readonly setTheme: (theme: Readonly<Record<string, unknown>>) => void;
  /** Delays media responses until `releaseMedia`. */
  readonly holdMedia: () => void;
  readonly releaseMedia: () => void;
  /** Closes all sockets, as a restart would, and refuses new ones until `reconnect`. */
  readonly disconnect: () => void;
  readonly reconnect: () => void;
  readonly stop: () => Promise<void>;
};

/** Starts the server on a free loopback port. */
export async function startFakeFeed(overlayDir: string): Promise<FakeFeed> {
  let state: FeedDocument | null = null;
  let isDisconnected = false;
  let theme: Readonly<Record<string, unknown>> = {};
  let held: (() => void)[] | null = null;
  const received: Readonly<Record<string, unknown>>[] = [];
  const socketUrls: string[] = [];
  const closeCodes: number[] = [];
  const sockets = new WebSocketServer({ noServer: true });

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://feed').pathname;
    if (path.startsWith('/media/')) {
      // A disk or a network that hangs.
      if (path.includes('never')) return;
      const respond = (): void => {
        if (path.endsWith('.mp4')) {
          response.writeHead(200, { 'content-type': 'video/mp4' });
          response.end(readFileSync(join('resources/demo/media', basename(path))));
          return;
        }
        response.writeHead(path.includes('missing') ? 404 : 200, { 'content-type': 'image/svg+xml' });
        response.end(path.includes('missing') ? '' : drawPicture(path));
      };
      if (held === null) respond();
      else held.push(respond);
      return;
    }
    if (path === '/overlay/theme.json') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(theme));
      return;
    }
    const rest = path.replace('/overlay/', '');
    const name = rest.includes('.') ? rest : `${rest}.html`;
    const file = resolve(overlayDir, name);
    readFile(file.startsWith(overlayDir) ? file : join(overlayDir, 'none')).then(
      (body) => {
        const policy = formatOverlayPolicy(`http://${request.headers.host}`);
        response.writeHead(200, {
          'content-type': types[extname(file)] ?? 'text/plain',
          'content-security-policy': policy,
        });
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  server.on('upgrade', (request, socket, head) => {
    socketUrls.push(request.url ?? '');
    // The feed `missing` does not exist.
    if (isDisconnected || request.url?.startsWith('/feeds/missing/') === true) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('close', (code) => closeCodes.push(code));
      client.on('message', (data) => received.push(JSON.parse(String(data))));
      if (state !== null) client.send(JSON.stringify({ type: 'state', ...state }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const closeAll = (): void => {
    for (const client of sockets.clients) client.terminate();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    socketUrls,
    closeCodes,
    publish: (document) => {
      state = document;
      for (const client of sockets.clients) {
        if (client.readyState === WebSocket.OPEN) client.send(JSON.stringify({ type: 'state', ...document }));
      }
    },
    setTheme: (next) => {
      theme = next;
    },
    holdMedia: () => {
      held = [];
    },
    releaseMedia: () => {
      const waiting = held ?? [];
      held = null;
      for (const respond of waiting) respond();
    },
    disconnect: () => {
      isDisconnected = true;
      closeAll();
    },
    reconnect: () => {
      isDisconnected = false;
    },
    stop: async () => {
      closeAll();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A feed document with the play head at index `current`. */
export function createDocument(revision: number, items: readonly FeedItem[], current: number | null): FeedDocument {
  return {
    feed: 'main',
    revision,
    contentHash: `hash${revision}`,
    gate: 'following',
    freshness: 'fresh',
    collection: null,
    onAirSince: '2026-11-20T18:00:00Z',
    playHead: {
      index: current,
      itemId: current === null ? null : (items[current]?.id ?? null),
      pinned: false,
      nextItemId: current === null ? null : (items[current + 1]?.id ?? null),
    },
    items,
  };
}

/** An item with default values for everything but `fields`. */
export function createItem(id: string, fields: Partial<FeedItem>): FeedItem {
  return {
    index: 0,
    id,
    fullName: 'Mira Solberg',
    username: 'mirasolberg',
    handle: '@mirasolberg',
    source: 'INSTAGRAM',
    message: 'The whole quay is singing along.',
    profileImageUrl: null,
    profileImage: null,
    media: [],
    publishedAt: '2026-11-20T17:55:00Z',
    lastModifiedDate: '2026-11-20T17:55:00Z',
    ...fields,
  };
}

/** A stored picture of the given size. */
export function createPicture(name: string, width: number, height: number): FeedItem['media'][number] {
  const url = `/media/${name}-${width}x${height}.svg`;
  return {
    mediaUrl: `https://far.example${url}`,
    mediaType: 'image/svg+xml',
    url,
    posterUrl: null,
    width,
    height,
    ready: true,
  };
}

function drawPicture(path: string): string {
  const size = /-(\d+)x(\d+)/.exec(path);
  const [width, height] = [Number(size?.[1] ?? 200), Number(size?.[2] ?? 200)];
  const colour = /flat-([0-9a-f]{6})/.exec(path)?.[1];
  if (colour !== undefined)
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#${colour}"/></svg>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#24384d"/><stop offset="1" stop-color="#556a73"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width / 2}" cy="${height * 0.42}" r="${Math.min(width, height) * 0.22}" fill="#c98a5a"/>
    <rect x="${width * 0.2}" y="${height * 0.68}" width="${width * 0.6}" height="${height * 0.4}" rx="${width * 0.15}" fill="#3f7c53"/></svg>`;
}
