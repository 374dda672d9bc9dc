import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMediaCache, type MediaCache } from '../../../src/engine/media/cache.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import type { Store } from '../../../src/engine/store.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts, startShow } from '../feed/showHarness.ts';
import { gifOf, jpegOf, pngOf } from './pictures.ts';

let folder: string;
let origin: Server;
let host: string;
let requested: string[];
let cache: MediaCache;
let store: Store;
const cannedResponses = new Map<
  string,
  { status?: number; type?: string; body: Buffer; headers?: Record<string, string> }
>();

beforeEach(async () => {
  folder = createTemporaryFolder('media');
  requested = [];
  cannedResponses.clear();
  origin = createServer((request, response) => {
    requested.push(request.url ?? '');
    const canned = cannedResponses.get(request.url ?? '');
    response.writeHead(canned?.status ?? (canned === undefined ? 404 : 200), {
      'Content-Type': canned?.type ?? 'image/jpeg',
      ...canned?.headers,
    });
    response.end(canned?.body);
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const address = origin.address();
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  store = await createStoreInMemory();
});
afterEach(async () => {
  await cache.stop();
  origin.closeAllConnections();
  await new Promise((resolve) => origin.close(resolve));
});

async function startCache(overrides: { serviceUrl?: string | null; quotaMegabytes?: number } = {}): Promise<void> {
  const settings = { ...settingsSchema.parse({}).media, quotaMegabytes: overrides.quotaMegabytes ?? 2048 };
  const serviceUrl = overrides.serviceUrl === undefined ? `http://${host}` : overrides.serviceUrl;
  cache = createMediaCache({ settings, serviceUrl }, { dataDir: folder, store, ports: quietPorts });
  await cache.start();
}
async function arrive(
  live: Parameters<typeof collection>[0],
  staging: Parameters<typeof collection>[0] = [],
): Promise<void> {
  await store.apply({
    type: 'collectionArrived',
    collection: collection(live, staging),
    from: 'poll',
    accept: 'newer',
    at,
  });
}
const factsOf = (path: string) => store.state().media.get(`http://${host}${path}`);
const waitUntilReady = (path: string) => waitUntil(`${path} is ready`, () => factsOf(path)?.name);

describe('the media cache', () => {
  it('fetches media and avatars of live and staging, and names them by content hash and detected kind', async () => {
    const bytes = pngOf(40, 30);
    cannedResponses.set('/a.jpg', { body: bytes });
    cannedResponses.set('/face', { body: jpegOf(8, 9), type: 'application/octet-stream' });
    cannedResponses.set('/s.gif', { body: gifOf(5, 6, 3), type: 'image/gif' });
    await startCache();
    await arrive(
      [post('p1', { media: [picture(`http://${host}/a.jpg`)], profileImageUrl: `http://${host}/face` })],
      [post('p2', { media: [picture(`http://${host}/s.gif`)] })],
    );
    expect(await waitUntilReady('/a.jpg')).toBe(`${createHash('sha256').update(bytes).digest('hex')}.png`);
    expect(factsOf('/a.jpg')).toMatchObject({ width: 40, height: 30, progress: 1, isBroken: false });
    expect(await waitUntilReady('/face')).toMatch(/\.jpg$/);
    expect(await waitUntilReady('/s.gif')).toMatch(/\.gif$/);
  });

  it('measures what is stored and unused, and deletes only media that is on no list', async () => {
    const bytes = jpegOf(40, 30);
    cannedResponses.set('/a.jpg', { body: bytes });
    cannedResponses.set('/old.jpg', { body: Buffer.concat([bytes, Buffer.alloc(10)]) });
    await startCache();
    await arrive([
      post('p1', { media: [picture(`http://${host}/a.jpg`)] }),
      post('p2', { media: [picture(`http://${host}/old.jpg`)] }),
    ]);
    await waitUntilReady('/a.jpg');
    await waitUntilReady('/old.jpg');
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    const { all, unused } = await cache.measure();
    expect({ all, unused }).toEqual({
      all: { files: 2, bytes: 2 * bytes.length + 10 },
      unused: { files: 1, bytes: bytes.length + 10 },
    });
    expect(await cache.deleteUnused()).toBe(1);
    expect((await cache.measure()).all).toEqual({ files: 1, bytes: bytes.length });
    expect(factsOf('/a.jpg')?.name).not.toBeNull();
  });

  it('keeps its files across a restart without fetching them again', async () => {
    cannedResponses.set('/a.jpg', { body: jpegOf(40, 30) });
    await startCache();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    await waitUntilReady('/a.jpg');
    await cache.stop();
    store = await createStoreInMemory();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    requested = [];
    await startCache();
    await waitUntilReady('/a.jpg');
    expect(requested).toEqual([]);
  });

  it('fetches a damaged file again', async () => {
    cannedResponses.set('/a.jpg', { body: jpegOf(40, 30) });
    await startCache();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    const name = await waitUntilReady('/a.jpg');
    await cache.stop();
    await writeFile(join(folder, 'media', 'files', name.slice(0, 2), name), 'not a picture');
    store = await createStoreInMemory();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    requested = [];
    await startCache();
    expect(await waitUntilReady('/a.jpg')).toBe(name);
    expect(requested).toEqual(['/a.jpg']);
  });

  it('does not take half a picture without an announced size for a whole one', async () => {
    const whole = pngOf(40, 30);
    cannedResponses.set('/half.png', { body: whole.subarray(0, 70), type: 'image/png' });
    await startCache();
    await arrive([post('p1', { media: [picture(`http://${host}/half.png`, 'image/png')] })]);
    await waitUntil('it is reported', () => store.state().problems.some(({ code }) => code === 'MEDIA_UNREACHABLE'));
    expect(store.state().problems[0]?.message).toContain('incomplete');
    expect(store.state().media.get(`http://${host}/half.png`)?.name ?? null).toBeNull();
  });

  it('uses the index before a damaged one, and keeps its files', async () => {
    for (const name of ['a', 'b']) cannedResponses.set(`/${name}.jpg`, { body: jpegOf(40, name === 'a' ? 30 : 31) });
    await startCache();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    const name = await waitUntilReady('/a.jpg');
    await cache.stop();
    await startCache();
    await arrive([post('p1', { media: ['a', 'b'].map((each) => picture(`http://${host}/${each}.jpg`)) })]);
    await waitUntilReady('/b.jpg');
    await cache.stop();
    const index = join(folder, 'media', 'index.json');
    await writeFile(index, (await readFile(index, 'utf8')).replace(name, name.replace(/^./, '_')));
    store = await createStoreInMemory();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    requested = [];
    await startCache();
    expect(await waitUntilReady('/a.jpg')).toBe(name);
    expect(requested).toEqual([]);
    expect(store.state().problems.map(({ code }) => code)).toEqual(['DISK_FILE_CORRUPT']);
  });

  it('returns 404 for a live file that was deleted from disk, and fetches it again', async () => {
    cannedResponses.set('/a.jpg', { body: jpegOf(40, 30) });
    await startCache();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    const name = await waitUntilReady('/a.jpg');
    const server = createServer((request, response) => void cache.handle(request, response, name));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const bound = server.address();
    const read = async () => (await fetch(`http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/`)).status;
    expect(await read()).toBe(200);
    await rm(join(folder, 'media', 'files', name.slice(0, 2), name));
    expect(await read()).toBe(404);
    await waitUntil('the file is fetched again', async () => (await read()) === 200);
    expect(store.state().feeds[0]?.onAir.items).toHaveLength(1);
    server.closeAllConnections();
    server.close();
  });

  it('follows a redirect within the built-in service, never one into a private network', async () => {
    cannedResponses.set('/moved.jpg', { status: 302, headers: { Location: '/a.jpg' }, body: Buffer.alloc(0) });
    cannedResponses.set('/inside.jpg', {
      status: 302,
      headers: { Location: 'http://127.0.0.1:1/a.jpg' },
      body: Buffer.alloc(0),
    });
    cannedResponses.set('/round.jpg', { status: 302, headers: { Location: '/round.jpg' }, body: Buffer.alloc(0) });
    cannedResponses.set('/a.jpg', { body: jpegOf(40, 30) });
    await startCache();
    const paths = ['/moved.jpg', '/inside.jpg', '/round.jpg'];
    await arrive(paths.map((path) => post(path, { media: [picture(`http://${host}${path}`)] })));
    await waitUntilReady('/moved.jpg');
    for (const path of ['/inside.jpg', '/round.jpg'])
      await waitUntil(`${path} is refused`, () => factsOf(path)?.isBroken);
    expect(requested.filter((path) => path === '/round.jpg')).toHaveLength(4);
  });

  it('stays within its quota by removing the least recently used files, never live ones', async () => {
    // Six files of 3 MB in a quota of 16 MB.
    const paths = ['/0.jpg', '/1.jpg', '/2.jpg', '/3.jpg', '/4.jpg', '/5.jpg'];
    for (const [index, path] of paths.entries()) {
      cannedResponses.set(path, {
        body: Buffer.concat([jpegOf(40 + index, 30), Buffer.alloc(3 * 1024 * 1024), Buffer.from([0xff, 0xd9])]),
      });
    }
    await startCache({ quotaMegabytes: 16 });
    const posts = paths.map((path) => post(path, { media: [picture(`http://${host}${path}`)] }));
    await arrive(posts.slice(0, 3));
    for (const path of paths.slice(0, 3)) await waitUntilReady(path);
    await arrive(posts.slice(2, 6));
    for (const path of paths.slice(2, 6)) await waitUntilReady(path);
    const names = (await readdir(join(folder, 'media', 'files'), { recursive: true })).filter((name) =>
      name.endsWith('.jpg'),
    );
    expect(names).toHaveLength(5);
    for (const path of paths.slice(2, 6)) expect(names.join()).toContain(factsOf(path)?.name);
  });

  it('marks missing and refused media as broken with a problem, and keeps the post', async () => {
    cannedResponses.set('/page.jpg', {
      body: Buffer.from('<html><script>alert(1)</script></html>'.padEnd(80)),
      type: 'image/jpeg',
    });
    cannedResponses.set('/svg', {
      body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'.padEnd(80)),
      type: 'image/svg+xml',
    });
    cannedResponses.set('/bomb.png', { body: pngOf(14_000, 14_000), type: 'image/png' });
    cannedResponses.set('/many.gif', { body: gifOf(4, 4, 1001), type: 'image/gif' });
    const paths = ['/none.jpg', '/page.jpg', '/svg', '/bomb.png', '/many.gif'];
    await startCache();
    await arrive(paths.map((path) => post(path, { media: [picture(`http://${host}${path}`)] })));
    for (const path of paths) {
      await waitUntil(`${path} is refused`, () => factsOf(path)?.isBroken);
      await waitUntil(`${path} is reported`, () =>
        store.state().problems.some(({ about }) => about === `post:${path}`),
      );
      expect(factsOf(path)?.name).toBeNull();
    }
    expect(store.state().feeds[0]?.onAir.items).toHaveLength(paths.length);
    expect(await readdir(join(folder, 'media', 'files'))).toEqual([]);
    expect(await readdir(join(folder, 'media', 'incoming'))).toEqual([]);
  });

  it('never fetches from this machine except from the service', async () => {
    await startCache({ serviceUrl: null });
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    await waitUntil('the picture is refused', () => factsOf('/a.jpg')?.isBroken);
    expect(requested).toEqual([]);
  });

  it('forgets media that only a blocked post shows, fetches it again after the unblock, and deletes it after a removal', async () => {
    cannedResponses.set('/a.jpg', { body: jpegOf(40, 30) });
    await startCache();
    await arrive([post('p1', { media: [picture(`http://${host}/a.jpg`)] })]);
    const name = await waitUntilReady('/a.jpg');
    const show = await startShow([], { media: cache });
    await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: null, at });
    await waitUntil('the picture is forgotten', () => factsOf('/a.jpg') === undefined);
    await store.apply({ type: 'itemUnblocked', itemId: 'p1', feed: 'main', by: null, at });
    expect(await waitUntilReady('/a.jpg')).toBe(name);
    await store.apply({ type: 'itemBlocked', itemId: 'p1', reason: null, feed: 'main', by: null, at });
    await arrive([]);
    await expect.poll(() => readdir(join(folder, 'media', 'files', name.slice(0, 2)))).toEqual([]);
    await show.stop();
  });
});
