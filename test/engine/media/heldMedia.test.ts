/** A picture that is replaced behind its address while a feed is held: that feed keeps the old one, and the others get the new one. */
import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mediaOfFeed } from '../../../src/core/heldMedia.ts';
import { viewPresenter } from '../../../src/engine/desk/viewPresenter.ts';
import { createDocumentCache } from '../../../src/engine/feed/documentCache.ts';
import { createOnAirMedia } from '../../../src/engine/feed/onAirMedia.ts';
import { createMediaCache, type MediaCache } from '../../../src/engine/media/cache.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import type { Store } from '../../../src/engine/store.ts';
import { closeServer, listen } from '../../../src/http/listen.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';
import { pngOf } from './pictures.ts';

const nameOf = (bytes: Buffer): string => `${createHash('sha256').update(bytes).digest('hex')}.png`;
const bodies = [pngOf(40, 30), pngOf(64, 48), pngOf(8, 8)] as const;
const [first, second, third] = [nameOf(bodies[0]), nameOf(bodies[1]), nameOf(bodies[2])];

let folder: string;
let store: Store;
let cache: MediaCache;
let origin: Server;
let front: Server;
let url = '';
let frontBase = '';
let serviceUrl = '';
let requestCount: number;
let body: Buffer;
let arrivals = 0;

beforeEach(async () => {
  folder = createTemporaryFolder('media');
  store = await createStoreInMemory();
  requestCount = 0;
  [body] = bodies;
  origin = createServer((request, response) => {
    requestCount += 1;
    const etag = `"${nameOf(body).slice(0, 8)}"`;
    const isSame = request.headers['if-none-match'] === etag;
    response.writeHead(isSame ? 304 : 200, { 'Content-Type': 'image/png', ETag: etag }).end(isSame ? undefined : body);
  });
  front = createServer((request, response) => void cache.handle(request, response, request.url?.slice(1) ?? ''));
  serviceUrl = `http://127.0.0.1:${await listen(origin, '127.0.0.1', 0)}`;
  frontBase = `http://127.0.0.1:${await listen(front, '127.0.0.1', 0)}`;
  url = `${serviceUrl}/face.png`;
  const feeds = ['main', 'foyer'].map((slug) => ({ slug, collectionId: 'col_1' }));
  await store.apply({ type: 'feedsConfigured', feeds, at });
  await start();
});
afterEach(async () => {
  await cache.stop();
  await Promise.all([closeServer(origin, 100), closeServer(front, 100)]);
});

async function start(): Promise<void> {
  const { media } = settingsSchema.parse({});
  cache = createMediaCache({ settings: media, serviceUrl }, { dataDir: folder, store, ports: quietPorts });
  await cache.start();
}

const version = (minute: number, id = 'p1') =>
  post(id, {
    media: [picture(url)],
    lastModifiedDate: new Date(Date.UTC(2026, 10, 20, 18, minute)).toISOString(),
  });

const arrive = (...live: readonly ReturnType<typeof post>[]): Promise<void> => arriveBoth(live, []);

async function arriveBoth(
  live: readonly ReturnType<typeof post>[],
  staging: readonly ReturnType<typeof post>[],
): Promise<void> {
  arrivals += 1;
  const lastModifiedDate = new Date(Date.UTC(2026, 10, 20, 20, 0, arrivals)).toISOString();
  const arrived = { ...collection(live, staging), lastModifiedDate };
  await store.apply({ type: 'collectionArrived', collection: arrived, from: 'poll', accept: 'newer', at });
}
/** The next version of the post has another picture at the same address. */
async function replace(bytes: Buffer, ...live: readonly ReturnType<typeof post>[]): Promise<void> {
  body = bytes;
  await arrive(...live);
  cache.configure(settingsSchema.parse({}).media, serviceUrl);
}
const hold = (feed: string) => store.apply({ type: 'feedHeld', feed, by: 'Ines', at });
const blockOn = (feed: string) =>
  store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed, by: 'Ines', at });
const unblockOn = (feed: string) => store.apply({ type: 'itemUnblocked', itemId: 'p1', feed, by: 'Ines', at });
const release = (feed: string) => store.apply({ type: 'feedReleased', liveVersion: null, feed, by: 'Ines', at });
const take = (feed: string) => store.apply({ type: 'feedTaken', only: null, liveVersion: null, feed, by: 'Ines', at });

