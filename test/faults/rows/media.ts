/** Faults of pictures and films: of the files that are kept, and of those who serve them. */
import { readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { join } from 'node:path';
import { gifOf, pngOf } from '../../engine/media/pictures.ts';
import { post } from '../../engine/source/bench.ts';
import { type Child, type FeedDocument, readFeed } from '../child.ts';
import { withChildren } from '../ground.ts';
import { residentBytes } from '../process.ts';
import { must, type Row } from '../row.ts';
import { listen, make } from '../stage.ts';

type Post = ReturnType<typeof post>;

const showing = (id: string, mediaUrl: string): Post => post(id, { media: [{ mediaUrl, mediaType: 'image/png' }] });

function listOf(version: number, live: Post[]): ReturnType<typeof make> {
  return { ...make(version, 0), liveContents: live, liveContentCount: live.length };
}

const mediumOf = (document: FeedDocument, id: string) => document.items.find((item) => item.id === id)?.media[0];

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

const saying =
  (body: Buffer | string, type: string): RequestListener =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type }).end(body);
const sending =
  (to: string): RequestListener =>
  (_, response) =>
    void response.writeHead(302, { location: to }).end();

export const mediaRows: readonly Row[] = [
  withChildren(
    {
      id: 'F38',
      name: 'a kept picture is taken away, cut, bent or emptied while it is on air',
      injectedBy: 'rm, writing over it',
      isQuick: true,
    },
    async ({ start, show, chance, dataDir, until, watch }) => {
      const picture = pngOf(640, 480);
      const answers = new Map([['/a.png', saying(picture, 'image/png')]]);
      await withOrigin(answers, async (port) => {
        show.body = listOf(1, [showing('shown', `http://127.0.0.1:${port}/a.png`), post('plain')]);
        const child = await start({ settings: { media: { allowHttp: true, allowPrivateHosts: ['127.0.0.1'] } } });
        const medium = async () => mediumOf(await readFeed(child), 'shown');
        await until('the picture is there', 8000, async () => (await medium())?.ready === true);
        watch(child);
        const address = (await medium())?.url ?? '';
        const load = async (): Promise<Buffer | null> => {
          const answer = await fetch(address);
          const bytes = Buffer.from(await answer.arrayBuffer());
          return answer.status === 200 ? bytes : null;
        };
        must('and whole', (await load())?.equals(picture) === true);

        const isOriginGone = chance.between(0, 1) === 1;
        if (isOriginGone) answers.clear();
        await damage(join(dataDir, 'media', 'files'), chance.pick(['gone', 'cut', 'bent', 'empty'] as const));
        const loaded = await load();
        must('nothing damaged is served', loaded === null || loaded.equals(picture));
        const stays = async (): Promise<boolean> => {
          const { items } = await readFeed(child);
          return items.map(({ id }) => id).join() === 'shown,plain';
        };
        must('the post stays', await stays());
        if (isOriginGone) {
          await until('it is said', 6000, () => child.output().includes('MEDIA_UNREACHABLE'));
          await until('the picture is no longer told of', 1000, async () => (await medium())?.ready === false);
          must('the post stays without its picture', await stays());
          answers.set('/a.png', saying(picture, 'image/png'));
        }
        // The first retry comes after some five seconds.
        await until('fetched again', 9000, async () => (await load())?.equals(picture) === true);
        await until('and shown again', 2000, async () => (await medium())?.ready === true);
      });
    },
  ),
  withChildren(
    {
      id: 'F43',
      name: 'media that are missing, go round in circles, lead inside, lie about their type or burst',
      injectedBy: 'an origin of media',
      isQuick: true,
    },
    async ({ start, show, until, watch, measured }) => {
      const answers = new Map<string, RequestListener>();
      await withOrigin(answers, async (port) => {
        let reached = 0;
        const inside = createServer((_, response) => {
          reached += 1;
          response.end(pngOf(10, 10));
        });
        const insidePort = await listen(inside);
        try {
          answers.set('/good', saying(pngOf(640, 480), 'image/png'));
          answers.set('/loop', sending('/loop'));
          answers.set('/inside', sending(`http://127.0.0.1:${insidePort}/a.png`));
          answers.set('/odd-inside', sending(`http://[::ffff:7f00:1]:${insidePort}/a.png`));
          answers.set('/page', saying('<svg xmlns="http://www.w3.org/2000/svg"/>', 'text/html'));
          answers.set('/lie', saying('<script>alert(1)</script>'.repeat(40), 'image/png'));
          answers.set('/bomb', saying(pngOf(30_000, 30_000), 'image/png'));
          answers.set('/film', saying(gifOf(4000, 4000, 1200), 'image/gif'));
          answers.set('/empty', saying('', 'image/png'));
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
          const posts = names.map((name) => showing(name, `http://localhost:${port}/${name}`));
          const child = await start({ settings: { media: { allowHttp: true, allowPrivateHosts: ['localhost'] } } });
          await until('the first list', 8000, async () => (await readFeed(child)).items.length > 0);
          watch(child);
          const before = await residentBytes(child.pid);
          show.body = listOf(2, [...posts, showing('direct', `http://127.0.0.1:${insidePort}/a.png`)]);
          const all = [...names, 'direct'];
          await until('all posts are on air', 4000, async () => isWhole(await readFeed(child), all));
          await until('the good picture is there', 8000, async () => isReady(await readFeed(child), 'good'));
          await until('of each fault a word', 12_000, () => countOf(child) >= all.length - 1);
          const document = await readFeed(child);
          must('all posts stay', isWhole(document, all));
          const ready = all.filter((name) => isReady(document, name));
          must(`the good picture alone is served (${ready.join()})`, ready.join() === 'good');
          must('nobody inside was asked', reached === 0);
          const grownBy = ((await residentBytes(child.pid)) - before) / 1_000_000;
          measured('memory grown by, MB', [grownBy]);
          must(`memory grew by ${grownBy.toFixed(1)} MB`, grownBy <= 50);
          answers.set('/missing', saying(pngOf(320, 240), 'image/png'));
          await until('a picture that comes late is fetched', 13_000, async () =>
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

const isWhole = (document: FeedDocument, ids: readonly string[]): boolean =>
  document.items.map(({ id }) => id).join() === ids.join();
const isReady = (document: FeedDocument, id: string): boolean => mediumOf(document, id)?.ready === true;
/** Posts of which the log says that their picture was not had. */
const countOf = (child: Child): number =>
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
