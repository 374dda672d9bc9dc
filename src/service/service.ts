/** The built-in Content Collections Service: its store, its two faces over HTTP, and its webhooks, started and stopped as one. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { collectionRoutes } from './authoring/collectionRoutes.ts';
import { eventsRoute } from './authoring/eventsRoute.ts';
import { type FillDemo, keyRoutes } from './authoring/keyRoutes.ts';
import { webhookRoutes } from './authoring/webhookRoutes.ts';
import { readDemoShow } from './demo/demoShow.ts';
import { fillDemo } from './demo/fillDemo.ts';
import { createRhythm, type Rhythm, usualPace } from './demo/rhythm.ts';
import { createFaultBoard } from './faults/faultBoard.ts';
import { faultRoutes } from './faults/faultRoutes.ts';
import { spoilRoutes } from './faults/spoil.ts';
import { Refused } from './http/answer.ts';
import { isLoopback } from './http/host.ts';
import { listenOn, stopListening } from './http/listen.ts';
import type { Asker, Route } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import { createKeys, hashOf, isSameSecret, type Keys } from './keys.ts';
import { mediaRoutes } from './mediaRoutes.ts';
import { openApiRoute } from './openapi.ts';
import { openApiPageRoutes } from './openapiPage.ts';
import { pageRoutes } from './pages.ts';
import { readRoutes } from './readApi.ts';
import { type Endpoint, openStore, type Store, type StorePorts } from './store.ts';
import { type RetrySettings, usualRetries } from './webhooks/outcome.ts';
import { createPoster } from './webhooks/post.ts';
import { createSender, type Sender } from './webhooks/sender.ts';

export type ServiceSettings = {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  readonly dataDir: string;
  /** The first one's organisation gets the demo. */
  readonly keys: readonly { readonly key: string; readonly organisation: string }[];
  readonly fixtures: 'demo' | 'empty';
  /** Told of every organisation's changes. */
  readonly webhooks: readonly { readonly url: string; readonly secret: string }[];
  /** Vary to the service document's letter, without X-API-Key in it. */
  readonly isVaryLiteral: boolean;
  /** Opens the fault switches. */
  readonly hasFaults: boolean;
  /** What authors send; null: one is made. */
  readonly token: string | null;
  /** The demo's main collection moves now and then. */
  readonly hasRhythm: boolean;
  /** resources/demo. */
  readonly demoDir: string;
  /** The built authoring page; null: there is none. */
  readonly pageDir: string | null;
};

export type ServicePorts = {
  readonly clock: {
    /** Epoch milliseconds. */
    readonly now: () => number;
    /** Calls back once; answers how to call it off. */
    readonly after: (milliseconds: number, callback: () => void) => () => void;
  };
  readonly log: StorePorts['log'];
};

export type ServiceTuning = {
  readonly retries: RetrySettings;
  /** A journal longer than this is folded into the files. Bytes. */
  readonly checkpointBytes: number;
};

export const usualTuning: ServiceTuning = { retries: usualRetries, checkpointBytes: 4 * 1024 * 1024 };

export type StartedService = { readonly baseUrl: string; readonly authoringUrl: string; readonly token: string };

export type Service = {
  /** Rejects with ServicePortTaken, or with what kept the data directory from being opened. */
  readonly start: () => Promise<StartedService>;
  readonly stop: () => Promise<void>;
};

export function createService(settings: ServiceSettings, ports: ServicePorts): Service {
  return createTunedService(settings, usualTuning, ports);
}

