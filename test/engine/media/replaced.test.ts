/** A picture that is replaced behind the same address: found when its post changes, and never blank in between. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Item } from '../../../src/core/collection.ts';
import { createMediaCache, type MediaCache } from '../../../src/engine/media/cache.ts';
import { mayHaveChanged } from '../../../src/engine/media/obtainFile.ts';
import { findWantedMedia } from '../../../src/engine/media/wantedMedia.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import type { Store } from '../../../src/engine/store.ts';
import { closeServer, listen } from '../../../src/http/listen.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';
import { pngOf } from './pictures.ts';

const [first, second, other] = [pngOf(40, 30), pngOf(64, 48), pngOf(8, 8)];

let folder: string;
let store: Store;
let cache: MediaCache;
let origin: Server;
let base = '';
/** Condition and status of each request of the picture. */
let requests: string[];
let otherRequests: number;
let respond: { readonly body: Buffer; readonly status?: number; readonly type?: string; readonly isDated?: boolean };
/** Resolves when a response may be sent. */
let gate: Promise<void>;
let arrivals = 0;

const etagOf = (body: Buffer): string => `"${createHash('sha256').update(body).digest('hex').slice(0, 8)}"`;
const lastModified = 'Fri, 20 Nov 2026 17:00:00 GMT';

beforeEach(async () => {
  folder = createTemporaryFolder('media');
  store = await createStoreInMemory();
  requests = [];
  otherRequests = 0;
  respond = { body: first };
  gate = Promise.resolve();
  origin = createServer(async (request, response) => {
    if (request.url === '/other.png') {
      otherRequests += 1;
      response.writeHead(200, { 'Content-Type': 'image/png' }).end(other);
      return;
    }
    const { body, type = 'image/png', status = 200, isDated = false } = respond;
    const condition = request.headers['if-none-match'] ?? request.headers['if-modified-since'] ?? 'none';
    const isSame = condition === (isDated ? lastModified : etagOf(body));
    const sent = status === 200 && isSame ? 304 : status;
    requests.push(`${condition} ${sent}`);
    await gate;
    response.writeHead(sent, {
      'Content-Type': type,
      ...(isDated ? { 'Last-Modified': lastModified } : { ETag: etagOf(body) }),
    });
    response.end(sent === 304 ? undefined : body);
  });
  base = `http://127.0.0.1:${await listen(origin, '127.0.0.1', 0)}`;
  await start();
});
afterEach(async () => {
  await cache.stop();
  await closeServer(origin, 100);
});

async function start(): Promise<void> {
  const { media } = settingsSchema.parse({});
  cache = createMediaCache({ settings: media, serviceUrl: base }, { dataDir: folder, store, ports: quietPorts });
  await cache.start();
}

const dateOf = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 18, minute)).toISOString();

function version(minute: number, changes: Partial<Item> = {}): Item {
  const media = [picture(`${base}/face.png`)];
  return post('p1', { media, lastModifiedDate: dateOf(minute), ...changes });
}

async function arrive(...live: readonly Item[]): Promise<void> {
  arrivals += 1;
  const arrived = {
    ...collection(live, []),
    lastModifiedDate: new Date(Date.UTC(2026, 10, 20, 20, 0, arrivals)).toISOString(),
  };
  await store.apply({ type: 'collectionArrived', collection: arrived, from: 'poll', accept: 'newer', at });
}
const withOther = (): Item => version(1, { id: 'p2', media: [picture(`${base}/other.png`)] });
const waitForOther = () =>
  waitUntil('the other picture is ready', () => store.state().media.get(`${base}/other.png`)?.name);
const factsOf = () => store.state().media.get(`${base}/face.png`);
const nameOf = (bytes: Buffer): string => `${createHash('sha256').update(bytes).digest('hex')}.png`;
const waitForName = (bytes: Buffer) => waitUntil('the picture is ready', () => factsOf()?.name === nameOf(bytes));
const waitForRequests = (count: number) => waitUntil(`request ${count}`, () => requests.length === count);

/** Every name that the state had, in order. */
function followNames(): string[] {
  const names: string[] = [];
  store.subscribe(({ state }) => {
    const name = state.media.get(`${base}/face.png`)?.name ?? 'none';
    if (names.at(-1) !== name) names.push(name);
  });
  return names;
}

it('is requested again with the next version of its post, and replaces the old one whole', async () => {
  await arrive(version(0));
  await waitForName(first);
  const names = followNames();
  respond = { body: second };
  await arrive(version(1));
  await waitForName(second);
  expect(names).toEqual([nameOf(first), nameOf(second)]);
  expect(requests).toEqual(['none 200', `${etagOf(first)} 200`]);
  expect(factsOf()).toMatchObject({ width: 64, height: 48 });
});

it.each([
  ['tag', false],
  ['date', true],
])('costs a request without a body if it is the same, by its %s', async (_, isDated) => {
  respond = { body: first, isDated };
  await arrive(version(0));
  await waitForName(first);
  const names = followNames();
  await arrive(version(1));
  await waitForRequests(2);
  expect(requests[1]).toBe(`${isDated ? lastModified : etagOf(first)} 304`);
  await expect.poll(() => readFile(join(folder, 'media/index.json'), 'utf8'), { timeout: 20_000 }).toContain(dateOf(1));
  expect(names).toEqual([nameOf(first)]);
});

