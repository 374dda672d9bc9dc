/** The built-in Content Collections Service: starts and stops its store, HTTP server and webhook sender together. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { networkInterfaces } from 'node:os';
import { createCollectionRoutes } from './authoring/collectionRoutes.ts';
import { createEventsRoute } from './authoring/eventsRoute.ts';
import { type AddDemoShow, createKeyRoutes } from './authoring/keyRoutes.ts';
import { createWebhookRoutes } from './authoring/webhookRoutes.ts';
import { addDemoShow } from './demo/addDemoShow.ts';
import { createDemoActivity, type DemoActivity, defaultPace } from './demo/demoActivity.ts';
import { readDemoShow } from './demo/demoShow.ts';
import { withFaults } from './faults/applyFaults.ts';
import { createFaultRoutes } from './faults/faultRoutes.ts';
import { createFaultSwitches } from './faults/faultSwitches.ts';
import { isLoopback } from './http/host.ts';
import { listenOn, stopListening } from './http/listen.ts';
import { HttpError } from './http/response.ts';
import type { Caller, Route } from './http/route.ts';
import { createHttpServer } from './http/server.ts';
import { createKeys, hashOf, isSameSecret, type Keys } from './keys.ts';
import { createMediaRoutes } from './mediaRoutes.ts';
import { createOpenApiRoute } from './openapi.ts';
import { createOpenApiPageRoutes } from './openapiPage.ts';
import { createPageRoutes } from './pages.ts';
import { createReadRoutes } from './readApi.ts';
import { type Endpoint, openStore, type Store, type StorePorts } from './store.ts';
import { defaultRetries, type RetrySettings } from './webhooks/outcome.ts';
import { createSender, type Sender } from './webhooks/sender.ts';
import { createWebhookClient } from './webhooks/webhookClient.ts';

export type ServiceSettings = {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly dataDir: string;
  /** The demo show goes to the first key’s organisation. */
  readonly keys: readonly { readonly key: string; readonly organisation: string }[];
  readonly fixtures: 'demo' | 'empty';
  /** Endpoints notified of every organisation’s changes. */
  readonly webhooks: readonly { readonly url: string; readonly secret: string }[];
  /** Sends the service document’s own Vary header, which lacks X-API-Key. */
  readonly isVaryLiteral: boolean;
  /** Enables the fault switches. */
  readonly hasFaultSwitches: boolean;
  /** The authoring token; `null` to generate one. */
  readonly token: string | null;
  /** Moves posts in the demo’s main collection from time to time. */
  readonly hasDemoActivity: boolean;
  /** Folder of the demo show: resources/demo. */
  readonly demoDir: string;
  /** Folder of the built authoring page; `null` if it is not built. */
  readonly pageDir: string | null;
};

export type ServicePorts = {
  readonly clock: {
    /** Epoch milliseconds. */
    readonly now: () => number;
    /** Calls back once. Returns a function that cancels it. */
    readonly after: (milliseconds: number, callback: () => void) => () => void;
  };
  readonly log: StorePorts['log'];
};

export type ServiceTuning = {
  readonly retries: RetrySettings;
  /** Journal size that triggers a checkpoint, in bytes. */
  readonly checkpointBytes: number;
};

export const defaultTuning: ServiceTuning = { retries: defaultRetries, checkpointBytes: 4 * 1024 * 1024 };

export type StartedService = { readonly baseUrl: string; readonly authoringUrl: string; readonly token: string };

export type Service = {
  /** Rejects with ServicePortTaken, or with the error from opening the data directory. */
  readonly start: () => Promise<StartedService>;
  readonly stop: () => Promise<void>;
};

export function createService(settings: ServiceSettings, ports: ServicePorts): Service {
  return createTunedService(settings, defaultTuning, ports);
}

