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
  const prepared = updateHeaders(rendition, status);
  const headers = extraHeaders.length === 0 ? prepared : [...prepared, ...extraHeaders];
  if (isNotModified(ifNoneMatch, rendition.etag)) {
    response.writeHead(304, withoutContent(headers));
    response.end();
    return;
  }
  response.writeHead(200, headers);
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

function withoutContent(headers: readonly string[]): string[] {
  const remaining: string[] = [];
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? '';
    if (name !== 'Content-Length' && name !== 'Content-Type') remaining.push(name, headers[index + 1] ?? '');
  }
  return remaining;
}
