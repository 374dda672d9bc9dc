/** Serves the built overlays, the template kit and the built files of the feed’s page: assets, which are hashed, with immutable caching, the rest without. */
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { contentTypeOf } from '../../http/contentType.ts';
import { refuse } from '../http/refuseRequest.ts';

/** The page that measures posts for the desk; it shows nothing. */
const measuringPage = 'fit';

/** Lists the built templates, the card first. */
export function listTemplates(builtDir: string | null): readonly string[] {
  const folder = join(builtDir ?? '', 'overlay');
  if (builtDir === null || !existsSync(folder)) return [];
  const built = readdirSync(folder)
    .flatMap((name) => /^([a-z][a-z0-9-]{0,40})\.html$/.exec(name)?.[1] ?? [])
    .filter((name) => name !== measuringPage);
  return built.sort((a, b) => Number(b === 'card') - Number(a === 'card') || (a < b ? -1 : 1));
}

/**
 * The Content-Security-Policy of an overlay at a base address. OBS adds the operator’s own CSS as a style element. A profile picture can be at
 * its original address until it is stored.
 */
export function formatOverlayPolicy(base: string): string {
  const host = base.replace(/^https?:\/\//, '');
  return (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self'; media-src 'self'; " +
    `img-src 'self' data: http: https:; connect-src 'self' ws://${host} wss://${host}; base-uri 'none'; form-action 'none'`
  );
}

/** Resolves with `null` if nothing was built. */
export async function readBuiltText(builtDir: string | null, name: string): Promise<string | null> {
  return builtDir === null ? null : readFile(join(builtDir, name), 'utf8').catch(() => null);
}

/** Serves a file by the part of its address below its folder. Responds with 404 if nothing was built. */
export async function serveBuiltFile(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string | null,
  rest: string,
  base: string,
): Promise<void> {
  const file = folder === null ? null : resolveFile(rest);
  if (folder === null || file === null) return refuse(response, 'FEED_NOT_FOUND');
  const path = join(folder, file.name);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return refuse(response, 'FEED_NOT_FOUND');
  response.writeHead(200, {
    'Content-Type': contentTypeOf(file.name) ?? 'application/octet-stream',
    'Content-Length': found.size,
    ...(file.name.endsWith('.html') && { 'Content-Security-Policy': formatOverlayPolicy(base) }),
    'Cache-Control': file.isHashed ? 'public, max-age=31536000, immutable' : 'no-store',
    'X-Content-Type-Options': 'nosniff',
    // The code is public, and templates on other machines load it from here.
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.method === 'HEAD') return void response.end();
  await pipeline(createReadStream(path), response).catch(() => response.destroy());
}

/** Returns `null` for a name that is not allowed; allowed names cannot leave the folder. */
function resolveFile(rest: string): { readonly name: string; readonly isHashed: boolean } | null {
  if (/^[a-z][a-z0-9-]{0,40}$/.test(rest)) return { name: `${rest}.html`, isHashed: false };
  if (/^[a-z][a-z0-9-]{0,40}\.(?:html|ograf\.json|js|mjs|css|d\.ts)$/.test(rest))
    return { name: rest, isHashed: false };
  if (/^assets\/[\w-][\w.-]{0,120}$/.test(rest)) return { name: rest, isHashed: true };
  return null;
}
