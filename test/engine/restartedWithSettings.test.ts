/** Tests that a start with other settings than before never says that on air is unchanged when it is not. */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createEngine, type Engine } from '../../src/engine/engine.ts';
import { type Ports, systemClock } from '../../src/engine/ports.ts';
import { readSettings } from '../../src/engine/settings/settings.ts';
import { listen } from '../../src/http/listen.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { createEngineOptions } from './engineOptions.ts';
import { createMemorySecretStore } from './memorySecretStore.ts';
import { type CollectionJson, collection, respondWithCollection, respondWithStatus } from './sourceHarness.ts';

const ports: Ports = {
  clock: systemClock,
  log: () => undefined,
  secrets: { apiKey: async () => 'key', webhookSecrets: async () => [], deskToken: async () => 'token' },
};

/** A service with these collections, which can be switched off. */
async function openService(...collections: readonly CollectionJson[]) {
  let isDown = false;
  const server = createServer((request, response) => {
    const id = request.url?.split('/').at(-1);
    const found = collections.find((each) => each.id === id);
    if (isDown) respondWithStatus(503)(request, response);
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
  };
}

type Feeds = readonly { readonly slug: string; readonly collectionId: string | null }[];

const desk = { name: 'Desk', right: 'desk' } as const;

/** Runs Greenroom until it is stopped. */
async function run(dataDir: string, baseUrl: string, feeds: Feeds) {
  const { settings } = readSettings({
    source: { baseUrl, poll: { intervalSeconds: 1 } },
    feeds,
    feedServer: { port: 0 },
  });
  if (settings === null) throw new Error('invalid test settings');
  const engine: Engine = await createEngine(settings, ports, createEngineOptions(dataDir, createMemorySecretStore()));
  onTestFinished(() => engine.stop());
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
  };
}

type Running = Awaited<ReturnType<typeof run>>;
const untilOnAir = (running: Running, ids: string, slug?: string): Promise<unknown> =>
  waitUntil(`${ids} on air`, () => running.onAir(slug)?.join('') === ids);

/** The saved event log as text. */
const readLog = (dataDir: string): string => {
  const folder = join(dataDir, 'event-log');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
};

const main = (collectionId: string): Feeds => [{ slug: 'main', collectionId }];

async function openBoth() {
  return openService(collection('col_1', 1, ['a', 'b']), collection('col_2', 2, ['x', 'y', 'z']));
}

test('with the same settings, on air is said to be unchanged', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const second = await run(dataDir, service.baseUrl, main('col_1'));
  await expect
    .poll(() => second.restart())
    .toBe('Greenroom restarted. On air started unchanged on main: revision 1, following live.');
  expect(second.feed()?.changedAtStart).toBeNull();
});

test('a feed that uses another known collection is said to have changed on air', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_2' }]);
  await untilOnAir(first, 'ab');
  await untilOnAir(first, 'xyz', 'side');
  await first.stop();
  service.setDown(true);
  const second = await run(dataDir, service.baseUrl, [...main('col_2'), { slug: 'side', collectionId: 'col_2' }]);
  expect(second.onAir()).toEqual(['x', 'y', 'z']);
  expect(second.feed()).toMatchObject({
    ...{ hasChangedSinceRestart: true, changedAtStart: 'collection' },
    onAir: { cause: 'rule', verb: 'restart' },
  });
  await expect
    .poll(() => second.restart())
    .toBe(
      'Greenroom restarted with other settings: main uses another collection. On air has changed: revision 2, following live.',
    );
  await expect.poll(() => second.restart('side')).toMatch(/ started unchanged on side: revision 1, /);
  await second.stop();
  expect(readLog(dataDir)).toMatch(/main: Restart\. .* on air\. .* off air\. 3 posts on air\./);
});

test('a feed that uses a collection not read yet is said to change when it is read, and a held one not', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_1' }]);
  await untilOnAir(first, 'ab');
  await untilOnAir(first, 'ab', 'side');
  await first.act('hold', 'side');
  await first.stop();
  service.setDown(true);
  const second = await run(dataDir, service.baseUrl, [...main('col_2'), { slug: 'side', collectionId: 'col_2' }]);
  expect(second.onAir()).toEqual(['a', 'b']);
  await expect
    .poll(() => second.restart())
    .toBe(
      'Greenroom restarted with other settings: main uses another collection. On air started unchanged and can change when its list is read: revision 1, following live.',
    );
  await expect
    .poll(() => second.restart('side'))
    .toBe(
      'Greenroom restarted with other settings: side uses another collection. On air started unchanged: revision 1, held.',
    );
  service.setDown(false);
  second.engine.checkNow();
  await untilOnAir(second, 'xyz');
  expect(second.onAir('side')).toEqual(['a', 'b']);
  expect(second.feed()).toMatchObject({ hasChangedSinceRestart: true, changedAtStart: 'collection' });
});

test('another service is followed from its first list, even if it is older, and the restart says so', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const other = await openService(collection('col_1', -1000, ['old']));
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const second = await run(dataDir, other.baseUrl, main('col_1'));
  await expect
    .poll(() => second.restart())
    .toBe(
      'Greenroom restarted with other settings: the service has another address. On air started unchanged and can change when its list is read: revision 1, following live.',
    );
  await untilOnAir(second, 'old');
  expect(second.engine.state().problems.map(({ code }) => code)).not.toContain('SOURCE_OLDER_IGNORED');
  await second.stop();
  // The same service again: nothing has changed.
  const third = await run(dataDir, other.baseUrl, main('col_1'));
  await expect.poll(() => third.restart()).toMatch(/^Greenroom restarted\. On air started unchanged on main: /);
});

test('another service with the same list is another one only once', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const other = await openBoth();
  const first = await run(dataDir, service.baseUrl, main('col_1'));
  await untilOnAir(first, 'ab');
  await first.stop();
  const second = await run(dataDir, other.baseUrl, main('col_1'));
  expect(second.feed()?.changedAtStart).toBe('service');
  await waitUntil('its list is confirmed', () => second.engine.state().source.freshness === 'fresh');
  await second.stop();
  const third = await run(dataDir, other.baseUrl, main('col_1'));
  expect(third.feed()?.changedAtStart).toBeNull();
});

test('a feed that was removed and added again is not said to be unchanged', async () => {
  const dataDir = createTemporaryFolder('restart');
  const service = await openBoth();
  const first = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_2' }]);
  await untilOnAir(first, 'xyz', 'side');
  await first.stop();
  const second = await run(dataDir, service.baseUrl, main('col_1'));
  expect(second.feed('side')).toBeUndefined();
  await second.stop();
  expect(readLog(dataDir)).toContain('side: removed from the settings.');
  service.setDown(true);
  const third = await run(dataDir, service.baseUrl, [...main('col_1'), { slug: 'side', collectionId: 'col_2' }]);
  await expect
    .poll(() => third.restart('side'))
    .toBe(
      'Greenroom restarted with other settings: side was added again. On air is its last list from before: revision 1, following live.',
    );
  await expect.poll(() => third.restart()).toMatch(/^Greenroom restarted\. On air started unchanged on main: /);
});
