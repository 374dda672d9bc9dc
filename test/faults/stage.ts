/** A whole engine on real ports and a real disk, a service behind the chaos proxy, and a graphics client that watches the feed. */
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ShowState } from '../../src/core/show.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { type Clock, type Ports, systemClock } from '../../src/engine/ports.ts';
import { readSettings } from '../../src/engine/record/settings.ts';
import { type CollectionJson, collection, payload, post, type Respond, serving } from '../engine/source/bench.ts';
import type { Chance } from './chance.ts';
import { type ChaosProxy, startChaosProxy } from './chaosProxy.ts';
import { type Probe, startProbe } from './probe.ts';

export const canaryKey = 'key-canary-5d1e';
export const canarySecret = 'secret-canary-8a27';
export const stagingCanary = 'staging-canary-44c0';

export type StageSettings = {
  readonly mode: 'poll' | 'push' | 'hybrid';
  readonly intervalSeconds: number;
  readonly fullEverySeconds: number;
  /** Over the source settings. */
  readonly source: Readonly<Record<string, unknown>>;
};

export type Stage = {
  readonly chance: Chance;
  readonly proxy: ChaosProxy;
  readonly probe: Probe;
  readonly dataDir: string;
  /** What the service answers from now on; null: what it has. */
  readonly answer: (respond: Respond | null) => void;
  readonly requests: () => number;
  /** A new version with so many posts on its live list; answers their ids. */
  readonly edit: (posts: number) => readonly string[];
  readonly current: () => CollectionJson;
  readonly put: (body: CollectionJson) => void;
  readonly state: () => ShowState;
  readonly onAir: () => readonly string[];
  readonly codes: () => readonly string[];
  /** Waits until the condition holds; throws with `what` when it does not in time. */
  readonly until: (what: string, withinMs: number, condition: () => boolean) => Promise<void>;
  readonly deliver: (body: CollectionJson | null, over?: Delivery) => Promise<number>;
  readonly webhookPort: () => number;
  /** Stops the engine and starts another on the same disk, with other settings where given. */
  readonly restart: (over: Partial<StageSettings>) => Promise<void>;
  readonly clock: { jumpMs: number };
  readonly logged: readonly string[];
  readonly servicePort: number;
  readonly end: () => Promise<void>;
};

export type Delivery = {
  readonly secret?: string;
  readonly raw?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
};

export const usualStage: StageSettings = { mode: 'poll', intervalSeconds: 1, fullEverySeconds: 5, source: {} };

/** Starts everything and waits until the first list is on air. */
export async function setStage(settings: StageSettings, chance: Chance, dataRoot = tmpdir()): Promise<Stage> {
  let version = 1;
  let body = make(version, chance.between(1, 6));
  let special: Respond | null = null;
  let requests = 0;
  const service = createServer((request, response) => {
    requests += 1;
    if (request.headers['x-api-key'] !== canaryKey) {
      response.writeHead(401, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { code: 'INVALID_API_KEY', message: 'no' } }));
      return;
    }
    (special ?? serving(() => body))(request, response);
  });
  const servicePort = await listen(service);
  const proxy = await startChaosProxy(servicePort, chance.next);
  const dataDir = await mkdtemp(join(dataRoot, 'greenroom-fault-'));
  const jump = { jumpMs: 0 };
  const clock: Clock = { ...systemClock, now: () => systemClock.now() + jump.jumpMs };
  const logged: string[] = [];
  const ports: Ports = {
    clock,
    log: (level, code, fields) => void logged.push(`${level} ${code} ${JSON.stringify(fields)}`),
    secrets: {
      apiKey: async () => canaryKey,
      webhookSecrets: async () => [canarySecret],
      deskToken: async () => 'desk-canary',
    },
  };
  let present = settings;
  const build = async (): Promise<{ engine: Engine; feed: string; webhook: string | null }> => {
    const { settings: read, faults } = readSettings({
      source: {
        baseUrl: `http://127.0.0.1:${proxy.port}`,
        mode: present.mode,
        poll: { intervalSeconds: present.intervalSeconds, fullEverySeconds: present.fullEverySeconds },
        push: { host: '127.0.0.1', port: 0, reconcileSeconds: 5 },
        ...present.source,
      },
      feeds: [{ slug: 'main', collectionId: 'col_1' }],
      feedServer: { port: 0 },
    });
    if (read === null) throw new Error(JSON.stringify(faults));
    const engine = await createEngine(read, ports, {
      dataDir,
      kept: null,
      isDemo: false,
      ownHosts: [],
      rendererDir: null,
      overlayDir: null,
      hasControlPort: false,
      isPortFatal: false,
      problems: [],
      version: '0.0.0',
    });
    const { feed, webhook } = await engine.start();
    if (feed === null) throw new Error('the feed does not listen');
    return { engine, feed, webhook };
  };
  let running = await build();
  const probe = startProbe(() => running.feed, stagingCanary);
  const onAir = (): readonly string[] => running.engine.state().feeds[0]?.onAir.items.map((item) => item.id) ?? [];
  const until: Stage['until'] = async (what, withinMs, condition) => {
    for (const endMs = performance.now() + withinMs; performance.now() < endMs; ) {
      if (condition()) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    throw new Error(`not within ${withinMs} ms: ${what} (on air ${onAir().join(',')})`);
  };
  const stage: Stage = {
    chance,
    proxy,
    probe,
    dataDir,
    answer: (respond) => {
      special = respond;
    },
    requests: () => requests,
    edit: (posts) => {
      version += 1;
      body = make(version, posts);
      return body.liveContents.map((one) => one.id);
    },
    current: () => body,
    put: (next) => {
      body = next;
    },
    state: () => running.engine.state(),
    onAir,
    codes: () => running.engine.state().problems.map((problem) => problem.code),
    until,
    deliver: (data, over = {}) => deliver(running.webhook, data, over),
    webhookPort: () => Number(new URL(running.webhook ?? '').port),
    restart: async (over) => {
      probe.pause(true);
      await running.engine.stop();
      present = { ...present, ...over };
      running = await build();
      probe.pause(false);
    },
    clock: jump,
    logged,
    servicePort,
    end: async () => {
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
  await until('the first list is on air', 8000, () => onAir().length > 0);
  probe.pause(false);
  return stage;
}

/** A version of the collection, with a post on its staging list that must never be seen on the feed. */
export function make(version: number, posts: number): CollectionJson {
  const ids = Array.from({ length: posts }, (_, place) => `v${version}-${place}`);
  return collection('col_1', version, ids, { stagingContents: [post('staged', { message: stagingCanary })] });
}

async function deliver(webhook: string | null, data: CollectionJson | null, over: Delivery): Promise<number> {
  if (webhook === null) throw new Error('nothing listens for deliveries');
  const raw = over.raw ?? JSON.stringify(data === null ? null : payload(data));
  const signature = createHmac('sha256', over.secret ?? canarySecret)
    .update(raw)
    .digest('hex');
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-event': 'COLLECTION_UPDATED',
      'x-webhook-delivery-timestamp': new Date().toISOString(),
      'x-webhook-signature': `sha256=${signature}`,
      ...over.headers,
    },
    body: raw,
  });
  await answer.arrayBuffer();
  return answer.status;
}

export function listen(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)));
}
