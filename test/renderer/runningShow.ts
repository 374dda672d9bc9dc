/** A service, an engine that can be restarted and killed, and a desk that reconnects to it, for random sequences. */
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { WebSocket } from 'ws';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { type Ports, systemClock } from '../../src/engine/ports.ts';
import type { Settings } from '../../src/engine/settings/settings.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createClient, type DeskClient } from '../../src/renderer/engine/client.ts';
import { mirrorListeners } from '../../src/renderer/stores/engineMirror.ts';
import { createEngineOptions } from '../engine/engineOptions.ts';
import { createMemorySecretStore } from '../engine/memorySecretStore.ts';
import {
  type CollectionJson,
  collection,
  payload,
  respondWithCollection,
  respondWithStatus,
} from '../engine/sourceHarness.ts';
import { readTestSettings } from '../engine/testSettings.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

type Stops = (() => unknown)[];

const secret = 'a secret of the tests';

/** Time can be skipped, as if nothing had happened in it; timers are not. */
export function createSkippingClock() {
  let skippedMs = 0;
  return {
    skip: (milliseconds: number) => {
      skippedMs += milliseconds;
    },
    clock: {
      ...systemClock,
      now: () => systemClock.now() + skippedMs,
      monotonicMs: () => systemClock.monotonicMs() + skippedMs,
      uptimeMs: () => systemClock.uptimeMs() + skippedMs,
    },
  };
}

export type SkippingClock = ReturnType<typeof createSkippingClock>;

/** The versions of a collection, newest last; the service can also send an older one. */
type Versions = CollectionJson[];

export type Service = {
  readonly baseUrl: string;
  readonly versions: Readonly<Record<'a' | 'b', Versions>>;
  isDown: boolean;
  /** Versions by which its responses are older. */
  behind: number;
  /** The version that it sends. */
  readonly sent: (id: 'a' | 'b') => CollectionJson;
  /** Adds a version with this list, `second` seconds after the first. */
  readonly change: (id: 'a' | 'b', second: number, live: CollectionJson['liveContents']) => void;
  /** Keeps its responses as they are now: the versions after the sent one never existed. */
  readonly rewind: (id: 'a' | 'b') => void;
};

export async function openService({ clock }: SkippingClock, stops: Stops): Promise<Service> {
  // In the past, however long the sequences are: a delivery dated ahead would be refused.
  const firstMs = Date.now() - 86_400_000;
  const versionOf = (id: string, second: number, live: CollectionJson['liveContents']): CollectionJson => ({
    ...collection(id, second, []),
    ...{ lastModifiedDate: new Date(firstMs + second * 1000).toISOString() },
    ...{ liveContents: live, liveContentCount: live.length },
  });
  const first = (id: string): Versions => [
    versionOf(id, 1, collection(id, 1, ['p1', 'p2', 'p3', 'p4', 'p5']).liveContents),
  ];
  const versions = { a: first('a'), b: first('b') };
  const server = createServer((received, response) => {
    response.setHeader('date', new Date(clock.now()).toUTCString());
    const id = (['a', 'b'] as const).find((each) => received.url?.includes(`/collections/${each}`));
    if (service.isDown) respondWithStatus(503)(received, response);
    else if (id === undefined) respondWithStatus(404)(received, response);
    else respondWithCollection(() => service.sent(id))(received, response);
  });
  const port = await listen(server, '127.0.0.1', 0);
  stops.push(() => closeServer(server, 100));
  const service: Service = {
    baseUrl: `http://127.0.0.1:${port}`,
    versions,
    isDown: false,
    behind: 0,
    sent: (id) => (versions[id].at(-1 - service.behind) ?? versions[id][0]) as CollectionJson,
    change: (id, second, live) => {
      versions[id].push(versionOf(id, second, live));
      // Older ones are never sent again.
      versions[id].splice(0, versions[id].length - 6);
    },
    rewind: (id) => {
      versions[id].splice(Math.max(1, versions[id].length - service.behind));
      service.behind = 0;
    },
  };
  return service;
}