const pictureOn = (slug: string): string | null => {
  const state = store.state();
  const feed = state.feeds.find((each) => each.slug === slug);
  return feed === undefined ? null : (mediaOfFeed(feed, state).get(url)?.name ?? null);
};
const pictures = () => ['main', 'foyer'].map(pictureOn);
/** The address in the document of each feed, and on its presenter’s page. */
const publishedPictures = () =>
  store.state().feeds.map((feed) => {
    const live = JSON.parse(String(createDocumentCache(store.state(), feed, () => '').live('')));
    return [live.items[0].media[0].url, viewPresenter(store.state(), feed).current?.pictureUrl];
  });
const waitForPictures = (...expected: readonly string[]) =>
  waitUntil('the pictures are on both feeds', () => pictures().join() === expected.join());
const statusOf = async (name: string) => (await fetch(`${frontBase}/${name}`)).status;

/** `main` is held with the first picture, and `foyer` follows with the second. */
async function holdMain(): Promise<void> {
  await arrive(version(0));
  await waitForPictures(first, first);
  await hold('main');
  await replace(bodies[1], version(1));
  await waitForPictures(first, second);
}

it('stays on the held feed, never changes there, and is served as well as the new one', async () => {
  const seen = new Set<string | null>();
  await arrive(version(0));
  await waitForPictures(first, first);
  const onAir = createOnAirMedia(quietPorts.clock);
  store.subscribe(({ state }) => {
    onAir.update(state);
    seen.add(pictureOn('main'));
  });
  await hold('main');
  await replace(bodies[1], version(1));
  await waitForPictures(first, second);
  expect([...seen]).toEqual([first]);
  expect(publishedPictures()).toEqual([first, second].map((name) => [`/media/${name}`, `/media/${name}?w=320`]));
  expect([first, second].map(onAir.mayServe)).toEqual([true, true]);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
});

it('is the new one as soon as the feed is released, also when it is held again with an older post of the same picture', async () => {
  await arrive(version(0), version(0, 'p2'));
  await waitForPictures(first, first);
  await hold('main');
  await replace(bodies[1], version(1), version(0, 'p2'));
  await waitForPictures(first, second);
  await release('main');
  expect(pictures()).toEqual([second, second]);
  await hold('main');
  expect(pictures()).toEqual([second, second]);
});

it('is served under its old name after a release, also if it was replaced several times, until its post is blocked', async () => {
  await holdMain();
  await replace(bodies[2], version(2));
  // Otherwise it is requested again only after 30 seconds.
  await cache.stop();
  await start();
  await waitForPictures(first, third);
  const onAir = createOnAirMedia(quietPorts.clock);
  onAir.update(store.state());
  store.subscribe(({ state }) => onAir.update(state));
  await release('main');
  expect(pictures()).toEqual([third, third]);
  expect([await statusOf(first), onAir.mayServe(first)]).toEqual([200, true]);
  await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at });
  expect([await statusOf(first), await statusOf(third)]).toEqual([404, 200]);
});

it('is deleted with all others of its address when its post is blocked on one feed after the other', async () => {
  await holdMain();
  await release('main');
  for (const feed of ['main', 'foyer'])
    await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed, by: 'Ines', at });
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 404]);
});

it('is the one of each version that the held feed takes or restores', async () => {
  await holdMain();
  await take('main');
  expect(pictures()).toEqual([second, second]);
  const list = { items: [version(0)], header: null };
  await store.apply({ type: 'feedRolledBack', list, revision: 1, feed: 'main', by: 'Ines', at });
  expect(pictures()).toEqual([first, second]);
});

it('stays on a held feed while another held feed takes the next version', async () => {
  await arrive(version(0));
  await waitForPictures(first, first);
  for (const feed of ['main', 'foyer']) await hold(feed);
  await replace(bodies[1], version(1));
  await take('foyer');
  cache.configure(settingsSchema.parse({}).media, serviceUrl);
  await waitForPictures(first, second);
  await take('main');
  expect(pictures()).toEqual([second, second]);
});

it('comes back with the list when a feed was cleared', async () => {
  await arrive(version(0));
  await waitForPictures(first, first);
  await store.apply({ type: 'feedCleared', feed: 'main', by: 'Ines', at });
  await replace(bodies[1], version(1));
  await waitUntil('the new one is on the other feed', () => pictureOn('foyer') === second);
  await store.apply({ type: 'feedBroughtBack', feed: 'main', by: 'Ines', at });
  expect(pictures()).toEqual([first, second]);
});

