/** In-process test bed: an engine with real ports and disk, a service behind the chaos proxy, and a feed probe. */

import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ShowState } from '../../src/core/show.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { type Clock, type Ports, systemClock } from '../../src/engine/ports.ts';
import { readSettings } from '../../src/engine/settings/settings.ts';
import { createEngineOptions } from '../engine/engineOptions.ts';
import { createMemorySecretStore } from '../engine/memorySecretStore.ts';
import {
  type CollectionJson,
  collection,
  payload,
  post,
  type Respond,
  respondWithCollection,
} from '../engine/sourceHarness.ts';
import type { Random } from '../random.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type ChaosProxy, startChaosProxy } from './chaosProxy.ts';
import { expectWithin } from './expectWithin.ts';
import { type Probe, startProbe } from './feedProbe.ts';
import type { RecordMeasurement } from './row.ts';

export const canaryKey = 'key-canary-5d1e';
export const canarySecret = 'secret-canary-8a27';
export const stagingCanary = 'staging-canary-44c0';

export type TestBedSettings = {
  readonly mode: 'poll' | 'push' | 'hybrid';
  readonly intervalSeconds: number;
  readonly fullEverySeconds: number;
  /** Overrides for the source settings. */
  readonly source: Readonly<Record<string, unknown>>;
};

export type EngineTestBed = {
  readonly random: Random;
  readonly proxy: ChaosProxy;
  readonly probe: Probe;
  readonly dataDir: string;
  /** Sets the service's response; `null` serves the current list. */
  readonly respondWith: (respond: Respond | null) => void;
  readonly requestCount: () => number;
  /** Publishes a new version with `postCount` live posts. Returns their ids. */
  readonly edit: (postCount: number) => readonly string[];
  readonly current: () => CollectionJson;
  readonly publish: (body: CollectionJson) => void;
  readonly state: () => ShowState;
  readonly onAir: () => readonly string[];
  readonly problemCodes: () => readonly string[];
  /** Throws with `expectation` if the condition is not met in three times the expected time. */
  readonly waitUntil: (
    expectation: string,
    expectedMs: number,
    condition: () => boolean | Promise<boolean>,
  ) => Promise<void>;
  readonly deliver: (body: CollectionJson | null, overrides?: DeliveryOverrides) => Promise<number>;
  readonly webhookPort: () => number;
  /** Restarts the engine on the same data directory, with these settings changed. */
  readonly restart: (overrides: Partial<TestBedSettings>) => Promise<void>;
  readonly clock: { offsetMs: number };
  /** The engine’s secrets; they may be changed at any time. */
  readonly secrets: { apiKey: string | null; webhook: readonly string[] };
  readonly logLines: readonly string[];
  readonly servicePort: number;
  readonly close: () => Promise<void>;
};

export type DeliveryOverrides = {
  readonly secret?: string;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
};

export const defaultTestBedSettings: TestBedSettings = {
  mode: 'poll',
  intervalSeconds: 1,
  fullEverySeconds: 5,
  source: {},
};