/** As `createService`, with its times and sizes given. */
export function createTunedService(settings: ServiceSettings, tuning: ServiceTuning, ports: ServicePorts): Service {
  const { clock, log } = ports;
  const token = settings.token ?? randomBytes(24).toString('base64url');
  const poster = createPoster();
  let inside: Inside | null = null;
  let origin = '';
  let port = settings.port;
  let stopping: Promise<void> | null = null;

  const server = createHttpServer({
    routes: () => inside?.routes ?? null,
    admit: (asker, request, params) => {
      if (inside === null) throw new Refused(503, 'SERVICE_UNAVAILABLE', 'The service is starting.');
      return admit(asker, request, params, inside, token);
    },
    isLoopbackBound: isLoopback(settings.host),
    onFault: (error) => log('error', 'SERVICE_FAULT', { reason: error instanceof Error ? error.stack : 'unknown' }),
  });

  const open = async (): Promise<Inside> => {
    const given = settings.webhooks.map(({ url, secret }) => givenEndpoint(url, secret, clock.now()));
    const { checkpointBytes } = tuning;
    const store = await openStore({ directory: settings.dataDir, given, checkpointBytes }, { now: clock.now, log });
    for (const { organisation } of settings.keys) await store.addOrganisation(organisation);
    const keys = createKeys(store, settings.keys, clock.now);
    const sender = createSender(store, tuning.retries, {
      clock,
      log,
      post: poster.post,
      random: Math.random,
      base: () => origin,
    });
    const fill: FillDemo = async (organisation) =>
      fillDemo(store, organisation, await readDemoShow(settings.demoDir), clock.now());
    const board = settings.hasFaults ? createFaultBoard(store, Math.random) : null;
    const reading = readRoutes(store, settings.isVaryLiteral);
    const routes: readonly Route[] = [
      ...(board === null ? reading : spoilRoutes(reading, board, store, settings.isVaryLiteral, Math.random)),
      ...(board === null ? [] : faultRoutes(board)),
      ...collectionRoutes(store, { now: clock.now, ownPort: () => port }),
      ...webhookRoutes(store, () => sender, clock.now),
      ...keyRoutes(store, keys, clock.now, fill),
      eventsRoute(store, keys, clock),
      ...mediaRoutes(store),
      openApiRoute(() => routes),
      ...openApiPageRoutes(() => routes),
      ...pageRoutes(settings.pageDir),
    ];
    const rhythm = settings.fixtures === 'demo' ? await openDemo(store, fill) : null;
    return { store, keys, sender, routes, rhythm };
  };
  const openDemo = async (store: Store, fill: NonNullable<FillDemo>): Promise<Rhythm | null> => {
    const organisation = settings.keys[0]?.organisation;
    if (organisation === undefined) return null;
    const { mainId } = await fill(organisation);
    if (!settings.hasRhythm) return null;
    const pace = { organisation, collectionId: mainId, ...usualPace };
    const onFailed = (error: unknown): void =>
      log('warn', 'SERVICE_RHYTHM_FAILED', { reason: error instanceof Error ? error.message : 'unknown' });
    const beat = { monotonicMs: () => performance.now(), after: clock.after };
    return createRhythm(pace, { clock: beat, store, onFailed });
  };

  return {
    start: async () => {
      port = await listenOn(server, settings.host, settings.port);
      origin = `http://${addressOf(settings.host)}:${port}`;
      try {
        inside = await open();
      } catch (error) {
        await stopListening(server, 1000);
        throw error;
      }
      inside.sender.start();
      inside.rhythm?.start();
      return { baseUrl: origin, authoringUrl: `${origin}/authoring/`, token };
    },
    stop: () => {
      stopping ??= (async () => {
        await stopListening(server, 2000);
        await inside?.rhythm?.stop();
        await inside?.sender.stop();
        await poster.close();
        await inside?.store.close();
      })();
      return stopping;
    },
  };
}

type Inside = {
  readonly store: Store;
  readonly keys: Keys;
  readonly sender: Sender;
  readonly routes: readonly Route[];
  readonly rhythm: Rhythm | null;
};

/** The organisation that the request may see. An API key never authors, the token never reads as a reader. */
function admit(
  asker: Asker,
  request: IncomingMessage,
  params: Readonly<Record<string, string>>,
  inside: Pick<Inside, 'store' | 'keys'>,
  token: string,
): string {
  switch (asker) {
    case 'anyone':
      return '';
    case 'reader': {
      const sent = request.headers['x-api-key'];
      if (typeof sent !== 'string' || sent === '') {
        throw new Refused(401, 'MISSING_API_KEY', 'Send the API key in the X-API-Key header.');
      }
      const key = inside.keys.admit(sent);
      if (key === null) throw new Refused(401, 'INVALID_API_KEY', 'That API key is not valid.');
      return key.organisation;
    }
    case 'author': {
      const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const challenge = { 'WWW-Authenticate': 'Bearer' };
      if (sent === undefined) {
        throw new Refused(401, 'MISSING_TOKEN', 'Send the token as Authorization: Bearer.', null, challenge);
      }
      if (!isSameSecret(sent, token)) {
        throw new Refused(401, 'INVALID_TOKEN', 'That token is not valid.', null, challenge);
      }
      const organisation = params['organisation'];
      if (organisation === undefined) return '';
      if (inside.store.organisations().includes(organisation)) return organisation;
      throw new Refused(404, 'ORGANISATION_NOT_FOUND', 'There is no such organisation.');
    }
    default: {
      const unreachable: never = asker;
      return unreachable;
    }
  }
}

function givenEndpoint(url: string, secret: string, nowMs: number): Endpoint {
  const createdAt = new Date(nowMs).toISOString();
  // The same address is the same endpoint at the next start, so that what it is owed stays owed.
  return {
    id: `whk_given_${hashOf(url).slice(0, 12)}`,
    organisation: null,
    name: url,
    url,
    signing: 'body',
    secret,
    createdAt,
  };
}

/** A name for the bound address that others can reach: of a wildcard the first one that is not this machine's alone. */
function addressOf(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((address) => address.family === 'IPv4' && !address.internal);
  return found?.address ?? '127.0.0.1';
}
