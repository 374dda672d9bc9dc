/** Serves the built desk and the engine’s media to the window, and nothing else. */
import { readFile } from 'node:fs/promises';
import { buildDeskContentPolicy, securityHeaders } from '../../engine/api/headers.ts';
import { contentTypeOf } from '../../http/contentType.ts';
import { deskAddress, hasOrigin, resolveInside } from './deskScheme.ts';

export type DeskDeps = {
  /** Folder of the built desk. */
  readonly rendererDir: string;
  readonly media: (name: string, request: Request) => Promise<Response>;
  /** The feed’s address, whose overlay the desk shows; `null` while the feed is down. */
  readonly feedBase: () => string | null;
};

/** Returns the handler of the desk’s URL scheme. It never rejects. */
export function createDeskHandler({ rendererDir, media, feedBase }: DeskDeps): (request: Request) => Promise<Response> {
  return async (request) => {
    const headers = {
      ...securityHeaders,
      'content-security-policy': buildDeskContentPolicy(feedBase()),
      'cache-control': 'no-store',
    };
    const refuse = (status: number): Response => new Response(null, { status, headers });
    if (!hasOrigin(request.url, deskAddress)) return refuse(404);
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(405);
    const { pathname } = new URL(request.url);
    const name = /^\/media\/([\w.-]+)$/.exec(pathname)?.[1];
    if (name !== undefined) return media(name, request).catch(() => refuse(404));
    const file = resolveInside(rendererDir, pathname);
    const type = file === null ? null : contentTypeOf(file);
    if (file === null || type === null) return refuse(404);
    return readFile(file).then(
      (body) =>
        new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
          headers: { ...headers, 'content-type': type },
        }),
      () => refuse(404),
    );
  };
}
