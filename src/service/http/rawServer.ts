/** Node’s HTTP server below Fastify: its limits, and ErrorResponses for requests that never reach a route. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { createClientErrorHandler, sendClientError } from '../../http/clientError.ts';
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
    sendClientError(socket, 405, formatRawError(new HttpError(405, 'METHOD_NOT_ALLOWED', 'CONNECT is not supported.')));
  });
  server.on(
    'clientError',
    createClientErrorHandler((status) => formatRawError(clientErrors[status])),
  );
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

const clientErrors = {
  400: new HttpError(400, 'BAD_REQUEST', 'The request is not valid HTTP.'),
  408: new HttpError(408, 'REQUEST_TIMEOUT', 'The request did not arrive in time.'),
  431: new HttpError(431, 'HEADERS_TOO_LARGE', 'The headers are too large.'),
};

function formatRawError(error: HttpError): { readonly head: string; readonly body: string } {
  return {
    head: `Content-Type: application/json\r\nDate: ${new Date().toUTCString()}\r\n`,
    body: encodeError(error).toString(),
  };
}
