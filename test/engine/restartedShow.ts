/** Runs a show on a service that can be switched off, again and again on the same data. */
import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { createEngine, type Engine, type EngineOptions } from '../../src/engine/engine.ts';
import { type Ports, systemClock } from '../../src/engine/ports.ts';
import { listen } from '../../src/http/listen.ts';
import { waitUntil } from '../waitUntil.ts';
import { createEngineOptions } from './engineOptions.ts';
import { createMemorySecretStore } from './memorySecretStore.ts';
import { type CollectionJson, respondWithCollection, respondWithStatus } from './sourceHarness.ts';
import { readTestSettings } from './testSettings.ts';

function createPorts(secretValues: ReadonlyMap<string, string>): Ports {
  const apiKey = async () => secretValues.get('apiKey') ?? null;
  const secrets = { apiKey, webhookSecrets: async () => [], deskToken: async () => 'token' };
  return { clock: systemClock, log: () => undefined, secrets };
}

const noCollections = { collections: [], meta: { totalItems: 0, totalPages: 1 } };

/** A service with these collections, which can be switched off. */
export async function openService(...initial: readonly CollectionJson[]) {
  const collections = new Map(initial.map((each) => [each.id, each]));
  const delayedId = initial[1]?.id;
  let isDown = false;
  let isChecked = false;
  const requests: string[] = [];
  const keys: string[] = [];
  let held: (() => void)[] | null = null;
  const server = createServer(async (request, response) => {
    const id = request.url?.split('/').at(-1);
    requests.push(request.url ?? '');
    keys.push(String(request.headers['x-api-key']));
    const waiting = held;
    if (waiting !== null && id === delayedId) await new Promise<void>((resolve) => waiting.push(resolve));
    const found = collections.get(id ?? '');
    if (isDown) respondWithStatus(503)(request, response);
    else if (isChecked && id?.startsWith('collections?')) response.end(JSON.stringify(noCollections));
    else if (found === undefined) respondWithStatus(404)(request, response);
    else respondWithCollection(() => found)(request, response);
  });
  const port = await listen(server, '127.0.0.1', 0);
  onTestFinished(() => void server.close());
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    setDown: (down: boolean) => {
      isDown = down;
    },
    requests: () => requests,
    /** The API key of each request. */
    keys: () => keys,
    /** Answers a check of the service, with an empty list of its collections. */
    allowCheck: () => {
      isChecked = true;
    },
    change: (changed: CollectionJson) => void collections.set(changed.id, changed),
    remove: (id: string) => void collections.delete(id),
    /** Keeps requests for the second collection waiting. */
    delay: () => {
      held = [];
      return {
        waiting: () => held?.length ?? 0,
        answer: () => held?.shift()?.(),
        end: () => {
          const waiting = held ?? [];
          held = null;
          for (const answer of waiting) answer();
        },
      };
    },
  };
}

export type Feeds = readonly { readonly slug: string; readonly collectionId: string | null }[];

const desk = { name: 'Desk', right: 'desk' } as const;

/** Runs Greenroom until it is stopped. `takeover`: from the show that it replaces. `onOpened` is called before it starts. */
export async function run(
  dataDir: string,
  baseUrl: string,
  feeds: Feeds,
  takeover: EngineOptions['takeover'] = null,
  onOpened: (engine: Engine) => void = () => undefined,
) {
  const settings = readTestSettings({
    source: { baseUrl, poll: { intervalSeconds: 1 } },
    feeds,
    feedServer: { port: 0 },
  });
  const secretValues = new Map([['apiKey', 'key']]);
  const secretStore = createMemorySecretStore(secretValues);
  const options = { ...createEngineOptions(dataDir, secretStore), takeover };
  const engine: Engine = await createEngine(settings, createPorts(secretValues), options);
  onTestFinished(() => engine.stop());
  onOpened(engine);
  await engine.start();
  const feed = (slug = 'main') => engine.state().feeds.find((each) => each.slug === slug);
  return {
    ...{ engine, feed },
    stop: engine.stop,
    onAir: (slug?: string) => feed(slug)?.onAir.items.map(({ id }) => id),
    restart: (slug = 'main') =>
      engine
        .state()
        .problems.filter(({ about, code }) => about === `feed:${slug}` && code.startsWith('FEED_RESTORED'))
        .map(({ message }) => message)
        .join(' '),
    act: (verb: 'hold', slug = 'main') => engine.dispatch(verb, { feed: slug }, desk),
    block: (itemId: string, slug = 'main') => engine.dispatch('block', { feed: slug, itemId, reason: null }, desk),
    point: (collectionId: string, slug = 'main') => engine.dispatch('point', { feed: slug, collectionId }, desk),
  };
}

type Running = Awaited<ReturnType<typeof run>>;
export const untilOnAir = (running: Running, ids: string, slug?: string): Promise<unknown> =>
  waitUntil(`${ids} on air`, () => running.onAir(slug)?.join('') === ids);
