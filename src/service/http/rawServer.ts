/** Node’s HTTP server below Fastify: its limits, and ErrorResponses for requests that never reach a route. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { encodeError, HttpError } from './httpError.ts';

const limits = {
  headersTimeout: 5000,
  requestTimeout: 120_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16_384,
  requireHostHeader: false,
};

export function createRawServer(onRequest: RequestListener): Server {
  const server = createServer(limits, onRequest);
  server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
    request.resume();
    sendError(response, new HttpError(417, 'EXPECTATION_FAILED', 'The Expect header is not supported.'));
  });
  server.on('connect', (_request, socket: Duplex) => {
    sendRawError(socket, new HttpError(405, 'METHOD_NOT_ALLOWED', 'CONNECT is not supported.'));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else sendRawError(socket, toParserError(error.code ?? ''));
  });
  return server;
}

export function sendError(response: ServerResponse, error: HttpError): void {
  const body = encodeError(error);
  response
    .writeHead(error.status, {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': body.length,
      ...error.headers,
    })
    .end(body);
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

function sendRawError(socket: Duplex, error: HttpError): void {
  const body = encodeError(error);
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Content-Type: application/json',
    `Date: ${new Date().toUTCString()}`,
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}
