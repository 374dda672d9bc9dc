/** Sends the feed's responses: a document, text or 304. */
import type { ServerResponse } from 'node:http';
import { isNotModified } from '../../core/conditional.ts';
import { type FeedStatus, type Rendition, updateHeaders } from './rendition.ts';

/** Sends the document, or 304 if `ifNoneMatch` names it. `extraHeaders` alternates names and values. */
export function sendRendition(
  response: ServerResponse,
  ifNoneMatch: string | undefined,
  rendition: Rendition,
  status: FeedStatus,
  extraHeaders: readonly string[],
): void {
  updateHeaders(rendition, status);
  const isSame = isNotModified(ifNoneMatch, rendition.etag);
  const prepared = isSame ? rendition.notModifiedHeaders : rendition.headers;
  response.writeHead(isSame ? 304 : 200, extraHeaders.length === 0 ? prepared : [...prepared, ...extraHeaders]);
  if (isSame) return void response.end();
  // Node omits the body of a HEAD response.
  response.end(rendition.body);
}

/** Sends text that must not be cached. */
export function sendText(
  response: ServerResponse,
  contentType: string,
  text: string,
  extraHeaders: readonly string[],
): void {
  response.writeHead(200, [
    'Content-Type',
    contentType,
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...extraHeaders,
  ]);
  response.end(text);
}

export function sendPreflight(response: ServerResponse, headers: readonly string[]): void {
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