/** Starts the service, proxy, engine and probe, and waits until the first list is on air. */
export async function startEngineTestBed(
  settings: TestBedSettings,
  random: Random,
  record: RecordMeasurement,
  dataRoot: string | null = null,
): Promise<EngineTestBed> {
  let version = 1;
  let body = createVersion(version, random.between(1, 6));
  let override: Respond | null = null;
  let requestCount = 0;
  const service = createServer((request, response) => {
    requestCount += 1;
    if (request.headers['x-api-key'] !== canaryKey) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'INVALID_API_KEY', message: 'no' } }));
      return;
    }
    (override ?? respondWithCollection(() => body))(request, response);
  });
  const servicePort = await listen(service);
  const proxy = await startChaosProxy(servicePort, random.next);
  const dataDir = createTemporaryFolder('fault', dataRoot);
  const wallClock = { offsetMs: 0 };
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + wallClock.offsetMs };
  const logLines: string[] = [];
  const secrets: EngineTestBed['secrets'] = { apiKey: canaryKey, webhook: [canarySecret] };
  const ports: Ports = {
    clock,
    log: (level, code, fields) => void logLines.push(`${level} ${code} ${JSON.stringify(fields)}`),
    secrets: {
      apiKey: async () => secrets.apiKey,
      webhookSecrets: async () => secrets.webhook,
      deskToken: async () => 'desk-canary',
    },
  };
  let currentSettings = settings;
  const startEngine = async (): Promise<{ engine: Engine; feed: string; webhook: string | null }> => {
    const { settings: parsed, faults } = readSettings({
      source: {
        baseUrl: `http://127.0.0.1:${proxy.port}`,
        mode: currentSettings.mode,
        poll: { intervalSeconds: currentSettings.intervalSeconds, fullEverySeconds: currentSettings.fullEverySeconds },
        push: { host: '127.0.0.1', port: 0, reconcileSeconds: 5 },
        ...currentSettings.source,
      },
      feeds: [{ slug: 'main', collectionId: 'col_1' }],
      feedServer: { port: 0 },
    });
    if (parsed === null) throw new Error(JSON.stringify(faults));
    const engine = await createEngine(parsed, ports, createEngineOptions(dataDir, createMemorySecretStore()));
    const { feed, webhook } = await engine.start();
    if (feed === null) throw new Error('no feed server');
    return { engine, feed, webhook };
  };
  let running = await startEngine();
  const probe = startProbe(() => running.feed, stagingCanary);
  const onAir = (): readonly string[] => running.engine.state().feeds[0]?.onAir.items.map((item) => item.id) ?? [];
  const waitUntil: EngineTestBed['waitUntil'] = (expectation, expectedMs, condition) =>
    expectWithin(expectation, expectedMs, condition, record).catch((error: unknown) => {
      throw new Error(`${error instanceof Error ? error.message : error} (on air ${onAir().join(',')})`);
    });
  const testBed: EngineTestBed = {
    random,
    proxy,
    probe,
    dataDir,
    respondWith: (respond) => {
      override = respond;
    },
    requestCount: () => requestCount,
    edit: (postCount) => {
      version += 1;
      body = createVersion(version, postCount);
      return body.liveContents.map(({ id }) => id);
    },
    current: () => body,
    publish: (next) => {
      body = next;
    },
    state: () => running.engine.state(),
    onAir,
    problemCodes: () => running.engine.state().problems.map((problem) => problem.code),
    waitUntil,
    deliver: (data, overrides = {}) => deliver(running.webhook, data, overrides),
    webhookPort: () => Number(new URL(running.webhook ?? '').port),
    restart: async (overrides) => {
      probe.setPaused(true);
      await running.engine.stop();
      currentSettings = { ...currentSettings, ...overrides };
      running = await startEngine();
      probe.setPaused(false);
    },
    clock: wallClock,
    secrets,
    logLines,
    servicePort,
    close: async () => {
      await probe.stop();
      await running.engine.stop();
      await proxy.close();
      await new Promise<void>((resolve) => {
        service.close(() => resolve());
        service.closeAllConnections();
      });
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
  await waitUntil('the first list is on air', 8000, () => onAir().length > 0);
  probe.setPaused(false);
  return testBed;
}

/** Returns a version of the collection. Its staging list has a post that must never appear on the feed. */
export function createVersion(version: number, postCount: number): CollectionJson {
  const ids = Array.from({ length: postCount }, (_, index) => `v${version}-${index}`);
  return collection('col_1', version, ids, { stagingContents: [post('staged', { message: stagingCanary })] });
}

async function deliver(
  webhook: string | null,
  data: CollectionJson | null,
  overrides: DeliveryOverrides,
): Promise<number> {
  if (webhook === null) throw new Error('no webhook listener');
  // The event of a version has just occurred, although its date is fixed.
  const now = new Date().toISOString();
  const raw = overrides.raw ?? JSON.stringify(data === null ? null : payload(data, { timestamp: now }));
  const signature = createHmac('sha256', overrides.secret ?? canarySecret)
    .update(raw)
    .digest('hex');
  const response = await fetch(webhook, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-event': 'COLLECTION_UPDATED',
      'x-webhook-delivery-timestamp': now,
      'x-webhook-signature': `sha256=${signature}`,
      ...overrides.headers,
    },
    body: raw,
  });
  await response.arrayBuffer();
  return response.status;
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}
