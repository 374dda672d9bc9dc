/** The HTTP server over the route table; every error, including parser errors, is an ErrorResponse. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { StoreUnwritable } from '../store/durableState.ts';
import { isLoopback, readHost } from './host.ts';
import { readJsonBody } from './jsonBody.ts';
import { createErrorBody, HttpError, type HttpResponse, toErrorResponse } from './response.ts';
import { type Caller, findRoute, type Route, readQuery } from './route.ts';
import { send } from './send.ts';

export type ServerPorts = {
  /** `null` while the service is starting. */
  readonly routes: () => readonly Route[] | null;
  /** Returns the organisation that the request may see; throws HttpError. */
  readonly authorise: (caller: Caller, request: IncomingMessage, params: Readonly<Record<string, string>>) => string;
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
    const content = await respond(request, ports);
    // The unread rest of a refused body would be parsed as the next request.
    if (!request.complete && content.status >= 400) response.setHeader('Connection', 'close');
    await send(response, content, request.method === 'HEAD').catch((error: unknown) => {
      ports.onFault(error);
      response.destroy();
    });
  };
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    const error = new HttpError(417, 'EXPECTATION_FAILED', 'The Expect header is not supported.');
    request.resume();
    void send(response, toErrorResponse(error), false);
  });
  server.on('connect', (_request, socket: Duplex) => {
    sendRawError(socket, new HttpError(405, 'METHOD_NOT_ALLOWED', 'CONNECT is not supported.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    sendRawError(socket, toParserError(error.code ?? ''));
  });
  return server;
}

async function respond(request: IncomingMessage, ports: ServerPorts): Promise<HttpResponse> {
  try {
    return await handleRequest(request, ports);
  } catch (error) {
    if (error instanceof HttpError) return toErrorResponse(error);
    if (error instanceof StoreUnwritable) {
      return toErrorResponse(new HttpError(503, 'SERVICE_UNAVAILABLE', error.message, null, { 'Retry-After': '5' }));
    }
    ports.onFault(error);
    return toErrorResponse(
      new HttpError(500, 'INTERNAL_ERROR', 'The service failed to handle the request. Check its log.'),
    );
  }
}

async function handleRequest(request: IncomingMessage, ports: ServerPorts): Promise<HttpResponse> {
  // Node keeps the first of several Host fields, but a proxy may use the last. RFC 9112 requires 400.
  const hosts = request.headersDistinct['host'] ?? [];
  const host = hosts.length === 1 ? readHost(hosts[0]) : null;
  if (host === null) throw new HttpError(400, 'BAD_REQUEST', 'The Host header is missing or invalid.');
  if (ports.isLoopbackBound && !isLoopback(host.name)) {
    throw new HttpError(421, 'MISDIRECTED_REQUEST', `This service does not serve the host ${host.name}.`);
  }
  const method = request.method ?? '';
  const target = readTarget(request.url ?? '');
  const routes = ports.routes();
  if (routes === null) {
    throw new HttpError(503, 'SERVICE_UNAVAILABLE', 'The service is starting.', null, { 'Retry-After': '1' });
  }
  const found = findRoute(routes, method, target.segments);
  if (!('route' in found)) {
    if (found.allowed.length === 0) throw new HttpError(404, 'NOT_FOUND', 'There is nothing at this address.');
    throw new HttpError(405, 'METHOD_NOT_ALLOWED', `This address does not support ${method}.`, null, {
      Allow: found.allowed.join(', '),
    });
  }
  const { route, params } = found;
  const organisation = ports.authorise(route.caller, request, params);
  const base = `http://${host.host}`;
  const query = readQuery(route.query, target.search);
  const body = route.body === null ? null : await readJsonBody(request);
  if (route.body === null && !route.hasRawBody) request.resume();
  return route.handle({ params, query, body, headers: request.headers, base, organisation, request });
}

function readTarget(url: string): { readonly segments: readonly string[]; readonly search: URLSearchParams } {
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const [path = '', search = ''] = target.split(/\?(.*)/s);
  if (!path.startsWith('/')) throw new HttpError(400, 'BAD_REQUEST', 'The path must begin with a slash.');
  try {
    return { segments: path.slice(1).split('/').map(decodeURIComponent), search: new URLSearchParams(search) };
  } catch {
    throw new HttpError(400, 'BAD_REQUEST', 'The path contains invalid percent-encoding.');
  }
}

function toParserError(code: string): HttpError {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError(431, 'HEADERS_TOO_LARGE', 'The headers are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.');
    default:
      return new HttpError(400, 'BAD_REQUEST', 'The request is not valid HTTP.');
  }
}

const reasonPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function sendRawError(socket: Duplex, error: HttpError): void {
  const body = JSON.stringify(createErrorBody(error));
  socket.end(
    `HTTP/1.1 ${error.status} ${reasonPhrases[error.status] ?? ''}\r\nContent-Type: application/json\r\n` +
      `Date: ${new Date().toUTCString()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
