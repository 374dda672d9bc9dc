/** Serves the desk, its socket and the control API on one port, behind the Host check and tokens. */
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { WebSocketServer } from 'ws';
import { describeInEnglish } from '../../core/problem.ts';
import { createClientErrorHandler } from '../../http/clientError.ts';
import { isOriginAllowed, readHostHeader } from '../../http/hostGuard.ts';
import { closeServer, listen, serverLimits } from '../../http/listen.ts';
import { type SessionDeps, serveDesk } from '../desk/session.ts';
import { createSocketWire } from '../desk/socket.ts';
import { createHostCheck, displayHost } from '../http/hostCheck.ts';
import { refuse as refuseRequest } from '../http/refuseRequest.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../settings/settings.ts';
import { addApi } from './api.ts';
import type { ApiDeps } from './apiDeps.ts';
import { isApiRequest } from './authentication.ts';
import { compilersFactory } from './document.ts';
import { buildDeskContentPolicy, presenterContentPolicy, securityHeaders } from './headers.ts';
import { sendCode } from './refusal.ts';

export type ControlServerDeps = ApiDeps & {
  readonly session: SessionDeps;
  readonly media: Pick<MediaCache, 'handle'>;
  /** Folder of the built desk; `null` when the port serves only the API. */
  readonly rendererDir: string | null;
  readonly feedBase: () => string | null;
  readonly ports: Ports;
};

export type ControlServer = {
  /** Resolves with the desk's address. Rejects with PortTaken. */
  readonly start: () => Promise<{ readonly base: string }>;
  readonly stop: () => Promise<void>;
};

const presenterPage = 'present.html';

const stopTimeoutMs = 2000;
/** The largest is a poster of a video. */
const maxMessageBytes = 256 * 1024;

export function createControlServer(settings: Settings['desk'], deps: ControlServerDeps): ControlServer {
  const isOwnHost = createHostCheck(settings.host, { allowed: [], isOnNetwork: false });
  const app = Fastify({
    logger: false,
    bodyLimit: maxMessageBytes,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    http: serverLimits,
    clientErrorHandler: createClientErrorHandler(),
    // Fastify's types expect Ajv's own functions.
    schemaController: { compilersFactory: compilersFactory as never },
    // Fastify sets these two itself, after it has created the server.
    requestTimeout: serverLimits.requestTimeout,
    keepAliveTimeout: serverLimits.keepAliveTimeout,
    // Fastify runs no hooks for an unreadable URL, so the Host check is repeated here.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(securityHeaders);
      const host = readHostHeader(request.raw);
      if (!isOwnHost(host)) return sendCode(reply, 'COMMAND_HOST_FOREIGN', { host: host ?? 'an unnamed host' });
      return sendInvalid(reply, error.statusCode ?? 400, error);
    },
  });
  // With no text/plain parser, a page of another site needs a CORS preflight to post here.
  app.removeContentTypeParser('text/plain');
  addRequestChecks(app, isOwnHost, deps);
  addApi(app, deps);
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    reply.hijack();
    try {
      await deps.media.handle(request.raw, reply.raw, request.params.name);
    } catch (error) {
      // Fastify does not respond to a hijacked request.
      deps.ports.log('error', 'ENGINE_FAULT', { where: 'media request', error: String(error) });
      if (reply.raw.headersSent) reply.raw.destroy();
      else refuseRequest(reply.raw, 'ENGINE_FAULT');
    }
  });
  if (deps.rendererDir !== null) {
    void app.register(fastifyStatic, {
      root: deps.rendererDir,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isPresenter = path.endsWith(presenterPage);
        const policy = isPresenter ? presenterContentPolicy : buildDeskContentPolicy(deps.feedBase());
        void reply.header('content-security-policy', policy);
        void reply.header('cache-control', path.endsWith('.html') ? 'no-store' : 'public, max-age=31536000, immutable');
      },
    });
    app.get('/present', async (_, reply) => reply.sendFile(presenterPage));
  }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false });
  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { origin } = request.headers;
    const host = readHostHeader(request);
    const isAllowed = isOwnHost(host) && isOriginAllowed(origin, host, []);
    if (!isAllowed || request.url?.split('?')[0] !== '/api/socket') {
      socket.end(`HTTP/1.1 ${isAllowed ? '404 Not Found' : '403 Forbidden'}\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const address = request.socket.remoteAddress ?? '';
      serveDesk(createSocketWire(opened), { address, needsToken: true }, deps.session);
    });
  });
  return {
    start: async () => {
      await app.ready();
      const port = await listen(app.server, settings.host, settings.port);
      return { base: `http://${displayHost(settings.host)}:${port}` };
    },
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      await closeServer(app.server, stopTimeoutMs);
      await app.close();
    },
  };
}

/** Checks Host and Origin, and formats errors as ErrorResponses. */
function addRequestChecks(
  app: FastifyInstance,
  isOwnHost: (host: string | undefined) => boolean,
  deps: ControlServerDeps,
): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(securityHeaders);
    const { origin } = request.headers;
    const host = readHostHeader(request.raw);
    if (!isOwnHost(host)) return sendCode(reply, 'COMMAND_HOST_FOREIGN', { host: host ?? 'an unnamed host' });
    const isForeign = !isOriginAllowed(origin, host, []) || request.headers['sec-fetch-site'] === 'cross-site';
    if (isForeign && isApiRequest(request)) {
      return sendCode(reply, 'COMMAND_ORIGIN_FOREIGN', { origin: origin ?? 'another site' });
    }
    return undefined;
  });
  app.setNotFoundHandler((_, reply) => sendCode(reply, 'COMMAND_UNKNOWN', {}));
  app.setErrorHandler((error: unknown, _, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status < 500) {
      return sendInvalid(reply, status, error);
    }
    deps.ports.log('error', 'COMMAND_FAILED', { error: String(error) });
    return sendCode(reply, 'COMMAND_FAILED', {});
  });
}

const fastifyFaults: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'the Content-Type must be application/json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'the Content-Length is not the length of the body',
  FST_ERR_CTP_BODY_TOO_LARGE: 'the body is larger than 256 KiB',
  FST_ERR_BAD_URL: 'the address can’t be read',
};

/** Keeps the status that Fastify chose for the error. Its own text is not shown. */
function sendInvalid(reply: FastifyReply, status: number, error: unknown): FastifyReply {
  const cause = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fault = cause === 'FST_ERR_VALIDATION' && error instanceof Error ? error.message : fastifyFaults[cause];
  const what = fault ?? 'the body must be a JSON object';
  const { code, message, nextStep } = describeInEnglish('COMMAND_INVALID', { what });
  return reply.code(status).send({ error: { code, message, details: { nextStep } } });
}
