/** Refuses requests to the feed and for media, in the service's error format. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { describeInEnglish, type Facts, type ProblemCode } from '../../core/problem.ts';

const statusOf = {
  FEED_UNKNOWN: 404,
  FEED_NOT_FOUND: 404,
  FEED_READ_REFUSED: 403,
  FEED_READ_ONLY: 405,
  COMMAND_TOO_MANY: 503,
  ENGINE_FAULT: 500,
} as const satisfies Partial<Record<ProblemCode, number>>;

export type RefusalCode = keyof typeof statusOf;

/** Which check refused a reader, and the end of the next step “Use …”, by status. */
const readRefusals: Readonly<Record<number, Facts>> = {
  401: {
    fault: 'its token is missing or wrong',
    valid: 'the read token (feedServer.readToken), in an Authorization header or as ?token=',
  },
  403: {
    fault: 'the Origin of its web page is not allowed',
    valid: 'a web page listed in Allowed web pages (feedServer.allowedOrigins)',
  },
  421: {
    fault: 'its Host is not known here',
    valid:
      'an address of the machine that runs Greenroom, or a name listed in Allowed host names (feedServer.allowedHosts)',
  },
};

/** `status` selects the next step of a refused reader. */
function formatRefusal(code: RefusalCode, status: number): string {
  const { message, nextStep } = describeInEnglish(code, readRefusals[status] ?? {});
  return JSON.stringify({ error: { code, message: `${message} ${nextStep}` } });
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

export function refuseUpgrade(connection: Duplex, status: number, code: RefusalCode): void {
  const body = formatRefusal(code, status);
  connection.end(
    `HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