/** Delivers a version as the service does, and returns the response’s status. */
export async function deliver(address: string, version: CollectionJson, occurredAtMs: number): Promise<number> {
  const timestamp = new Date(occurredAtMs).toISOString();
  const raw = JSON.stringify(payload(version, { timestamp }));
  const { port, pathname } = new URL(address);
  // `fetch` is the page’s, which may not read from another origin.
  const sent = request({
    ...{ host: '127.0.0.1', port, path: pathname, method: 'POST' },
    headers: {
      'content-type': 'application/json',
      'x-webhook-event': 'COLLECTION_UPDATED',
      'x-webhook-delivery-timestamp': timestamp,
      'x-webhook-signature': `sha256=${createHmac('sha256', secret).update(raw).digest('hex')}`,
    },
  });
  sent.end(raw);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

export type Show = {
  readonly engine: () => Engine;
  /** Address of the feed; another one after each restart. */
  readonly base: () => string;
  readonly openDesk: () => DeskClient;
  /** Stops Greenroom, or kills it, and starts it on the same data. A desk retries meanwhile. */
  readonly restart: (how: 'stopped' | 'killed') => Promise<void>;
};

/** `onFrame` receives the messages of the feed’s socket. */
export async function startShow(
  baseUrl: string,
  { clock }: SkippingClock,
  onFrame: (text: string) => void,
  stops: Stops,
): Promise<Show> {
  const initial = readTestSettings({
    source: { baseUrl, poll: { intervalSeconds: 60 }, push: { host: '127.0.0.1', port: 0 } },
    feeds: [{ slug: 'main', collectionId: 'a' }],
    feedServer: { port: 0 },
  });
  const ports: Ports = {
    clock,
    log: () => undefined,
    secrets: { apiKey: async () => 'key', webhookSecrets: async () => [secret], deskToken: async () => 'token' },
  };
  const launch = async (dataDir: string, settings: Settings) => {
    const engine = await createEngine(settings, ports, createEngineOptions(dataDir, createMemorySecretStore()));
    const { feed } = await engine.start();
    const socket = new WebSocket(`${(feed ?? '').replace('http', 'ws')}/feeds/main/socket`);
    socket.on('message', (data) => onFrame(String(data)));
    socket.on('error', () => undefined);
    const wires = new Set<() => void>();
    return {
      ...{ engine, dataDir, wires, base: feed ?? '' },
      cutOff: () => {
        for (const close of [...wires]) close();
        socket.terminate();
      },
    };
  };
  let running: Awaited<ReturnType<typeof launch>> | null = await launch(createTemporaryFolder('desk-feed'), initial);
  /** Engines whose files were left as by a kill. */
  const abandoned = new Set<Promise<void>>();
  stops.push(async () => {
    running?.cutOff();
    await Promise.all([running?.engine.stop(), ...abandoned]);
  });
  const now = () => {
    if (running === null) throw new Error('Greenroom is not running');
    return running;
  };
  const openDesk = (): DeskClient => {
    const secretOfDesk = { current: () => 's'.repeat(32), renew: () => undefined };
    const client = createClient(
      {
        ...{ openWire: async () => openWire(now()), token: null, name: 'Ines', givenName: null, secret: secretOfDesk },
        shownRevisions: null,
      },
      { ...mirrorListeners(Date.now), onNamed: () => undefined },
      {
        now: () => performance.now(),
        after: (milliseconds, callback) => {
          const timer = setTimeout(callback, milliseconds);
          return () => clearTimeout(timer);
        },
      },
    );
    stops.push(client.stop);
    return client;
  };
  return {
    engine: () => now().engine,
    base: () => now().base,
    openDesk,
    restart: async (how) => {
      const { engine, dataDir, cutOff } = now();
      const settings = engine.settings();
      running = null;
      if (how === 'stopped') await engine.stop();
      cutOff();
      let left = dataDir;
      if (how === 'killed') {
        left = copyAsKilled(dataDir);
        const stopping = engine.stop().finally(() => abandoned.delete(stopping));
        abandoned.add(stopping);
      }
      running = await launch(left, settings);
    },
  };
}

/** A kill leaves the files as they are now: nothing follows the writes that are under way, because no other code runs meanwhile. */
function copyAsKilled(dataDir: string): string {
  for (let tries = 1; ; tries += 1) {
    const copy = createTemporaryFolder('desk-feed');
    try {
      cpSync(dataDir, copy, { recursive: true });
      return copy;
    } catch (error) {
      // A file was renamed after its folder was read.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 5) throw error;
    }
  }
}

type RunningEngine = { readonly engine: Engine; readonly wires: Set<() => void> };

/** Connects as the window of the desktop app does. */
function openWire({ engine, wires }: RunningEngine) {
  type Listener = (message: never) => void;
  const listeners: { readonly toDesk: Listener[]; readonly toEngine: Listener[] } = { toDesk: [], toEngine: [] };
  const closers: (() => void)[] = [];
  let isOpen = true;
  const send = (to: readonly Listener[], message: unknown): void => {
    if (isOpen) for (const listener of to) listener(structuredClone(message) as never);
  };
  const close = (): void => {
    isOpen = false;
    wires.delete(close);
    for (const closer of closers.splice(0)) closer();
  };
  wires.add(close);
  const sideOf = (to: readonly Listener[], from: Listener[]) => ({
    send: (message: unknown) => send(to, message),
    onMessage: (listener: Listener) => void from.push(listener),
    onClose: (listener: () => void) => void closers.push(listener),
    close,
  });
  engine.serveDesk(sideOf(listeners.toDesk, listeners.toEngine), { address: 'window', needsToken: false });
  return sideOf(listeners.toEngine, listeners.toDesk);
}