it('is not requested again while its post stays the same, also after a restart', async () => {
  await arrive(version(0));
  await waitForName(first);
  await arrive(version(0), post('p2'));
  await cache.stop();
  await start();
  await waitForName(first);
  await arrive(version(0), post('p3'));
  await cache.stop();
  expect(requests).toEqual(['none 200']);
  await start();
});

it('is found after a restart if the post was changed meanwhile', async () => {
  await arrive(version(0));
  await waitForName(first);
  await cache.stop();
  respond = { body: second };
  await arrive(version(1));
  const names = followNames();
  await start();
  await waitForName(second);
  expect(names).not.toContain('none');
  expect(requests).toEqual(['none 200', `${etagOf(first)} 200`]);
});

it('keeps the stored one if the address fails or has something that can’t be shown, and says so', async () => {
  await arrive(version(0));
  await waitForName(first);
  for (const [minute, answer, what] of [
    [1, { body: Buffer.from('gone'), status: 404 }, 'status 404'],
    [2, { body: Buffer.from('<html>'), type: 'text/html' }, 'its type is text/html'],
    [3, { body: Buffer.from('no picture at all') }, 'it is not a supported picture or video'],
  ] as const) {
    respond = answer;
    const before = requests.length;
    await arrive(version(minute));
    cache.configure(settingsSchema.parse({}).media, base);
    await waitForRequests(before + 1);
    const problem = await waitUntil('a problem', () =>
      store.state().problems.find(({ code, message }) => code === 'MEDIA_NOT_CHECKED' && message.includes(what)),
    );
    expect(problem.about).toBe('post:p1');
    expect(factsOf()?.name).toBe(nameOf(first));
  }
  respond = { body: second };
  cache.configure(settingsSchema.parse({}).media, base);
  await waitForName(second);
  await waitUntil('no problem', () => store.state().problems.length === 0);
});

it('is still served under its old name for readers that have it, until its post is blocked', async () => {
  const front = createServer((request, response) => void cache.handle(request, response, request.url?.slice(1) ?? ''));
  const frontBase = `http://127.0.0.1:${await listen(front, '127.0.0.1', 0)}`;
  const statusOf = async (bytes: Buffer) => (await fetch(`${frontBase}/${nameOf(bytes)}`)).status;
  try {
    await arrive(version(0));
    await waitForName(first);
    respond = { body: second };
    await arrive(version(1));
    await waitForName(second);
    expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
    await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at });
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 404]);
  } finally {
    await closeServer(front, 100);
  }
});

it('does not change on air while the feed is held', async () => {
  await arrive(version(0));
  await waitForName(first);
  await store.apply({ type: 'feedHeld', feed: 'main', by: 'Ines', at });
  respond = { body: second };
  await arrive(version(1), withOther());
  await waitForOther();
  expect(requests).toEqual(['none 200']);
  expect(factsOf()?.name).toBe(nameOf(first));
});

it('is not requested again when a held feed restores the post’s earlier version', async () => {
  await arrive(version(0));
  await arrive(version(1));
  await store.apply({ type: 'feedHeld', feed: 'main', by: 'Ines', at });
  await arrive(version(2));
  const list = { items: [version(0)], header: null };
  await store.apply({ type: 'feedRolledBack', list, revision: 1, feed: 'main', by: 'Ines', at });
  const wanted = findWantedMedia(store.state()).get(`${base}/face.png`);
  expect(wanted).toMatchObject({ version: dateOf(0), isHeld: true });
  expect(wanted !== undefined && mayHaveChanged({ checkedFor: dateOf(1) }, wanted)).toBe(false);
});

it.each([
  ['is the same', first],
  ['has been replaced', second],
])('is fetched again if its post was blocked and unblocked while its address was requested, and %s', async (_, now) => {
  const front = createServer((request, response) => void cache.handle(request, response, request.url?.slice(1) ?? ''));
  const frontBase = `http://127.0.0.1:${await listen(front, '127.0.0.1', 0)}`;
  try {
    await arrive(version(0));
    await waitForName(first);
    let open = (): void => undefined;
    gate = new Promise((resolve) => {
      open = resolve;
    });
    respond = { body: now };
    await arrive(version(1));
    await waitForRequests(2);
    await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at });
    await waitUntil('the picture is forgotten', () => factsOf() === undefined);
    await store.apply({ type: 'itemUnblocked', itemId: 'p1', feed: 'main', by: 'Ines', at });
    await arrive(version(1), withOther());
    await waitUntil('another fetch', () => otherRequests === 1);
    open();
    await waitForName(now);
    expect((await fetch(`${frontBase}/${nameOf(now)}`)).status).toBe(200);
  } finally {
    await closeServer(front, 100);
  }
});

it('is no problem any more when its post has the version again for which it was fetched', async () => {
  await arrive(version(0));
  await waitForName(first);
  respond = { body: second, status: 404 };
  await arrive(version(1));
  const codes = () => store.state().problems.map(({ code }) => code);
  await waitUntil('a problem', () => codes().includes('MEDIA_NOT_CHECKED'));
  await arrive(version(0));
  await waitUntil('no problem', () => !codes().includes('MEDIA_NOT_CHECKED'));
  expect(factsOf()?.name).toBe(nameOf(first));
});
