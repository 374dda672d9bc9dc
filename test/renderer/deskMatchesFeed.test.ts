// @vitest-environment happy-dom
/**
 * The desk shows as on air exactly what the feed serves: random sequences of changes at the service and presses at the desk, with a real
 * engine. The desk's rows are compared with `live.json` after each step, and every state that the desk had with the frame of its revision.
 */
import { createServer, get } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { CommandName } from '../../src/core/commandTable.ts';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { type Ports, systemClock } from '../../src/engine/ports.ts';
import { readSettings } from '../../src/engine/settings/settings.ts';
import { closeServer, listen } from '../../src/http/listen.ts';
import { createClient, type DeskClient } from '../../src/renderer/engine/client.ts';
import { isOnAirState } from '../../src/renderer/model/rowModel.ts';
import { currentDesk } from '../../src/renderer/stores/desk.ts';
import { mirrorListeners, useMirror } from '../../src/renderer/stores/engineMirror.ts';
import { createEngineOptions } from '../engine/engineOptions.ts';
import { createMemorySecretStore } from '../engine/memorySecretStore.ts';
import {
  type CollectionJson,
  collection,
  post,
  respondWithCollection,
  respondWithStatus,
} from '../engine/sourceHarness.ts';
import { createRandom, type Random } from '../random.ts';
import { seed } from '../seed.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';

const sequences = Number(process.env['DESK_SEQUENCES'] ?? 40);
const stepsPerSequence = 8;

const ports: Ports = {
  clock: systemClock,
  log: () => undefined,
  secrets: { apiKey: async () => 'key', webhookSecrets: async () => [], deskToken: async () => 'token' },
};
const operator = { name: 'Ines', right: 'desk' } as const;

/** Ids with their texts, in the order on air. */
type Shown = readonly string[];
const shownOf = (items: readonly { readonly id: string; readonly message: string }[]): Shown =>
  items.map(({ id, message }) => `${id}: ${message}`);

type Feed = {
  readonly revision: number;
  readonly gate: string;
  readonly items: readonly { readonly id: string; readonly message: string }[];
};

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function openService() {
  const service = {
    collections: ['a', 'b'].map((id) => collection(id, 1, ['p1', 'p2', 'p3', 'p4', 'p5'])),
    isDown: false,
  };
  const server = createServer((request, response) => {
    const found = service.collections.find(({ id }) => request.url?.includes(`/collections/${id}`));
    if (service.isDown) respondWithStatus(503)(request, response);
    else if (found === undefined) respondWithStatus(404)(request, response);
    else respondWithCollection(() => found)(request, response);
  });
  const port = await listen(server, '127.0.0.1', 0);
  stops.push(() => closeServer(server, 100));
  return { service, baseUrl: `http://127.0.0.1:${port}` };
}

async function startEngine(baseUrl: string): Promise<{ readonly engine: Engine; readonly base: string }> {
  const { settings } = readSettings({
    source: { baseUrl, poll: { intervalSeconds: 60 } },
    feeds: [{ slug: 'main', collectionId: 'a' }],
    feedServer: { port: 0 },
  });
  if (settings === null) throw new Error('invalid test settings');
  const options = createEngineOptions(createTemporaryFolder('desk-feed'), createMemorySecretStore());
  const engine = await createEngine(settings, ports, options);
  stops.push(() => engine.stop());
  const { feed } = await engine.start();
  return { engine, base: feed ?? '' };
}

