/** Sends a cached file with its detected type, single byte ranges and immutable caching. */
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { isNotModified } from '../../core/conditional.ts';
import { readByteRange } from '../../http/byteRange.ts';
import { contentTypeOf } from '../../http/contentType.ts';

/**
 * `isFinal` is false if the address may have another content later. Rejects with the system's error, before sending anything, if the file
 * cannot be opened.
 */
export async function serveFile(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
  name: string,
  isFinal: boolean,
): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    await send(request, response, file, name, size, isFinal);
  } finally {
    await file.close();
  }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: FileHandle,
  name: string,
  size: number,
  isFinal: boolean,
): Promise<void> {
  const etag = `"${name.slice(0, 32)}"`;
  const headers = {
    'Content-Type': contentTypeOf(name) ?? 'image/jpeg',
    'Cache-Control': isFinal ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'Access-Control-Allow-Origin': '*',
  };
  if (isNotModified(request.headers['if-none-match'], etag)) return void response.writeHead(304, headers).end();
  const ifRange = request.headers['if-range'];
  const rangeHeader = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = readByteRange(rangeHeader, size);
  if (range === 'beyond') {
    return void response.writeHead(416, { ...headers, 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end();
  }
  const { first, last } = range ?? { first: 0, last: size - 1 };
  const partial = range === null ? {} : { 'Content-Range': `bytes ${first}-${last}/${size}` };
  response.writeHead(range === null ? 200 : 206, { ...headers, ...partial, 'Content-Length': last - first + 1 });
  if (request.method === 'HEAD' || size === 0) return void response.end();
  // A client that disconnects during the transfer is not an error.
  await pipeline(file.createReadStream({ start: first, end: last, autoClose: false }), response).catch(() => undefined);
}
