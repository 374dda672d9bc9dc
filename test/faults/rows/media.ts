/** Faults of pictures and films: of the files that are kept, and of those who serve them. */
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { gifOf, pngOf } from '../../engine/media/pictures.ts';
import { post } from '../../engine/source/bench.ts';
import { type Child, type FeedDocument, readFeed } from '../child.ts';
import { withProcesses } from '../ground.ts';
import { residentBytes } from '../process.ts';
import { assert, type Row } from '../row.ts';
import { listen, createVersion } from '../stage.ts';

type Post = ReturnType<typeof post>;

const postWithMedia = (id: string, mediaUrl: string): Post => post(id, { media: [{ mediaUrl, mediaType: 'image/png' }] });

function listOf(version: number, live: Post[]): ReturnType<typeof createVersion> {
  return { ...createVersion(version, 0), liveContents: live, liveContentCount: live.length };
}

const mediaOf = (document: FeedDocument, id: string) => document.items.find((item) => item.id === id)?.media[0];

/** Serves what `answers` has for each path; 404 for the others. */
async function withOrigin(
  answers: Map<string, RequestListener>,
  run: (port: number, server: Server) => Promise<void>,
): Promise<void> {
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else answer(request, response);
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
  withProcesses(
    {
      id: 'F38',
      name: 'a kept picture is taken away, cut, bent or emptied while it is on air',
      injectedBy: 'rm, writing over it',
      isQuick: true,
    },
    async ({ start, show, chance, dataDir, waitUntil, watch }) => {
      const picture = pngOf(640, 480);
      const answers = new Map([['/a.png', respondWithBody(picture, 'image/png')]]);
      await withOrigin(answers, async (port) => {
        show.body = listOf(1, [postWithMedia('shown', `http://127.0.0.1:${port}/a.png`), post('plain')]);
        const child = await start({ settings: { media: { allowHttp: true, allowPrivateHosts: ['127.0.0.1'] } } });
        const medium = async () => mediaOf(await readFeed(child), 'shown');
        await waitUntil('the picture is there', 8000, async () => (await medium())?.ready === true);
        watch(child);
        const address = (await medium())?.url ?? '';
        const load = async (): Promise<Buffer | null> => {
          const answer = await fetch(address);
          const bytes = Buffer.from(await answer.arrayBuffer());
          return answer.status === 200 ? bytes : null;
        };
        assert('and whole', (await load())?.equals(picture) === true);

        const isOriginGone = chance.between(0, 1) === 1;
        if (isOriginGone) answers.clear();
        await damage(join(dataDir, 'media', 'files'), chance.pick(['gone', 'cut', 'bent', 'empty'] as const));
        const loaded = await load();
        assert('nothing damaged is served', loaded === null || loaded.equals(picture));
        const stays = async (): Promise<boolean> => {
          const { items } = await readFeed(child);
          return items.map(({ id }) => id).join() === 'shown,plain';
        };
        assert('the post stays', await stays());
        if (isOriginGone) {
          await waitUntil('it is said', 6000, () => child.output().includes('MEDIA_UNREACHABLE'));
          await waitUntil('the picture is no longer told of', 1000, async () => (await medium())?.ready === false);
          assert('the post stays without its picture', await stays());
          answers.set('/a.png', respondWithBody(picture, 'image/png'));
        }
        // The first retry comes after some five seconds.
        await waitUntil('fetched again', 9000, async () => (await load())?.equals(picture) === true);
        await waitUntil('and shown again', 2000, async () => (await medium())?.ready === true);
      });
    },
  ),
  withProcesses(
    {
      id: 'F43',
      name: 'media that are missing, go round in circles, lead inside, lie about their type or burst',
      injectedBy: 'an origin of media',
      isQuick: true,
    },
    async ({ start, show, waitUntil, watch, record }) => {
      const answers = new Map<string, RequestListener>();
      await withOrigin(answers, async (port) => {
        let reached = 0;
        const inside = createServer((_, response) => {
          reached += 1;
          response.end(pngOf(10, 10));
        });
        const insidePort = await listen(inside);
        try {
          answers.set('/good', respondWithBody(pngOf(640, 480), 'image/png'));
          answers.set('/loop', redirectTo('/loop'));
          answers.set('/inside', redirectTo(`http://127.0.0.1:${insidePort}/a.png`));
          answers.set('/odd-inside', redirectTo(`http://[::ffff:7f00:1]:${insidePort}/a.png`));
          answers.set('/page', respondWithBody('<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/html'));
          answers.set('/lie', respondWithBody('<script>alert(1)</script>'.repeat(40), 'image/png'));
          answers.set('/bomb', respondWithBody(pngOf(30_000, 30_000), 'image/png'));
          answers.set('/film', respondWithBody(gifOf(4000, 4000, 1200), 'image/gif'));
          answers.set('/empty', respondWithBody('', 'image/png'));
          answers.set('/range', (_, response) => {
            response.writeHead(206, { 'content-type': 'image/png', 'content-range': 'bytes 900-100/7' });
            response.end(pngOf(10, 10));
          });
          answers.set('/huge', (_, response) => {
            response.writeHead(200, { 'content-type': 'image/png' }).write(pngOf(640, 480));
            const more = (): void => {
              while (!response.destroyed && response.write(Buffer.alloc(1_000_000)));
            };
            response.on('drain', more);
            more();
          });
          const names = ['missing', ...answers.keys()].map((path) => path.replace('/', ''));
          const posts = names.map((name) => postWithMedia(name, `http://localhost:${port}/${name}`));
          const child = await start({ settings: { media: { allowHttp: true, allowPrivateHosts: ['localhost'] } } });
          await waitUntil('the first list', 8000, async () => (await readFeed(child)).items.length > 0);
          watch(child);
          const before = await residentBytes(child.pid);
          show.body = listOf(2, [...posts, postWithMedia('direct', `http://127.0.0.1:${insidePort}/a.png`)]);
          const all = [...names, 'direct'];
          await waitUntil('all posts are on air', 4000, async () => hasAllItems(await readFeed(child), all));
          await waitUntil('the good picture is there', 8000, async () => isReady(await readFeed(child), 'good'));
          await waitUntil('of each fault a word', 12_000, () => mediaProblemCount(child) >= all.length - 1);
          const document = await readFeed(child);
          assert('all posts stay', hasAllItems(document, all));
          const ready = all.filter((name) => isReady(document, name));
          assert(`the good picture alone is served (${ready.join()})`, ready.join() === 'good');
          assert('nobody inside was asked', reached === 0);
          const grownBy = ((await residentBytes(child.pid)) - before) / 1_000_000;
          record('memory grown by, MB', [grownBy]);
          assert(`memory grew by ${grownBy.toFixed(1)} MB`, grownBy <= 50);
          answers.set('/missing', respondWithBody(pngOf(320, 240), 'image/png'));
          await waitUntil('a picture that comes late is fetched', 13_000, async () =>
            isReady(await readFeed(child), 'missing'),
          );
        } finally {
          inside.closeAllConnections();
          inside.close();
        }
      });
    },
  ),
];

const hasAllItems = (document: FeedDocument, ids: readonly string[]): boolean =>
  document.items.map(({ id }) => id).join() === ids.join();
const isReady = (document: FeedDocument, id: string): boolean => mediaOf(document, id)?.ready === true;
/** Posts of which the log says that their picture was not had. */
const mediaProblemCount = (child: Child): number =>
  new Set(
    child
      .output()
      .split('\n')
      .filter((line) => line.includes('MEDIA_'))
      .map((line) => /"itemId":"([^"]+)"/.exec(line)?.[1]),
  ).size;

/** Damages every file below the folder. */
async function damage(folder: string, how: 'gone' | 'cut' | 'bent' | 'empty'): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const path = join(folder, name);
    const found = await stat(path);
    if (!found.isFile()) continue;
    if (how === 'gone') await rm(path);
    else await writeFile(path, Buffer.alloc(how === 'empty' ? 0 : how === 'cut' ? 20 : found.size, 7));
  }
}