function openDesk(engine: Engine): DeskClient {
  const client = createClient(
    {
      openWire: async () => {
        const listeners: { toDesk: ((message: never) => void)[]; toEngine: ((message: never) => void)[] } = {
          toDesk: [],
          toEngine: [],
        };
        let isOpen = true;
        const send = (to: readonly ((message: never) => void)[], message: unknown): void => {
          if (isOpen) for (const listener of to) listener(structuredClone(message) as never);
        };
        const closers: (() => void)[] = [];
        const close = (): void => {
          isOpen = false;
          for (const closer of closers) closer();
        };
        engine.serveDesk(
          {
            send: (message) => send(listeners.toDesk, message),
            onMessage: (listener) => void listeners.toEngine.push(listener as never),
            onClose: (listener) => void closers.push(listener),
            close,
          },
          { address: 'window', needsToken: false },
        );
        return {
          send: (message) => send(listeners.toEngine, message),
          onMessage: (listener) => void listeners.toDesk.push(listener as never),
          onClose: (listener) => void closers.push(listener),
          close,
        };
      },
      ...{
        token: null,
        name: 'Ines',
        givenName: null,
        secret: { current: () => 's'.repeat(32), renew: () => undefined },
      },
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
}

const readLive = (base: string): Promise<Feed> =>
  new Promise((resolve, reject) => {
    get(`${base}/feeds/main/live.json`, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    }).on('error', reject);
  });

/** The list that the rows of the desk show as on air; `null` while it is not connected or says that it does not know. */
function readDesk(): { readonly revision: number; readonly gate: string; readonly shown: Shown } | null {
  const desk = currentDesk();
  if (desk === null || desk.disconnectedAt !== null || !desk.feed.served) return null;
  const rows = desk.rows.live.filter(({ state }) => isOnAirState(state));
  const positions = rows.map(({ position }) => position);
  expect(positions).toEqual(positions.map((_, index) => index + 1));
  expect(desk.feed.counts.onAir).toBe(rows.length);
  return { revision: desk.feed.revision, gate: desk.feed.gate, shown: shownOf(rows.map(({ item }) => item)) };
}

function changeService(
  random: Random,
  service: Awaited<ReturnType<typeof openService>>['service'],
  second: number,
): string {
  const kind = random.pick([
    'add',
    'add',
    'add',
    'add',
    'remove',
    'edit',
    'edit',
    'reorder',
    'remove',
    'empty',
    'down',
  ]);
  if (kind === 'down') {
    service.isDown = true;
    return kind;
  }
  service.isDown = false;
  const index = random.between(0, 4) === 0 ? 1 : 0;
  const before = service.collections[index] as CollectionJson;
  const live = [...before.liveContents];
  const at = live.length === 0 ? 0 : random.between(0, live.length - 1);
  if (kind === 'add') live.splice(at, 0, post(`n${second}`, { message: random.pick(['hello', 'evacuation', 'عربي']) }));
  if (kind === 'remove') live.splice(at, 1);
  if (kind === 'edit' && live[at] !== undefined) live[at] = { ...live[at], message: `edited ${second}` };
  if (kind === 'reorder') live.reverse();
  const dated = collection(before.id, second, []);
  service.collections[index] = {
    ...dated,
    liveContents: kind === 'empty' ? [] : live,
    liveContentCount: kind === 'empty' ? 0 : live.length,
  } as CollectionJson;
  return `${kind} ${before.id}`;
}

/** Polls until the feed's collection was read as the service has it now, if the service answers. */
async function pollUntilRead(
  engine: Engine,
  service: { readonly collections: readonly CollectionJson[]; readonly isDown: boolean },
) {
  await engine.dispatch('checkNow', {}, operator);
  const id = engine.state().feeds[0]?.collectionId ?? '';
  const wanted = service.collections.find((each) => each.id === id)?.['lastModifiedDate'];
  if (service.isDown) return;
  await waitUntil('the collection is read', async () => {
    if (engine.state().collections[id]?.collection.lastModifiedDate === wanted) return true;
    await engine.dispatch('checkNow', {}, operator);
    return false;
  });
}

async function act(random: Random, engine: Engine): Promise<string> {
  const feed = engine.state().feeds[0];
  const ids = [
    ...(feed?.onAir.items ?? []),
    ...(feed?.live.items ?? []),
    ...(feed?.blocks ?? []).map(({ itemId }) => ({ id: itemId })),
  ].map(({ id }) => id);
  const itemId = ids.length === 0 ? 'p1' : (ids[random.between(0, ids.length - 1)] ?? 'p1');
  const [name, input] = random.pick<readonly [CommandName, object]>([
    ['hold', {}],
    ['release', { liveVersion: null }],
    ['release', { liveVersion: null }],
    ['release', { liveVersion: null }],
    ['take', { liveVersion: null, only: null }],
    ['take', { liveVersion: null, only: 'removals' }],
    ['clear', {}],
    ['back', {}],
    ['block', { itemId, reason: null }],
    ['unblock', { itemId }],
    ['guards', { words: random.pick([[], ['evacuation']]), authors: [], version: null }],
    ['allow', { itemId }],
    ['rollback', { revision: random.between(1, (feed?.onAir.revision ?? 1) + 1) }],
    ['point', { collectionId: random.pick(['a', 'a', 'a', 'b']), hold: random.pick([true, false]) }],
    ['next', {}],
  ]);
  const result = await engine.dispatch(name, { feed: 'main', ...input }, operator);
  return `${name} ${JSON.stringify(input)} ${result.ok ? 'done' : result.code}`;
}

it(`shows as on air what the feed serves, in ${sequences} random sequences of seed ${seed}`, {
  timeout: 1_800_000,
}, async () => {
  const { service, baseUrl } = await openService();
  const { engine, base } = await startEngine(baseUrl);
  let client = openDesk(engine);
  const frames = new Map<number, Shown>();
  const socket = new WebSocket(`${base.replace('http', 'ws')}/feeds/main/socket`);
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as Feed & { readonly type: string };
    if (frame.type === 'state') frames.set(frame.revision, shownOf(frame.items));
  });
  stops.push(() => socket.terminate());
  /** Every list that the desk showed, by revision. */
  const seen = new Map<number, Shown>();
  /** Revisions that the desk showed with two lists. */
  const changed: string[] = [];
  stops.push(
    useMirror.subscribe(() => {
      const desk = readDesk();
      if (desk === null) return;
      const before = seen.get(desk.revision) ?? desk.shown;
      if (before.join('\n') !== desk.shown.join('\n'))
        changed.push(`revision ${desk.revision}: ${before.join()} became ${desk.shown.join()}`);
      seen.set(desk.revision, desk.shown);
    }),
  );
  await waitUntil('the first list', () => engine.state().feeds[0]?.onAir.items.length === 5);
  let second = 2;
  let compared = 0;
  for (let sequence = 0; sequence < sequences; sequence += 1) {
    const random = createRandom(seed * 10_000 + sequence);
    const steps: string[] = [];
    for (let step = 0; step < stepsPerSequence; step += 1) {
      second += 1;
      const kind = random.between(0, 9);
      if (kind === 0) {
        client.stop();
        client = openDesk(engine);
        steps.push('desk reconnects');
      } else if (kind <= 4) {
        steps.push(changeService(random, service, second));
        await pollUntilRead(engine, service);
      } else steps.push(await act(random, engine));
      const where = `sequence ${sequence}: ${steps.join(', ')}`;
      const pair = await waitUntil(`the desk has the feed’s revision, ${where}`, async () => {
        const [live, desk] = [await readLive(base), readDesk()];
        const now = engine.state().feeds[0]?.onAir.revision;
        return desk !== null && desk.revision === live.revision && now === live.revision && desk.gate === live.gate
          ? { live, desk }
          : null;
      });
      expect(pair.desk.shown, where).toEqual(shownOf(pair.live.items));
    }
  }
  for (const [revision, shown] of seen) {
    const frame = frames.get(revision);
    if (frame === undefined) continue;
    expect(shown, `revision ${revision}`).toEqual(frame);
    compared += 1;
  }
  expect(changed).toEqual([]);
  // A socket that is late skips revisions.
  expect(compared).toBeGreaterThan(sequences / 4);
  process.stdout.write(`${seen.size} revisions seen on the desk, ${compared} compared with their frames.\n`);
});
