/** A feed server of a few lines for overlay tests: serves the built pages, some pictures, and one socket that says what it is told. */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';
import { WebSocket, WebSocketServer } from 'ws';
import type { FeedDocument, FeedItem } from '../../src/core/feed/document.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
};

export type FakeFeed = {
  readonly origin: string;
  /** Whole state to everybody who is connected, and to whoever connects later. */
  readonly publish: (document: FeedDocument) => void;
  /** Every frame that readers sent, oldest first. */
  readonly heard: readonly Readonly<Record<string, unknown>>[];
  /** Addresses at which sockets asked, oldest first. */
  readonly asked: readonly string[];
  /** Pictures whose answer waits until `letGo`. */
  readonly holdMedia: () => void;
  readonly letGo: () => void;
  /** Ends every socket, as a restart would; refuses new ones until `comeBack`. */
  readonly goAway: () => void;
  readonly comeBack: () => void;
  readonly stop: () => Promise<void>;
};

/** Starts it on a free port of this machine. */
export async function startFakeFeed(overlayDir: string): Promise<FakeFeed> {
  let state: FeedDocument | null = null;
  let isAway = false;
  let held: (() => void)[] | null = null;
  const heard: Readonly<Record<string, unknown>>[] = [];
  const asked: string[] = [];
  const sockets = new WebSocketServer({ noServer: true });

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://feed').pathname;
    if (path.startsWith('/media/')) {
      const answer = (): void => {
        response.writeHead(path.includes('missing') ? 404 : 200, { 'content-type': 'image/svg+xml' });
        response.end(path.includes('missing') ? '' : drawPicture(path));
      };
      if (held === null) answer();
      else held.push(answer);
      return;
    }
    const name = path === '/overlay/card' ? 'card.html' : path.replace('/overlay/', '');
    const file = resolve(overlayDir, name);
    readFile(file.startsWith(overlayDir) ? file : join(overlayDir, 'none')).then(
      (body) => response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  server.on('upgrade', (request, socket, head) => {
    asked.push(request.url ?? '');
    if (isAway) {
      socket.destroy();
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('message', (data) => heard.push(JSON.parse(String(data))));
      if (state !== null) client.send(JSON.stringify({ type: 'state', ...state }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const endAll = (): void => {
    for (const client of sockets.clients) client.terminate();
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    asked,
    publish: (document) => {
      state = document;
      for (const client of sockets.clients) {
        if (client.readyState === WebSocket.OPEN) client.send(JSON.stringify({ type: 'state', ...document }));
      }
    },
    holdMedia: () => {
      held = [];
    },
    letGo: () => {
      const waiting = held ?? [];
      held = null;
      for (const answer of waiting) answer();
    },
    goAway: () => {
      isAway = true;
      endAll();
    },
    comeBack: () => {
      isAway = false;
    },
    stop: async () => {
      endAll();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** A feed's document with these items, the play head on the one of that place. */
export function documentOf(revision: number, items: readonly FeedItem[], current: number | null): FeedDocument {
  return {
    feed: 'main',
    revision,
    contentHash: `hash${revision}`,
    gate: 'following',
    freshness: 'fresh',
    collection: null,
    onAirSince: '2026-11-20T18:00:00Z',
    playHead: { index: current, itemId: current === null ? null : (items[current]?.id ?? null), pinned: false },
    items,
  };
}

/** An item with everything that is not said left plain. */
export function itemOf(id: string, said: Partial<FeedItem>): FeedItem {
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
    ...said,
  };
}

/** A picture of that size in the fake feed's media, ready to be shown. */
export function pictureOf(name: string, width: number, height: number): FeedItem['media'][number] {
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
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs><linearGradient id="sky" x2="0" y2="1"><stop stop-color="#24384d"/><stop offset="1" stop-color="#556a73"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <circle cx="${width / 2}" cy="${height * 0.42}" r="${Math.min(width, height) * 0.22}" fill="#c98a5a"/>
    <rect x="${width * 0.2}" y="${height * 0.68}" width="${width * 0.6}" height="${height * 0.4}" rx="${width * 0.15}" fill="#3f7c53"/></svg>`;
}
