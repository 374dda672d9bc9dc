/** The HTTP server over the table of routes: every refusal, a parser's too, is an ErrorResponse. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { StoreUnwritable } from '../store/room.ts';
import { type Answer, errorBody, Refused, refusalAnswer } from './answer.ts';
import { isLoopback, readHost } from './host.ts';
import { readJsonBody } from './jsonBody.ts';
import { type Asker, findRoute, type Route, readQuery } from './route.ts';
import { send } from './send.ts';

export type ServerPorts = {
  /** Null while the service is starting. */
  readonly routes: () => readonly Route[] | null;
  /** The organisation that the request may see; throws Refused. */
  readonly admit: (asker: Asker, request: IncomingMessage, params: Readonly<Record<string, string>>) => string;
  readonly isLoopbackBound: boolean;
  readonly onFault: (error: unknown) => void;
};

export function createHttpServer(ports: ServerPorts): Server {
  const server = createServer(
    {
      headersTimeout: 5000,
      requestTimeout: 120_000,
      connectionsCheckingInterval: 1000,
      keepAliveTimeout: 5000,
      maxHeaderSize: 16_384,
      requireHostHeader: false,
    },
    (request, response) => {
      void serve(request, response);
    },
  );
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await answerTo(request, ports);
    // What was not read of a refused body would stand before the next request.
    if (!request.complete && answer.status >= 400) response.setHeader('Connection', 'close');
    await send(response, answer, request.method === 'HEAD').catch((error: unknown) => {
      ports.onFault(error);
      response.destroy();
    });
  };
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const refused = new Refused(417, 'EXPECTATION_FAILED', 'That Expect header is not understood.');
    request.resume();
    void send(response, refusalAnswer(refused), false);
  });
  server.on('connect', (_request, socket: Duplex) => {
    refuseRaw(socket, new Refused(405, 'METHOD_NOT_ALLOWED', 'CONNECT is not answered here.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    refuseRaw(socket, parserRefusal(error.code ?? ''));
  });
  return server;
}

async function answerTo(request: IncomingMessage, ports: ServerPorts): Promise<Answer> {
  try {
    return await answerFrom(request, ports);
  } catch (error) {
    if (error instanceof Refused) return refusalAnswer(error);
    if (error instanceof StoreUnwritable) {
      return refusalAnswer(new Refused(503, 'SERVICE_UNAVAILABLE', error.message, null, { 'Retry-After': '5' }));
    }
    ports.onFault(error);
    return refusalAnswer(new Refused(500, 'INTERNAL_ERROR', 'Something went wrong inside the service.'));
  }
}

async function answerFrom(request: IncomingMessage, ports: ServerPorts): Promise<Answer> {
  // Of several Host fields Node keeps the first; RFC 9112 refuses them all, since others on the way may go by the last.
  const hosts = request.headersDistinct['host'] ?? [];
  const host = hosts.length === 1 ? readHost(hosts[0]) : null;
  if (host === null) throw new Refused(400, 'BAD_REQUEST', 'The Host header is missing or is not one host.');
  if (ports.isLoopbackBound && !isLoopback(host.name)) {
    throw new Refused(421, 'MISDIRECTED_REQUEST', `This service is not reached as ${host.name}.`);
  }
  const method = request.method ?? '';
  const target = readTarget(request.url ?? '');
  const routes = ports.routes();
  if (routes === null) {
    throw new Refused(503, 'SERVICE_UNAVAILABLE', 'The service is starting.', null, { 'Retry-After': '1' });
  }
  const found = findRoute(routes, method, target.segments);
  if (!('route' in found)) {
    if (found.allowed.length === 0) throw new Refused(404, 'NOT_FOUND', 'There is nothing at that address.');
    throw new Refused(405, 'METHOD_NOT_ALLOWED', `${method} is not answered here.`, null, {
      Allow: found.allowed.join(', '),
    });
  }
  const { route, params } = found;
  const organisation = ports.admit(route.asker, request, params);
  const base = `http://${host.host}`;
  const query = readQuery(route.query, target.search);
  const body = route.body === null ? null : await readJsonBody(request);
  if (route.body === null && !route.takesBytes) request.resume();
  return route.handle({ params, query, body, headers: request.headers, base, organisation, request });
}

function readTarget(url: string): { readonly segments: readonly string[]; readonly search: URLSearchParams } {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  if (!path.startsWith('/')) throw new Refused(400, 'BAD_REQUEST', 'The address must begin with a slash.');
  try {
    return { segments: path.slice(1).split('/').map(decodeURIComponent), search: new URLSearchParams(search) };
  } catch {
    throw new Refused(400, 'BAD_REQUEST', 'The address holds a percent sign that encodes nothing.');
  }
}

function parserRefusal(code: string): Refused {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Refused(431, 'HEADERS_TOO_LARGE', 'The headers are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refused(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.');
    default:
      return new Refused(400, 'BAD_REQUEST', 'The request is not HTTP that can be read.');
  }
}

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function refuseRaw(socket: Duplex, refused: Refused): void {
  const body = JSON.stringify(errorBody(refused));
  socket.end(
    `HTTP/1.1 ${refused.status} ${reasons[refused.status] ?? ''}\r\nContent-Type: application/json\r\n` +
      `Date: ${new Date().toUTCString()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