it('is kept over a restart, without another request, and when unused media is deleted', async () => {
  await holdMain();
  await cache.stop();
  const before = requestCount;
  await start();
  await waitForPictures(first, second);
  await cache.deleteUnused();
  expect(pictures()).toEqual([first, second]);
  expect([await statusOf(first), requestCount]).toEqual([200, before]);
});

it('is forgotten at the start if its feed was released meanwhile', async () => {
  await holdMain();
  await cache.stop();
  await release('main');
  await start();
  await waitForPictures(second, second);
  await hold('main');
  expect(pictures()).toEqual([second, second]);
});

it('is deleted immediately when its post is blocked on the held feed, although the other feed shows the new one', async () => {
  await holdMain();
  await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: 'Ines', at });
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
  expect(pictureOn('foyer')).toBe(second);
});

it('stays on the held feed when the post is blocked on the other, and the new one is deleted immediately', async () => {
  await holdMain();
  const before = requestCount;
  await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'foyer', by: 'Ines', at });
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 404]);
  cache.configure(settingsSchema.parse({}).media, serviceUrl);
  await waitUntil('the new one is forgotten', () => !store.state().media.has(url));
  expect([pictureOn('main'), requestCount]).toEqual([first, before]);
  await store.apply({ type: 'itemUnblocked', itemId: 'p1', feed: 'foyer', by: 'Ines', at });
  await waitForPictures(first, second);
});

it.each(['before', 'after'] as const)(
  'is the one of the held list again if its post is blocked %s an edit and then unblocked',
  async (order) => {
    await arrive(version(0));
    await waitForPictures(first, first);
    await hold('main');
    if (order === 'before') await blockOn('main');
    await replace(bodies[1], version(1));
    await waitUntil('the new one is on the other feed', () => pictureOn('foyer') === second);
    if (order === 'after') await blockOn('main');
    expect([pictureOn('main'), await statusOf(second)]).toEqual([null, 200]);
    await cache.stop();
    await start();
    await waitUntil('the new one is there', () => pictureOn('foyer') === second);
    expect(pictureOn('main')).toBeNull();
    await unblockOn('main');
    await waitForPictures(first, second);
    expect(await statusOf(first)).toBe(200);
  },
);

it.each(['hold', 'clear'] as const)(
  'is the one of the list again after a %s, a block on all feeds and an edit',
  async (gate) => {
    await arrive(version(0));
    await waitForPictures(first, first);
    await (gate === 'hold' ? hold('main') : store.apply({ type: 'feedCleared', feed: 'main', by: 'Ines', at }));
    for (const feed of ['main', 'foyer']) await blockOn(feed);
    expect(await statusOf(first)).toBe(404);
    await replace(bodies[1], version(1));
    for (const feed of ['foyer', 'main']) await unblockOn(feed);
    if (gate === 'clear') await store.apply({ type: 'feedBroughtBack', feed: 'main', by: 'Ines', at });
    await waitForPictures(first, second);
  },
);

it.each(['main', 'every feed'] as const)(
  'is the one of the list if its post was blocked on %s while that followed, before a hold and an edit',
  async (where) => {
    await arrive(version(0));
    await waitForPictures(first, first);
    for (const feed of where === 'main' ? ['main'] : ['foyer', 'main']) await blockOn(feed);
    await hold('main');
    await waitUntil('the held feed does not show it', () => pictureOn('main') === null);
    expect(await statusOf(first)).toBe(where === 'main' ? 200 : 404);
    await replace(bodies[1], version(1));
    if (where === 'main') await waitUntil('the new one is on the other feed', () => pictureOn('foyer') === second);
    await cache.stop();
    await start();
    await unblockOn('main');
    await waitUntil('it is on the held feed', () => pictureOn('main') === first);
    expect(await statusOf(first)).toBe(200);
    if (where === 'every feed') await unblockOn('foyer');
    await waitForPictures(first, second);
  },
);