/** Like `createService`, with custom retry times and checkpoint size. */
export function createTunedService(settings: ServiceSettings, tuning: ServiceTuning, ports: ServicePorts): Service {
  const { clock, log } = ports;
  const token = settings.token ?? randomBytes(24).toString('base64url');
  const webhookClient = createWebhookClient();
  let running: RunningService | null = null;
  let origin = '';
  let port = settings.port;
  let stopping: Promise<void> | null = null;

  const server = createHttpServer({
    routes: () => running?.routes ?? null,
    authorise: (caller, request, params) => {
      if (running === null) throw new HttpError(503, 'SERVICE_UNAVAILABLE', 'The service is starting.');
      return authorise(caller, request, params, running, token);
    },
    isLoopbackBound: isLoopback(settings.host),
    onFault: (error) => log('error', 'SERVICE_FAULT', { reason: error instanceof Error ? error.stack : 'unknown' }),
  });

  const open = async (): Promise<RunningService> => {
    const startupEndpoints = settings.webhooks.map(({ url, secret }) => toStartupEndpoint(url, secret, clock.now()));
    const { checkpointBytes } = tuning;
    const store = await openStore(
      { directory: settings.dataDir, startupEndpoints, checkpointBytes },
      { now: clock.now, log },
    );
    for (const { organisation } of settings.keys) await store.addOrganisation(organisation);
    const keys = createKeys(store, settings.keys, clock.now);
    const sender = createSender(store, tuning.retries, {
      clock,
      log,
      post: webhookClient.post,
      random: Math.random,
      base: () => origin,
    });
    const addDemo: AddDemoShow = async (organisation) =>
      addDemoShow(store, organisation, await readDemoShow(settings.demoDir), clock.now());
    const switches = settings.hasFaultSwitches ? createFaultSwitches(store, Math.random) : null;
    const readRoutes = createReadRoutes(store, settings.isVaryLiteral);
    const routes: readonly Route[] = [
      ...(switches === null
        ? readRoutes
        : withFaults(readRoutes, switches, store, settings.isVaryLiteral, Math.random)),
      ...(switches === null ? [] : createFaultRoutes(switches)),
      ...createCollectionRoutes(store, { now: clock.now, ownPort: () => port }),
      ...createWebhookRoutes(store, () => sender, clock.now),
      ...createKeyRoutes(store, keys, clock.now, addDemo),
      createEventsRoute(store, keys, clock),
      ...createMediaRoutes(store),
      createOpenApiRoute(() => routes),
      ...createOpenApiPageRoutes(() => routes),
      ...createPageRoutes(settings.pageDir),
    ];
    const activity = settings.fixtures === 'demo' ? await openDemo(store, addDemo) : null;
    return { store, keys, sender, routes, activity };
  };
  const openDemo = async (store: Store, addDemo: NonNullable<AddDemoShow>): Promise<DemoActivity | null> => {
    const organisation = settings.keys[0]?.organisation;
    if (organisation === undefined) return null;
    const { mainId } = await addDemo(organisation);
    if (!settings.hasDemoActivity) return null;
    const pace = { organisation, collectionId: mainId, ...defaultPace };
    const onFailed = (error: unknown): void =>
      log('warn', 'SERVICE_RHYTHM_FAILED', { reason: error instanceof Error ? error.message : 'unknown' });
    const activityClock = { monotonicMs: () => performance.now(), after: clock.after };
    return createDemoActivity(pace, { clock: activityClock, store, onFailed });
  };

  return {
    start: async () => {
      port = await listenOn(server, settings.host, settings.port);
      origin = `http://${publicHostOf(settings.host)}:${port}`;
      try {
        running = await open();
      } catch (error) {
        await stopListening(server, 1000);
        throw error;
      }
      running.sender.start();
      running.activity?.start();
      return { baseUrl: origin, authoringUrl: `${origin}/authoring/`, token };
    },
    stop: () => {
      stopping ??= (async () => {
        await stopListening(server, 2000);
        await running?.activity?.stop();
        await running?.sender.stop();
        await webhookClient.close();
        await running?.store.close();
      })();
      return stopping;
    },
  };
}

type RunningService = {
  readonly store: Store;
  readonly keys: Keys;
  readonly sender: Sender;
  readonly routes: readonly Route[];
  readonly activity: DemoActivity | null;
};

/** Returns the organisation that the request may see. API keys cannot author; the token cannot read. */
function authorise(
  caller: Caller,
  request: IncomingMessage,
  params: Readonly<Record<string, string>>,
  running: Pick<RunningService, 'store' | 'keys'>,
  token: string,
): string {
  switch (caller) {
    case 'anyone':
      return '';
    case 'reader': {
      const sent = request.headers['x-api-key'];
      if (typeof sent !== 'string' || sent === '') {
        throw new HttpError(401, 'MISSING_API_KEY', 'The X-API-Key header is missing. Send it with an API key.');
      }
      const key = running.keys.authenticate(sent);
      if (key === null) throw new HttpError(401, 'INVALID_API_KEY', 'The API key is not valid.');
      return key.organisation;
    }
    case 'author': {
      const sent = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      const challenge = { 'WWW-Authenticate': 'Bearer' };
      if (sent === undefined) {
        throw new HttpError(
          401,
          'MISSING_TOKEN',
          'The token is missing. Send it as Authorization: Bearer TOKEN.',
          null,
          challenge,
        );
      }
      if (!isSameSecret(sent, token)) {
        throw new HttpError(401, 'INVALID_TOKEN', 'The token is not valid.', null, challenge);
      }
      const organisation = params['organisation'];
      if (organisation === undefined) return '';
      if (running.store.organisations().includes(organisation)) return organisation;
      throw new HttpError(404, 'ORGANISATION_NOT_FOUND', 'No such organisation.');
    }
    default: {
      const unreachable: never = caller;
      return unreachable;
    }
  }
}

function toStartupEndpoint(url: string, secret: string, nowMs: number): Endpoint {
  const createdAt = new Date(nowMs).toISOString();
  // The id is derived from the address, so waiting deliveries survive a restart.
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

/** Returns the host for URLs: for a wildcard bind, this machine’s first external IPv4 address. */
function publicHostOf(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host.includes(':') ? `[${host}]` : host;
  const found = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find((address) => address.family === 'IPv4' && !address.internal);
  return found?.address ?? '127.0.0.1';
}
