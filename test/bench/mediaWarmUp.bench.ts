/**
 * Measures how long a reader of the feed waits while the pictures of 10,000 posts in staging are fetched, against the same feed before, and against
 * a bare server that is read in the same seconds. `BENCH_POSTS=1000` fetches fewer.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { jpegOf } from '../engine/media/pictures.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startPollingEngine } from './builtEngine.ts';
import { type ChildServer, startChild } from './childServer.ts';
import { print, report } from './numbers.ts';
import { samplePost } from './samplePosts.ts';

type Post = Readonly<Record<string, unknown>>;

const count = Number(process.env['BENCH_POSTS'] ?? 10_000);
/** Typical of a photo from a social network. */
const pictureBytes = 60_000;
const beforeMs = 20_000;
const readEveryMs = 10;

const fetched = new Set<string>();
let staging: readonly Post[] = [];
let version = 0;
const service = createServer((request, response) => {
  const path = request.url ?? '';
  if (path.endsWith('.jpg')) {
    fetched.add(path);
    const head = Buffer.concat([jpegOf(1080, 1350), Buffer.from(path)]);
    response.writeHead(200, { 'content-type': 'image/jpeg' });
    return response.end(Buffer.concat([head, Buffer.alloc(pictureBytes - head.length - 2), Buffer.from([0xff, 0xd9])]));
  }
  const etag = `"${version}"`;
  if (request.headers['if-none-match'] === etag) return response.writeHead(304, { etag }).end();
  const live = Array.from({ length: 20 }, (_, index) => ({ ...samplePost(index), media: [] }));
  const collection = {
    ...{ id: 'col_1', name: 'Viewer posts', contentType: 'SOCIAL_POST', createdDate: '2026-11-20T00:00:00Z' },
    ...{ stagingContentCount: staging.length, liveContentCount: live.length, stagingContents: staging },
    ...{ lastModifiedDate: new Date(Date.UTC(2026, 10, 20, 18, 0, version)).toISOString(), liveContents: live },
  };
  return response.writeHead(200, { etag, 'content-type': 'application/json' }).end(JSON.stringify(collection));
});
await new Promise<void>((done) => service.listen(0, '127.0.0.1', done));
const address = service.address();
const baseUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

function publish(hasPictures: boolean): void {
  staging = Array.from({ length: count }, (_, index) => ({
    ...samplePost(1000 + index),
    media: hasPictures ? [{ mediaUrl: `${baseUrl}/${index}.jpg`, mediaType: 'image/jpeg' }] : [],
  }));
  version += 1;
}

publish(false);
const folder = createTemporaryFolder('bench');
const engine = await startPollingEngine(folder, baseUrl);
const url = `${engine.ready['feed']}/feeds/main/live.json`;
await waitUntil(
  'the list is on air',
  async () => ((await (await fetch(url)).json()) as { revision: number }).revision === 1,
);
const bodyFile = join(folder, 'body.json');
writeFileSync(bodyFile, Buffer.from(await (await fetch(url)).arrayBuffer()));
const bare = await startChild(resolve('test/bench/bareServer.ts'), [bodyFile, '[]'], {});
const startProber = (probed: string): Promise<ChildServer> =>
  startChild(resolve('test/bench/feedProber.ts'), [probed, String(readEveryMs), '0.99'], {});
const ours = await startProber(url);
const baseline = await startProber(bare.ready['base'] ?? '');
const readP99 = async () => ({ ours: await ours.requestFigure(), bare: await baseline.requestFigure() });

await wait(3000);
await readP99();
await wait(beforeMs);
const before = await readP99();
const startedMs = performance.now();
publish(true);
await waitUntil('every picture is fetched', () => fetched.size >= count, 1_200_000);
const seconds = (performance.now() - startedMs) / 1000;
const during = await readP99();
print(`${count} pictures of ${pictureBytes / 1000} KB fetched in ${seconds.toFixed(1)} s`);
report('p99 of a read, before', before.ours, before.bare, 'ms', 'the baseline is a bare server');
report('p99 of a read, while fetching', during.ours, during.bare, 'ms', 'the baseline is a bare server');
report('p99 of a read, while fetching', during.ours, before.ours, 'ms', 'the baseline is the same feed before');
await Promise.all([ours, baseline, bare, engine].map((child) => child.stop()));
service.closeAllConnections();
service.close();
rmSync(folder, { recursive: true });
