/** Opens a control server over a small show in memory. */

import { expect, onTestFinished } from 'vitest';
import type { ServiceCheck } from '../../src/contract/secrets.ts';
import type { Collection, Item } from '../../src/core/collection.ts';
import { emptyShow } from '../../src/core/show.ts';
import { noPollsToday } from '../../src/core/source.ts';
import { createControl } from '../../src/engine/control.ts';
import { createPulls } from '../../src/engine/feed/pulls.ts';
import { createTheme } from '../../src/engine/feed/theme.ts';
import type { Failure } from '../../src/engine/http/failure.ts';
import { type AsRun, openAsRun } from '../../src/engine/logs/asRun.ts';
import { openEventLog } from '../../src/engine/logs/eventLog.ts';
import { openHistory } from '../../src/engine/logs/history.ts';
import { openRecorder } from '../../src/engine/logs/recorder.ts';
import type { MediaCache } from '../../src/engine/media/cache.ts';
import type { Candidates } from '../../src/engine/poll/candidates.ts';
import { type Ports, systemClock } from '../../src/engine/ports.ts';
import { createSecretsService } from '../../src/engine/settings/secretsService.ts';
import { openServiceKey } from '../../src/engine/settings/serviceKey.ts';
import { settingsSchema } from '../../src/engine/settings/settings.ts';
import { createSettingsService } from '../../src/engine/settings/settingsService.ts';
import { createMemoryStorage } from '../../src/engine/settings/settingsStorage.ts';
import { openTokens } from '../../src/engine/settings/tokens.ts';
import type { ShowSwitch } from '../../src/engine/showSwitch.ts';
import { createSignatureDetector } from '../../src/engine/signing/signatureDetector.ts';
import { createStore } from '../../src/engine/store.ts';
import { createUpdates, type UpdateInstaller } from '../../src/engine/updates.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type ApiDocument, createConformanceCheck } from './conformance.ts';
import { createMemorySecretStore } from './memorySecretStore.ts';
import { aloneDeps, readTestSettings } from './testSettings.ts';

export const deskToken = 'desk-token-for-tests';
export const webhookSecret = 'webhook-secret-for-tests';

export function post(id: string, message = id): Item {
  return {
    id,
    fullName: id.toUpperCase(),
    username: id,
    source: 'INSTAGRAM',
    message,
    profileImageUrl: null,
    media: [],
    publishedAt: '2026-11-20T17:00:00Z',
    lastModifiedDate: '2026-11-20T17:00:00Z',
    extra: null,
  };
}

export function collection(second: number, live: readonly Item[], staging: readonly Item[] = []): Collection {
  const lastModifiedDate = new Date(Date.UTC(2026, 10, 20, 18, 0, second)).toISOString();
  return {
    id: 'col_1',
    name: 'Viewer posts',
    contentType: 'SOCIAL_POST',
    createdDate: '2026-11-20T00:00:00Z',
    lastModifiedDate,
    staging,
    live,
  };
}

export const noMedia: MediaCache = {
  configure: () => undefined,
  start: async () => undefined,
  stop: async () => undefined,
  handle: async (_, response) => void response.writeHead(404).end(),
  failureOf: () => null,
  measure: async () => ({
    ...{ all: { files: 0, bytes: 0 }, onAir: { files: 0, bytes: 0 }, unused: { files: 0, bytes: 0 } },
    freeBytes: null,
  }),
  setPoster: async () => null,
  deleteUnused: async () => 3,
  purge: async () => undefined,
};

const serviceCheck: ServiceCheck = {
  ...{
    ok: true,
    status: 200,
    latencyMs: 1,
    clockSkewMs: 0,
    collections: 1,
    isCached: false,
    serviceWords: null,
    problem: null,
  },
};

/** Finds a newer version, and never installs it. */
const installer: UpdateInstaller = {
  needsAdministrator: false,
  check: async () => '0.2.0',
  download: async () => undefined,
  installAndRestart: () => undefined,
  relaunch: () => undefined,
};

