/** The built-in Content Collections Service: starts and stops its store, HTTP server and webhook sender together. */
import { randomBytes } from 'node:crypto';
import { isLoopbackName } from '../http/hostGuard.ts';
import { closeServer, listen } from '../http/listen.ts';
import { findReachableHost } from '../http/machineAddresses.ts';
import { addCollectionRoutes } from './authoring/collectionRoutes.ts';
import { addEventsRoute } from './authoring/eventsRoute.ts';
import { addItemRoutes } from './authoring/itemRoutes.ts';
import { type AddDemoShow, addKeyRoutes } from './authoring/keyRoutes.ts';
import { addWebhookRoutes } from './authoring/webhookRoutes.ts';
import { addDemoShow } from './demo/addDemoShow.ts';
import { createDemoActivity, type DemoActivity, defaultPace } from './demo/demoActivity.ts';
import { readDemoShow } from './demo/demoShow.ts';
import { addFaults } from './faults/applyFaults.ts';
import { addFaultRoutes } from './faults/faultRoutes.ts';
import { createFaultSwitches } from './faults/faultSwitches.ts';
import { requireKey, requireToken } from './http/access.ts';
import { type App, createApp } from './http/app.ts';
import { createKeys, hashOf } from './keys.ts';
import { addMediaRoute, addMediaUpload } from './mediaRoutes.ts';
import { addOpenApi, recordOperations } from './openapi.ts';
import { addOpenApiPages } from './openapiPage.ts';
import { addPages } from './pages.ts';
import { addReadApi } from './readApi.ts';
import type { ServiceClock } from './serviceClock.ts';
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
  readonly clock: ServiceClock;
  readonly log: StorePorts['log'];
};

export type ServiceTuning = {
  readonly retries: RetrySettings;
  /** Journal size that triggers a checkpoint, in bytes. */
  readonly checkpointBytes: number;
  readonly mediaQuotaBytes: number;
};

export const defaultTuning: ServiceTuning = {
  retries: defaultRetries,
  checkpointBytes: 4 * 1024 * 1024,
  mediaQuotaBytes: 10 * 1024 ** 3,
};

export type StartedService = { readonly baseUrl: string; readonly authoringUrl: string; readonly token: string };

export type Service = {
  /** Rejects with PortTaken, or with the error from opening the data directory. */
  readonly start: () => Promise<StartedService>;
  readonly stop: () => Promise<void>;
};

export function createService(settings: ServiceSettings, tuning: ServiceTuning, ports: ServicePorts): Service {
  const { clock, log } = ports;
  const token = settings.token ?? randomBytes(24).toString('base64url');
  const webhookClient = createWebhookClient();
  let running: RunningService | null = null;
  let origin = '';
  let port = settings.port;
  let stopping: Promise<void> | null = null;

  const app = createApp(isLoopbackName(settings.host), (error) =>
    log('error', 'SERVICE_FAULT', { reason: error instanceof Error ? error.stack : 'unknown' }),
  );

  const open = async (): Promise<RunningService> => {
    const startupEndpoints = settings.webhooks.map(({ url, secret }) => toStartupEndpoint(url, secret, clock.now()));
    const { checkpointBytes, mediaQuotaBytes } = tuning;
    const store = await openStore(
      { directory: settings.dataDir, startupEndpoints, checkpointBytes, mediaQuotaBytes },
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
    const describe = await recordOperations(app);
    await app.register(async (reading) => {
      requireKey(reading, keys);
      if (switches !== null) addFaults(reading, switches, store, settings.isVaryLiteral, Math.random);
      addReadApi(reading, store, settings.isVaryLiteral);
    });
    const addAuthoringRoutes = async (authoring: App): Promise<void> => {
      requireToken(authoring, token, store);
      if (switches !== null) addFaultRoutes(authoring, switches);
      addCollectionRoutes(authoring, store);
      addItemRoutes(authoring, store, { now: clock.now, ownPort: () => port });
      addWebhookRoutes(authoring, store, sender, clock.now);
      addKeyRoutes(authoring, { store, keys, now: clock.now, addDemoShow: addDemo, hasFaults: switches !== null });
      addEventsRoute(authoring, store, keys, clock);
      await authoring.register(async (upload) => addMediaUpload(upload, store));
    };
    await app.register(addAuthoringRoutes, { prefix: '/authoring/v1' });
    addMediaRoute(app, store);
    addOpenApi(app, describe);
    addOpenApiPages(app, describe, settings.pageDir);
    addPages(app, settings.pageDir);
    const activity = settings.fixtures === 'demo' ? await openDemo(store, addDemo) : null;
    await app.ready();
    return { store, sender, activity };
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
      port = await listen(app.server, settings.host, settings.port);
      origin = `http://${findReachableHost(settings.host)}:${port}`;
      try {
        running = await open();
      } catch (error) {
        await closeServer(app.server, 1000);
        throw error;
      }
      running.sender.start();
      running.activity?.start();
      return { baseUrl: origin, authoringUrl: `${origin}/authoring/`, token };
    },
    stop: () => {
      stopping ??= (async () => {
        await closeServer(app.server, 2000);
        await app.close();
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
  readonly sender: Sender;
  readonly activity: DemoActivity | null;
};

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