it('is the new one if its post was blocked while the feeds followed and is edited before a hold', async () => {
  await arrive(version(0));
  await waitForPictures(first, first);
  for (const feed of ['foyer', 'main']) await blockOn(feed);
  await waitUntil('each feed keeps it', () => store.state().keptMedia.size === 2);
  await replace(bodies[1], version(1));
  await waitUntil('none keeps it', () => store.state().keptMedia.size === 0);
  await hold('main');
  for (const feed of ['foyer', 'main']) await unblockOn(feed);
  await waitForPictures(second, second);
});

it('is not kept any more once its post is unblocked on a feed that follows, or is removed from its list', async () => {
  await arrive(version(0));
  await waitForPictures(first, first);
  for (const feed of ['foyer', 'main']) await blockOn(feed);
  await waitUntil('each feed keeps it', () => store.state().keptMedia.size === 2);
  await unblockOn('main');
  await waitUntil('one keeps it', () => store.state().keptMedia.size === 1);
  await waitUntil('it is on air again', () => pictureOn('main') === first);
  await arrive(post('p2'));
  await waitUntil('none keeps it', () => store.state().keptMedia.size === 0);
});

it('is the one of the held list when a guard on its post is removed after an edit', async () => {
  await arrive(version(0));
  await waitForPictures(first, first);
  await hold('main');
  const guard = (...words: readonly string[]) =>
    store.apply({ type: 'guardsSet', words, authors: [], version: null, feed: 'main', by: 'Ines', at });
  await guard(version(0).message);
  await replace(bodies[1], version(1));
  await waitUntil('the new one is on the other feed', () => pictureOn('foyer') === second);
  await guard();
  expect(pictures()).toEqual([first, second]);
});

it('is deleted when a feed is released that blocks its post', async () => {
  await holdMain();
  await blockOn('main');
  await release('main');
  await unblockOn('main');
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);
});

it('is replaced by the new one if its file is lost, which is a problem until the feed takes that version', async () => {
  await holdMain();
  await writeFile(join(folder, 'media/files', first.slice(0, 2), first), Buffer.alloc(500));
  expect(await statusOf(first)).toBe(404);
  await waitForPictures(second, second);
  const problems = () => store.state().problems.map(({ code, about }) => `${code} ${about}`);
  await waitUntil('a problem', () => problems().join() === 'MEDIA_KEPT_LOST feed:main');
  await take('main');
  await waitUntil('the problem ends', () => problems().length === 0);
});

it('is checked at the start, so that a damaged file is a problem before anybody requests it', async () => {
  await holdMain();
  await cache.stop();
  await writeFile(join(folder, 'media/files', first.slice(0, 2), first), Buffer.alloc(500));
  await start();
  await waitForPictures(second, second);
  await waitUntil('a problem', () => store.state().problems.some(({ code }) => code === 'MEDIA_KEPT_LOST'));
});

it('is no problem if its file is lost after a post with the newer one was taken', async () => {
  await holdMain();
  await take('main');
  await rm(join(folder, 'media/files', first.slice(0, 2), first));
  expect(await statusOf(first)).toBe(404);
  await arrive(version(1), version(0, 'p2'));
  expect([pictures(), store.state().problems]).toEqual([[second, second], []]);
});

it('is each held feed’s own while the picture is replaced several times', async () => {
  await holdMain();
  await hold('foyer');
  await replace(bodies[2], version(2));
  await take('foyer');
  await cache.stop();
  await start();
  await waitForPictures(first, third);
});

it.each(['staging', 'live'] as const)(
  'stays on the held feed when a post of %s has an address like the key of a kept picture',
  async (list) => {
    await holdMain();
    const [key = ''] = store.state().keptMedia.keys();
    const hostile = post('p9', { media: [picture(`held:main:9999999999999:${url}`), picture(key)] });
    const posts = { live: [version(1)], staging: [], [list]: list === 'live' ? [version(1), hostile] : [hostile] };
    await arriveBoth(posts.live, posts.staging);
    cache.configure(settingsSchema.parse({}).media, serviceUrl);
    await waitUntil('both are refused', () => store.state().media.get(key)?.isBroken === true);
    expect(pictures()).toEqual([first, second]);
    await store.apply({ type: 'itemBlocked', itemId: 'p9', reason: null, feed: 'foyer', by: 'Ines', at });
    await arriveBoth([version(1)], []);
    await waitUntil('they are forgotten', () => !store.state().media.has(key));
    await cache.stop();
    await start();
    await waitForPictures(first, second);
    expect(await statusOf(first)).toBe(200);
  },
);
