/** How the feed answers: a document or 304, and every refusal as JSON like the service's. */
import type { ServerResponse } from 'node:http';
import { describeProblem, type ProblemCode } from '../../core/problem.ts';
import { headersAsOf, type Rendition, type Standing } from './rendition.ts';

/**
 * Sends the document, or 304 where `known` (the If-None-Match header) says that the reader has it. `more` are further headers,
 * name and value in turn.
 */
export function sendRendition(
  response: ServerResponse,
  known: string | undefined,
  rendition: Rendition,
  standing: Standing,
  more: readonly string[],
): void {
  const prepared = headersAsOf(rendition, standing);
  const headers = more.length === 0 ? prepared : [...prepared, ...more];
  if (known !== undefined && matchesEtag(known, rendition.etag)) {
    response.writeHead(304, withoutContent(headers));
    response.end();
    return;
  }
  response.writeHead(200, headers);
  // Node leaves the body out of an answer to HEAD by itself.
  response.end(rendition.body);
}

/** Weak comparison of an If-None-Match header (a list, or `*`) with our validator. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag) return true;
  const trimmed = header.trim();
  if (trimmed === '*') return true;
  for (const [found] of trimmed.matchAll(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g)) {
    if (found === etag || found === `W/${etag}`) return true;
  }
  return false;
}

const statusOf = {
  FEED_UNKNOWN: 404,
  FEED_NOT_FOUND: 404,
  FEED_READ_REFUSED: 403,
  FEED_READ_ONLY: 405,
  COMMAND_TOO_MANY: 503,
  ENGINE_FAULT: 500,
} as const satisfies Partial<Record<ProblemCode, number>>;

/** The problems that a reader can be told of. */
export type Refusal = keyof typeof statusOf;

/** The refusal's body, as the service words its own. */
export function refusalBody(code: Refusal): string {
  const problem = describeProblem(code, 'feed', '', {});
  return JSON.stringify({ error: { code, message: `${problem.message} ${problem.nextStep}` } });
}

/** Refuses with that problem; `status` where another one than its usual says more. */
export function refuse(response: ServerResponse, code: Refusal, status: number = statusOf[code]): void {
  const body = refusalBody(code);
  const headers: Record<string, string | number> = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  };
  if (status === 405) headers['Allow'] = 'GET, HEAD, OPTIONS';
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  response.writeHead(status, headers);
  response.end(body);
}

/** Sends small JSON that nobody keeps. */
export function sendText(response: ServerResponse, contentType: string, text: string, more: readonly string[]): void {
  response.writeHead(200, [
    'Content-Type',
    contentType,
    'Content-Length',
    String(Buffer.byteLength(text)),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...more,
  ]);
  response.end(text);
}

function withoutContent(headers: readonly string[]): string[] {
  const kept: string[] = [];
  for (let place = 0; place < headers.length; place += 2) {
    const name = headers[place] ?? '';
    if (name !== 'Content-Length' && name !== 'Content-Type') kept.push(name, headers[place + 1] ?? '');
  }
  return kept;
}
