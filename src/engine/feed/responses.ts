/** Sends the feed's responses: a document, 304, or a refusal in the service's error format. */
import type { ServerResponse } from 'node:http';
import { isNotModified } from '../../core/conditional.ts';
import { describeProblem, type ProblemCode } from '../../core/problem.ts';
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

const statusOf = {
  FEED_UNKNOWN: 404,
  FEED_NOT_FOUND: 404,
  FEED_READ_REFUSED: 403,
  FEED_READ_ONLY: 405,
  COMMAND_TOO_MANY: 503,
  ENGINE_FAULT: 500,
} as const satisfies Partial<Record<ProblemCode, number>>;

export type RefusalCode = keyof typeof statusOf;

/** The end of the next step “Use …” for a refused reader, by status. */
const readRequirements: Readonly<Record<number, string>> = {
  401: 'the read token',
  403: 'a web page listed in Allowed web pages (`feedServer.allowedOrigins`)',
  421: 'an address of the machine that runs Greenroom',
};

/** Uses the service's error format. `status` selects the next step of a refused reader. */
export function formatRefusal(code: RefusalCode, status: number): string {
  const problem = describeProblem(code, 'feed', '', { valid: readRequirements[status] ?? '' });
  return JSON.stringify({ error: { code, message: `${problem.message} ${problem.nextStep}` } });
}

/** `status` overrides the usual status of the code. */
export function refuse(response: ServerResponse, code: RefusalCode, status: number = statusOf[code]): void {
  const body = formatRefusal(code, status);
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
