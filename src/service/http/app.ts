/** The Fastify application: checks each request, validates it with the route’s schemas, and sends every error as an ErrorResponse. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { isLoopbackName, readHost } from '../../http/hostGuard.ts';
import { StoreUnwritable } from '../store/durableState.ts';
import { encodeError, HttpError } from './httpError.ts';
import { createRawServer, sendError } from './rawServer.ts';
import { validate } from './validate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Origin that the caller used, for addresses in the response: `http://127.0.0.1:7410`. */
    base: string;
    /** From the API key or the path; empty when the route has neither. */
    organisation: string;
  }
}

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Large enough to reorder a full list. */
const jsonLimitBytes = 8 * 1024 * 1024;

/** Replaces Ajv, which Fastify loads otherwise; its types expect Ajv’s own functions. */
const compilersFactory = {
  buildValidator: () => (route: { readonly schema: z.ZodType }) => (value: unknown) => validate(route.schema, value),
  buildSerializer: () => () => JSON.stringify,
};

const starting = new HttpError(503, 'SERVICE_UNAVAILABLE', 'The service is starting.', null, { 'Retry-After': '1' });

/** `app.server` may listen before `app.ready()`: until then, every response is 503. */
export function createApp(isLoopbackBound: boolean, onFault: (error: unknown) => void): App {
  let isReady = false;
  const send = (reply: FastifyReply, error: unknown): FastifyReply => sendHttpError(reply, toHttpError(error, onFault));
  const app: App = Fastify({
    serverFactory: (route) =>
      createRawServer((request, response) => (isReady ? route(request, response) : sendError(response, starting))),
    bodyLimit: jsonLimitBytes,
    schemaController: { compilersFactory: compilersFactory as never },
    // An address is never longer than this: the limit of all headers together is lower.
    routerOptions: { maxParamLength: 16_384 },
    rewriteUrl: ({ url = '' }) => url.replace(/^https?:\/\/[^/?#]*/i, ''),
    // Fastify runs no hooks for an unreadable address, so the Host check is repeated here.
    frameworkErrors: (error, request, reply) => {
      try {
        readBase(request.raw, isLoopbackBound);
        void send(reply, error);
      } catch (refusal) {
        void send(reply, refusal);
      }
    },
  }).withTypeProvider<ZodTypeProvider>();
  const findAllowedMethods = recordRoutes(app);
  app.decorateRequest('base', '');
  app.decorateRequest('organisation', '');
  app.setErrorHandler((error, _, reply) => send(reply, error));
  app.addHook('onReady', async () => {
    isReady = true;
  });
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers({ 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' });
    request.base = readBase(request.raw, isLoopbackBound);
    const { url, method, is404, params } = request;
    if (!url.startsWith('/')) throw new HttpError(400, 'BAD_REQUEST', 'The path must begin with a slash.');
    const hasEmptyParameter = Object.values(params as Readonly<Record<string, string>>).includes('');
    if (!is404 && !hasEmptyParameter) return;
    const allowed = findAllowedMethods(url);
    if (allowed === '') throw new HttpError(404, 'NOT_FOUND', 'There is nothing at this address.');
    throw new HttpError(405, 'METHOD_NOT_ALLOWED', `This address does not support ${method}.`, null, {
      Allow: allowed,
    });
  });
  app.addHook('onSend', async (request, reply, payload) => {
    // The service’s documentation has no charset here, and JSON needs none.
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      void reply.header('content-type', 'application/json');
    }
    // Without a payload, Fastify would send Content-Length: 0, which HEAD must not have when GET’s is another.
    return payload === undefined && request.method === 'HEAD' ? Readable.from([]) : undefined;
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) =>
    readJson(request, bytes),
  );
  app.addHook('preValidation', async (request) => {
    if (request.body === undefined) request.body = {};
  });
  return app;
}

/** A response whose body is encoded already; `null` for none. */
export type Content = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | Readable | null;
};

export function sendContent(reply: FastifyReply, { status, headers, body }: Content): FastifyReply {
  return reply
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}

/** Returns a function that lists the methods of an address, for `Allow`; empty if it is unknown. */
function recordRoutes(app: App): (url: string) => string {
  const routes = new Map<string, { readonly pattern: RegExp; readonly methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const source = url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+');
    const known = routes.get(url) ?? { pattern: new RegExp(`^${source}$`), methods: new Set() };
    for (const name of [method].flat()) known.methods.add(name);
    routes.set(url, known);
  });
  return (url) => {
    const path = decodeURI(url.split(/[?#]/, 1)[0] ?? '');
    return [...routes.values()].flatMap(({ pattern, methods }) => (pattern.test(path) ? [...methods] : [])).join(', ');
  };
}

/** Returns the origin that the caller used. Throws HttpError for a Host that this service does not serve. */
function readBase(request: IncomingMessage, isLoopbackBound: boolean): string {
  // Node keeps the first of several Host fields, but a proxy may use the last. RFC 9112 requires 400.
  const hosts = request.headersDistinct['host'] ?? [];
  const host = hosts.length === 1 ? readHost(hosts[0]) : null;
  if (host === null) throw new HttpError(400, 'BAD_REQUEST', 'The Host header is missing or invalid.');
  if (isLoopbackBound && !isLoopbackName(host.name)) {
    throw new HttpError(421, 'MISDIRECTED_REQUEST', `This service does not serve the host ${host.name}.`);
  }
  return `http://${host.host}`;
}

/** No body reads as an empty object. */
function readJson(request: FastifyRequest, bytes: Buffer): unknown {
  if (bytes.length === 0 || request.routeOptions.schema?.body === undefined) return {};
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The Content-Type must be application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new HttpError(400, 'BAD_REQUEST', 'The body is not valid JSON.');
  }
}

function sendHttpError(reply: FastifyReply, error: HttpError): FastifyReply {
  // The unread rest of a refused body would be parsed as the next request.
  if (!reply.request.raw.complete) void reply.header('Connection', 'close');
  return reply
    .code(error.status)
    .headers({
      'X-Content-Type-Options': 'nosniff',
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      ...error.headers,
    })
    .send(encodeError(error));
}

function toHttpError(error: unknown, onFault: (error: unknown) => void): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof StoreUnwritable) {
    return new HttpError(503, 'SERVICE_UNAVAILABLE', error.message, null, { 'Retry-After': '5' });
  }
  switch (error instanceof Error && 'code' in error ? error.code : null) {
    case 'FST_ERR_BAD_URL':
      return new HttpError(400, 'BAD_REQUEST', 'The path contains invalid percent-encoding.');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new HttpError(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${jsonLimitBytes} bytes.`);
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new HttpError(
        415,
        'UNSUPPORTED_MEDIA_TYPE',
        'The Content-Type is not valid. Send application/json, or the type of the media file.',
      );
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return new HttpError(400, 'BAD_REQUEST', 'The request body is incomplete.');
    default:
      onFault(error);
      return new HttpError(500, 'INTERNAL_ERROR', 'The service failed to handle the request. Check its log.');
  }
}
