/** Media faults: damaged cached files and misbehaving media servers. */
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { gifOf, pngOf } from '../../engine/media/pictures.ts';
import { post } from '../../engine/sourceHarness.ts';
import { type Child, type FeedDocument, readFeed } from '../child.ts';
import { createVersion, listen } from '../engineTestBed.ts';
import { readResidentBytes } from '../processStats.ts';
import { createProcessRow } from '../processTestBed.ts';
import { assert, type Row } from '../row.ts';

type Post = ReturnType<typeof post>;

const createMediaPost = (id: string, mediaUrl: string): Post =>
  post(id, { media: [{ mediaUrl, mediaType: 'image/png' }] });

function createList(version: number, live: Post[]): ReturnType<typeof createVersion> {
  return { ...createVersion(version, 0), liveContents: live, liveContentCount: live.length };
}

const findMedia = (document: FeedDocument, id: string) => document.items.find((item) => item.id === id)?.media[0];

/** Starts a media server with one handler per path; other paths return 404. */
async function runWithMediaServer(
  handlers: Map<string, RequestListener>,
  run: (port: number, server: Server) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const handler = handlers.get(request.url ?? '');
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  try {
    await run(await listen(server), server);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const respondWithBody =
  (body: Buffer | string, type: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
const redirectTo =
  (to: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location: to }).end();

export const mediaRows: readonly Row[] = [
  createProcessRow(
    {
      id: 'F38',
      name: 'a cached picture is deleted, truncated, corrupted or emptied while on air',
      injectedBy: 'rm, overwriting',
      isQuick: true,
    },
    async ({ start, show, random, dataDir, waitUntil, watch }) => {
      const picture = pngOf(640, 480);
      const handlers = new Map([['/a.png', respondWithBody(picture, 'image/png')]]);
      await runWithMediaServer(handlers, async (port) => {
        show.body = createList(1, [createMediaPost('shown', `http://127.0.0.1:${port}/a.png`), post('plain')]);
        const child = await start({ settings: { media: { allowHttp: true, allowPrivateHosts: ['127.0.0.1'] } } });
        const media = async () => findMedia(await readFeed(child), 'shown');
        await waitUntil('the picture is ready', 8000, async () => (await media())?.ready === true);
        watch(child);
        const address = (await media())?.url ?? '';
        const load = async (): Promise<Buffer | null> => {
          const response = await fetch(address);
          const bytes = Buffer.from(await response.arrayBuffer());
          return response.status === 200 ? bytes : null;
        };
        assert('the picture is complete', (await load())?.equals(picture) === true);

        const isOriginGone = random.between(0, 1) === 1;
        if (isOriginGone) handlers.clear();
        await damageFiles(
          join(dataDir, 'media', 'files'),
          random.pick(['delete', 'truncate', 'corrupt', 'empty'] as const),
        );
        const loaded = await load();
        assert('no damaged file is served', loaded === null || loaded.equals(picture));
        const hasBothPosts = async (): Promise<boolean> => {
          const { items } = await readFeed(child);
          return items.map(({ id }) => id).join() === 'shown,plain';
        };
        assert('the post stays on air', await hasBothPosts());
        if (isOriginGone) {
          await waitUntil('the problem is reported', 6000, () => child.output().includes('MEDIA_UNREACHABLE'));
          await waitUntil(
            'the feed marks the picture as not ready',
            1000,
            async () => (await media())?.ready === false,
          );
          assert('the post stays on air without its picture', await hasBothPosts());
          handlers.set('/a.png', respondWithBody(picture, 'image/png'));
        }
        // The first retry comes after about 5 s.
        await waitUntil('the picture is fetched again', 9000, async () => (await load())?.equals(picture) === true);
        await waitUntil('the feed marks the picture as ready', 2000, async () => (await media())?.ready === true);
      });
    },
  ),
  createProcessRow(
    {
      id: 'F43',
      name: 'media that is missing, redirects in a loop or to a private address, has a false type or is too large',
      injectedBy: 'media server',
      needs: ['/proc'],
      isQuick: true,
    },
    async ({ start, show, waitUntil, watch, record }) => {
      const handlers = new Map<string, RequestListener>();
      await runWithMediaServer(handlers, async (port) => {
        let privateRequests = 0;
        const privateServer = createServer((_, response) => {
          privateRequests += 1;
          response.end(pngOf(10, 10));
        });
        const privatePort = await listen(privateServer);
        try {
          handlers.set('/good', respondWithBody(pngOf(640, 480), 'image/png'));
          handlers.set('/loop', redirectTo('/loop'));
          handlers.set('/private', redirectTo(`http://127.0.0.1:${privatePort}/a.png`));
          handlers.set('/private-mapped', redirectTo(`http://[::ffff:7f00:1]:${privatePort}/a.png`));
          handlers.set('/page', respondWithBody('<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/html'));
          handlers.set('/false-type', respondWithBody('<script>alert(1)</script>'.repeat(40), 'image/png'));
          handlers.set('/bomb', respondWithBody(pngOf(30_000, 30_000), 'image/png'));
          handlers.set('/animation', respondWithBody(gifOf(4000, 4000, 1200), 'image/gif'));
          handlers.set('/empty', respondWithBody('', 'image/png'));
          handlers.set('/range', (_, response) => {
            response.writeHead(206, { 'content-type': 'image/png', 'content-range': 'bytes 900-100/7' });
            response.end(pngOf(10, 10));
          });
          handlers.set('/huge', (_, response) => {
            response.writeHead(200, { 'content-type': 'image/png' }).write(pngOf(640, 480));
            const writeMore = (): void => {
              while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
            };
            response.on('drain', writeMore);
            writeMore();
          });
          const names = ['missing', ...handlers.keys()].map((path) => path.replace('/', ''));
          const posts = names.map((name) => createMediaPost(name, `http://localhost:${port}/${name}`));
          const child = await start({ settings: { media: { allowHttp: true, allowPrivateHosts: ['localhost'] } } });
          await waitUntil('the first list is on air', 8000, async () => (await readFeed(child)).items.length > 0);
          watch(child);
          const before = await readResidentBytes(child.pid);
          show.body = createList(2, [...posts, createMediaPost('direct', `http://127.0.0.1:${privatePort}/a.png`)]);
          const all = [...names, 'direct'];
          await waitUntil('all posts are on air', 4000, async () => hasExactItems(await readFeed(child), all));
          await waitUntil('the good picture is ready', 8000, async () => isReady(await readFeed(child), 'good'));
          await waitUntil('every fault is logged', 12_000, () => countMediaProblems(child) >= all.length - 1);
          const document = await readFeed(child);
          assert('all posts stay on air', hasExactItems(document, all));
          const ready = all.filter((name) => isReady(document, name));
          assert(`only the good picture is ready (${ready.join()})`, ready.join() === 'good');
          assert('the private server gets no request', privateRequests === 0);
          const growthMb = ((await readResidentBytes(child.pid)) - before) / 1_000_000;
          record('memory growth, MB', [growthMb]);
          // The bomb alone has 3.6 GB of pixels.
          assert(`memory grows by at most 80 MB (${growthMb.toFixed(1)} MB)`, growthMb <= 80);
          handlers.set('/missing', respondWithBody(pngOf(320, 240), 'image/png'));
          await waitUntil('a picture that appears later is fetched', 13_000, async () =>
            isReady(await readFeed(child), 'missing'),
          );
        } finally {
          privateServer.closeAllConnections();
          privateServer.close();
        }
      });
    },
  ),
];

const hasExactItems = (document: FeedDocument, ids: readonly string[]): boolean =>
  document.items.map(({ id }) => id).join() === ids.join();
const isReady = (document: FeedDocument, id: string): boolean => findMedia(document, id)?.ready === true;
/** Number of posts with a media problem in the log. */
const countMediaProblems = (child: Child): number =>
  new Set(
    child
      .output()
      .split('\n')
      .filter((line) => line.includes('MEDIA_'))
      .map((line) => /"itemId":"([^"]+)"/.exec(line)?.[1]),
  ).size;

async function damageFiles(folder: string, damage: 'delete' | 'truncate' | 'corrupt' | 'empty'): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    const found = await stat(path);
    if (!found.isFile()) continue;
    if (damage === 'delete') await rm(path);
    else await writeFile(path, Buffer.alloc(damage === 'empty' ? 0 : damage === 'truncate' ? 20 : found.size, 7));
  }
}
