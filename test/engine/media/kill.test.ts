import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createMediaCache } from '../../../src/engine/media/cache.ts';
import { openFiles } from '../../../src/engine/media/files.ts';
import { readJpeg } from '../../../src/engine/media/imageHeader.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { compileCache } from '../../compileCache.ts';
import { createRandom } from '../../random.ts';
import { seed } from '../../seed.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';
import { realJpeg } from './realPictures.ts';

const random = createRandom(seed);
const kills = Number(process.env['GREENROOM_KILLS'] ?? 5);
const pictures = 24;

it('leaves no broken file when Greenroom is killed while it caches pictures and makes sizes', async () => {
  const bodies = await Promise.all(Array.from({ length: pictures }, (_, index) => realJpeg(700 + index, 500)));
  const origin = createServer((request, response) => {
    const body = bodies[Number(/\d+/.exec(request.url ?? '')?.[0])];
    response.writeHead(200, { 'Content-Type': 'image/jpeg' }).end(body);
  });
  await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
  const bound = origin.address();
  const base = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}`;
  const dataDir = createTemporaryFolder('media-kill');
  const filesDir = join(dataDir, 'media', 'files');
  for (let kill = 0; kill < kills; kill += 1) {
    const child: ChildProcess = spawn(
      process.execPath,
      [join(import.meta.dirname, 'killCache.ts'), dataDir, base, String(pictures)],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ...compileCache } },
    );
    if (child.stdout !== null) await once(child.stdout, 'data');
    // Also after the index was written, which takes a second.
    await new Promise((resolve) => setTimeout(resolve, random.between(0, 2500)));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const { files, quarantined, quarantinedPrevious } = await openFiles(join(dataDir, 'media'));
    expect([quarantined, quarantinedPrevious]).toEqual([null, null]);
    const stored = (await readdir(filesDir, { recursive: true })).filter((name) => name.includes('.'));
    for (const path of stored) {
      const sha256 = createHash('sha256')
        .update(await readFile(join(filesDir, path)))
        .digest('hex');
      expect(path).toContain(sha256);
    }
    for (const key of files.keys()) expect(await files.isIntact(files.byKey(key)?.name ?? '')).toBe(true);
  }
  const store = await createStoreInMemory();
  const { media: settings } = settingsSchema.parse({});
  const cache = createMediaCache({ settings, serviceUrl: base }, { dataDir, store, ports: quietPorts });
  await cache.start();
  const urls = bodies.map((_, index) => `${base}/${index}.jpg`);
  const live = urls.map((url, index) => post(`p${index}`, { media: [picture(url)] }));
  await store.apply({
    ...{ type: 'collectionArrived', collection: collection(live, []), from: 'poll', accept: 'newer', at },
  });
  const front = createServer((request, response) => {
    void cache.handle(request, response, (request.url ?? '').split('?')[0]?.slice(1) ?? '');
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const frontBound = front.address();
  for (const url of urls) {
    const name = await waitUntil(`${url} is ready`, () => store.state().media.get(url)?.name);
    const address = `http://127.0.0.1:${typeof frontBound === 'object' ? frontBound?.port : 0}/${name}?w=320`;
    expect(readJpeg(Buffer.from(await (await fetch(address)).arrayBuffer()))).toMatchObject({ width: 320 });
  }
  expect(store.state().problems).toEqual([]);
  expect(await readdir(join(dataDir, 'media', 'incoming'))).toEqual([]);
  await cache.stop();
  for (const server of [origin, front]) {
    server.closeAllConnections();
    server.close();
  }
});