const noConsumers = {
  consumers: () => [],
  countConsumers: () => 0,
  requiresToken: () => false,
  base: () => 'http://127.0.0.1:7411',
  takedowns: () => new Map(),
};

/** The document is the same for every show, so it is read once in each test file. */
let checkAnswer: Promise<ReturnType<typeof createConformanceCheck>> | null = null;

async function fetchDocument(base: string): Promise<ApiDocument> {
  const headers = { authorization: `Bearer ${deskToken}` };
  return (await (await fetch(`${base}/api/openapi.json`, { headers })).json()) as ApiDocument;
}

/** Listens on a free port. `call` fails if an answer is not as the OpenAPI document describes it. Feed `main` uses `col_1`, with posts a, b and c live and s in staging. `changes` replace parts of the as-run log, and `media` the cache. */
export async function openControl(changes: Partial<AsRun> = {}, media: MediaCache = noMedia) {
  const dataDir = createTemporaryFolder('control');
  const logged: Parameters<Ports['log']>[] = [];
  let frozenMs: number | null = null;
  const ports: Ports = {
    clock: { ...systemClock, monotonicMs: () => frozenMs ?? systemClock.monotonicMs() },
    log: (...line) => void logged.push(line),
    secrets: {
      apiKey: async () => null,
      webhookSecrets: async () => [webhookSecret],
      deskToken: async () => deskToken,
    },
  };
  const store = createStore(emptyShow, async () => undefined, ports);
  const at = '2026-11-20T18:00:00.000Z';
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at });
  const arrive = (next: Collection) =>
    store.apply({ type: 'collectionArrived', collection: next, from: 'poll', accept: 'newer', at });
  await arrive(collection(0, [post('a'), post('b'), post('c')], [post('s')]));

  const read = readTestSettings({ feeds: [{ slug: 'main', collectionId: 'col_1' }] });
  const sourceCalls: string[] = [];
  let notSent: Failure | null = null;
  let serviceAnswers: Promise<void> = Promise.resolve();
  const listCollections = async () => {
    const { staging, live, ...header } = collection(0, [post('z')]);
    return { rows: [{ ...header, stagingCount: staging.length, liveCount: live.length }], page: 0, totalPages: 1 };
  };
  const fetchCollection = async (id: string) => {
    sourceCalls.push(`read ${id}`);
    await serviceAnswers;
    return { ...collection(0, [post('z')]), id };
  };
  const candidates: Candidates = {
    check: async () => serviceCheck,
    listCollections,
    fetchCollection: async (_, id) => ({ ...collection(0, [post('z')]), id }),
  };
  const showSwitch: ShowSwitch = {
    isFirstStart: () => false,
    describe: () => Promise.reject(new Error('no desk asks for it')),
    ownKey: async () => null,
    leaveDemo: async () => null,
    enterDemo: async () => null,
  };
  const source = {
    candidates,
    pollsToday: () => noPollsToday,
    probeWebhook: async () => 405,
    checkNow: async (): Promise<Failure | null> => {
      sourceCalls.push('check');
      return notSent;
    },
    listCollections,
    signatureDetector: createSignatureDetector(
      { ...ports, clock: systemClock },
      () => undefined,
      () => undefined,
    ),
    checkService: async () => serviceCheck,
    isLongUnused: () => false,
    refresh: async (id: string) => {
      sourceCalls.push(`refresh ${id}`);
      return null;
    },
    fetchCollection,
    serviceAddress: () => read.source.baseUrl,
    readCollection: async (id: string) => ({ collection: await fetchCollection(id), facts: {} as never }),
    recordReadForUse: () => undefined,
  };
  const secretStore = createMemorySecretStore();
  const serviceKey = await openServiceKey(secretStore, '', ports);
  const settings = createSettingsService(createMemoryStorage(read), {
    serviceKey,
    store,
    ports,
    dataDir,
    version: '0',
    state: store.state,
    ...aloneDeps,
    apply: async (before, { source: { mode } }) => {
      if (before.source.mode === mode) return;
      sourceCalls.push(`mode ${mode}`);
      await store.apply({ type: 'sourceChanged', source: { mode } });
    },
  });
  const secrets = createSecretsService({
    ...{ secretStore, serviceKey, settings, isDemo: false, ports },
    checkKey: async () => serviceCheck,
    onChanged: () => void sourceCalls.push('new secrets'),
  });
  const tokens = await openTokens(dataDir, ports, () => undefined);
  const history = openHistory(dataDir, { store, ports, limits: { revisions: 5000, bytes: 200_000_000 } });
  const recorder = openRecorder(dataDir, { store, ports });
  const asRun = { ...openAsRun(dataDir, { store, ports, consumersOf: () => 0, takeover: null }), ...changes };
  const eventLog = openEventLog(dataDir, {
    store,
    ports,
    version: '0',
    consumersOf: () => [],
    mayStillShow: () => false,
  });
  await Promise.all([history.start([]), recorder.start(), asRun.start([]), eventLog.start(null, null)]);
  const updates = createUpdates(
    { enabled: true, address: '/updates' },
    {
      ...{ installer, version: '0.1.0', isDemo: false, store, ports },
      ...{ countActiveConsumers: () => 0, stopEngine: async () => undefined, random: () => 0 },
    },
  );
  const pulls = createPulls(systemClock, [], () => undefined);
  const control = createControl(
    {
      isPortAlwaysOpen: true,
      rendererDir: null,
      builtDir: null,
      rehearsal: { host: '127.0.0.1', port: 0 },
      version: '0',
      feedBase: () => 'http://127.0.0.1:7411',
      servicePage: null,
      isDemo: false,
      showSwitch,
      lastActionBefore: () => null,
    },
    {
      store,
      source,
      settings,
      secrets,
      feedServer: { ...noConsumers, pulls: (slug) => (slug === 'main' ? pulls : null) },
      behindConsumers: { confirm: () => [] },
      eventLog,
      history,
      asRun,
      recorder,
      media,
      theme: createTheme(settingsSchema.parse({}).overlay, { store, ports }),
      tokens,
      updates,
      ports,
    },
  );
  const base = (await control.port.set({ host: '127.0.0.1', port: 0, openInApp: false })) ?? '';
  const call = async (method: string, path: string, body: unknown = undefined, token: string | null = deskToken) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers };
    checkAnswer ??= fetchDocument(base).then(createConformanceCheck);
    expect([method, path, (await checkAnswer)({ method, path, ...answer })]).toEqual([method, path, []]);
    return answer;
  };
  const stop = async (): Promise<void> => {
    await eventLog.stop();
    await control.rehearsal.stop();
    await control.port.stop();
    await Promise.all([asRun.stop(), recorder.stop(), history.stop()]);
  };
  return {
    base,
    store,
    asRun,
    eventLog,
    dispatch: control.dispatch,
    detector: source.signatureDetector,
    logged,
    serveDesk: control.serveDesk,
    arrive,
    sourceCalls,
    /** Why the next *Check now* sends nothing. */
    setNotSent: (reason: Failure | null) => {
      notSent = reason;
    },
    call,
    /** Stops the monotonic clock until the test ends, so that a slow machine stays as far over a rate limit as a quick one. */
    freezeClock: () => {
      frozenMs = systemClock.monotonicMs();
      onTestFinished(() => {
        frozenMs = null;
      });
    },
    /** The service answers only when the returned function is called. */
    holdService: () => {
      let answer = (): void => undefined;
      serviceAnswers = new Promise((resolve) => {
        answer = resolve;
      });
      return answer;
    },
    stop,
  };
}
