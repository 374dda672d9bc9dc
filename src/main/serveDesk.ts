/** Answers every request of the window: the built desk, the engine's media, and nothing else. */
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { deskPolicy, plainHeaders } from '../engine/control/headers.ts';
import { deskAddress, fileInside, hasOrigin } from './deskScheme.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
};

export type DeskDeps = {
  /** Folder of the built desk. */
  readonly rendererDir: string;
  readonly media: (name: string, asked: Request) => Promise<Response>;
  /** Address of the feed, whose overlay the desk shows; null while there is none. */
  readonly feedBase: () => string | null;
};

/** Makes the handler of the desk's scheme. It never rejects. */
export function createDeskHandler({ rendererDir, media, feedBase }: DeskDeps): (asked: Request) => Promise<Response> {
  return async (asked) => {
    const headers = { ...plainHeaders, 'content-security-policy': deskPolicy(feedBase()), 'cache-control': 'no-store' };
    const refuse = (status: number): Response => new Response(null, { status, headers });
    if (!hasOrigin(asked.url, deskAddress)) return refuse(404);
    if (asked.method !== 'GET' && asked.method !== 'HEAD') return refuse(405);
    const { pathname } = new URL(asked.url);
    const name = /^\/media\/([\w.-]+)$/.exec(pathname)?.[1];
    if (name !== undefined) return media(name, asked).catch(() => refuse(404));
    const file = fileInside(rendererDir, pathname);
    const type = file === null ? undefined : types[extname(file)];
    if (file === null || type === undefined) return refuse(404);
    return readFile(file).then(
      (body) =>
        new Response(asked.method === 'HEAD' ? null : new Uint8Array(body), {
          headers: { ...headers, 'content-type': type },
        }),
      () => refuse(404),
    );
  };
}
