/** The desk's port: the built desk, its socket, and the control API, each behind the Host check and a token. */
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { WebSocketServer } from 'ws';
import { isOriginAllowed } from '../door/hostGuard.ts';
import { closeServer, listen, serverLimits } from '../door/listen.ts';
import { createOwnHosts, shownHost } from '../door/ownHosts.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Ports } from '../ports.ts';
import type { Settings } from '../record/settings.ts';
import { type ApiDeps, addApi } from './api.ts';
import { refuse } from './dispatch.ts';
import { isApiRequest } from './entrance.ts';
import { deskPolicy, plainHeaders } from './headers.ts';
import { sendCode } from './refusal.ts';
import { type SessionDeps, serveDesk } from './session.ts';
import { wireOver } from './socket.ts';

export type ControlDeps = ApiDeps & {
  readonly session: SessionDeps;
  readonly media: Pick<MediaCache, 'handle'>;
  /** The built desk; null where there is none, and the port carries the API alone. */
  readonly rendererDir: string | null;
  readonly feedBase: () => string | null;
  readonly ports: Ports;
};

export type ControlServer = {
  /** Answers the desk's address. Rejects with PortTaken. */
  readonly start: () => Promise<{ readonly base: string }>;
  readonly stop: () => Promise<void>;
};

const stopWithinMs = 2000;

export function createControlServer(settings: Settings['desk'], deps: ControlDeps): ControlServer {
  const isOurHost = createOwnHosts(settings.host);
  const app = Fastify({
    logger: false,
    bodyLimit: 256 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 512 },
    http: serverLimits,
    // An address that cannot be read comes by no hook: what a hook would look at is looked at here.
    frameworkErrors: (error, request, reply) => {
      void reply.headers(plainHeaders);
      const { host } = request.headers;
      if (!isOurHost(host)) return sendCode(reply, 'COMMAND_HOST_FOREIGN', { host: host ?? 'nobody' });
      return sendUnreadable(reply, error.statusCode ?? 400, error.message);
    },
  });
  // JSON alone, so that no page can post here without asking first.
  app.removeContentTypeParser('text/plain');
  addGuards(app, isOurHost, deps);
  addApi(app, deps);
  app.get<{ Params: { name: string } }>('/media/:name', async (request, reply) => {
    reply.hijack();
    await deps.media.handle(request.raw, reply.raw, request.params.name);
  });
  if (deps.rendererDir !== null) {
    void app.register(fastifyStatic, {
      root: deps.rendererDir,
      index: ['index.html'],
      cacheControl: false,
      setHeaders: (reply, path) => {
        void reply.header('content-security-policy', deskPolicy(deps.feedBase()));
        void reply.header('cache-control', path.endsWith('.html') ? 'no-store' : 'public, max-age=31536000, immutable');
      },
    });
  }
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 64 * 1024, perMessageDeflate: false });
  app.server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    const { host, origin } = request.headers;
    const isOurs = isOurHost(host) && isOriginAllowed(origin, host, []);
    if (!isOurs || request.url?.split('?')[0] !== '/api/socket') {
      socket.end(`HTTP/1.1 ${isOurs ? '404 Not Found' : '403 Forbidden'}\r\nconnection: close\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (opened) => {
      const address = request.socket.remoteAddress ?? '';
      serveDesk(wireOver(opened), { address, needsToken: true }, deps.session);
    });
  });
  return {
    start: async () => {
      await app.ready();
      const port = await listen(app.server, settings.host, settings.port);
      return { base: `http://${shownHost(settings.host)}:${port}` };
    },
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      await closeServer(app.server, stopWithinMs);
      await app.close();
    },
  };
}

/** What every request passes first: Host, Origin, and the shape of its errors. */
function addGuards(app: FastifyInstance, isOurHost: (host: string | undefined) => boolean, deps: ControlDeps): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(plainHeaders);
    const { host, origin } = request.headers;
    if (!isOurHost(host)) return sendCode(reply, 'COMMAND_HOST_FOREIGN', { host: host ?? 'nobody' });
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
      return sendUnreadable(reply, status, error instanceof Error ? error.message : '');
    }
    deps.ports.log('error', 'COMMAND_FAILED', { error: String(error) });
    return sendCode(reply, 'COMMAND_FAILED', {});
  });
}

/** `what` is the fault, `status` the one that the framework has for it. */
function sendUnreadable(reply: FastifyReply, status: number, what: string): FastifyReply {
  const { code, message, nextStep } = refuse('COMMAND_INVALID', { what });
  return reply.code(status).send({ error: { code, message, details: { nextStep } } });
}
