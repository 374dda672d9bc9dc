/**
 * Measures the longest pause of the event loop, in wall time and CPU time, while a service's whole list is replaced, edited, reversed and emptied,
 * with 100 sockets and three desks connected. `BENCH_POSTS=10000` measures one length only.
 */
import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startPollingEngine } from './builtEngine.ts';
import { startChild } from './childServer.ts';
import { startListService } from './listService.ts';
import { samplePost } from './samplePosts.ts';

type Post = Readonly<Record<string, unknown>>;

const goalMs = 50;
const rounds = 3;
const socketCount = 100;
const deskCount = 3;
const chosen = process.env['BENCH_POSTS'];
const lengths = chosen === undefined ? [1000, 10_000, 50_000] : [Number(chosen)];

/** A response has at most 16 MiB, so the posts of the longest list are short. */
function createPosts(count: number, round: number): Post[] {
  return Array.from({ length: count }, (_, index) => {
    const post = { ...samplePost(index), id: `post-${round}-${index}` };
    return count > 10_000 ? { ...post, message: `Message ${index}`, media: [] } : post;
  });
}

const changes: readonly (readonly [name: string, change: (posts: Post[], round: number) => Post[]])[] = [
  ['all edited', (posts, round) => posts.map((post) => ({ ...post, message: `${post['message']} ${round}` }))],
  ['reversed', (posts) => posts.toReversed()],
  ['emptied', () => []],
  ['all new', (_, round) => createPosts(round, round)],
];

async function measureLength(count: number): Promise<void> {
  const service = await startListService();
  let version = 1;
  service.publish(createPosts(count, 0));

  const folder = createTemporaryFolder('bench');
  const engine = await startPollingEngine(folder, service.baseUrl, [resolve('test/bench/loopPause.ts')]);
  const feed = engine.ready['feed'] ?? '';
  const desk = engine.ready['desk'] ?? '';
  const countPosts = async (): Promise<number> => {
    const response = await fetch(`${feed}/feeds/main/live.json`);
    const document = (await response.json()) as { items: readonly unknown[]; revision: number };
    return document.revision === version ? document.items.length : -1;
  };
  await waitUntil('the first list is on air', async () => (await countPosts()) === count);
  const readers = await startChild(
    resolve('test/bench/listReaders.ts'),
    [
      `${feed.replace('http', 'ws')}/feeds/main/socket`,
      String(socketCount),
      `${desk.replace('http', 'ws')}/api/socket`,
      String(deskCount),
      engine.ready['token'] ?? '',
    ],
    {},
  );
  const prober = await startChild(resolve('test/bench/feedProber.ts'), [`${feed}/feeds/main/current.json`], {});
  const settle = (): Promise<void> => new Promise((settled) => setTimeout(settled, 3000));
  await settle();

  let posts = createPosts(count, 0);
  const pauses = new Map<string, number[]>();
  const turns = new Map<string, number[]>();
  const waits = new Map<string, number[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, change] of changes) {
      await Promise.all([engine.requestFigure(), prober.requestFigure()]);
      await engine.requestFigure('cpu');
      posts = name === 'all new' ? createPosts(count, round) : change(posts, round);
      service.publish(posts);
      version += 1;
      const expected = posts.length;
      const revision = version;
      await waitUntil(`the list is on air: ${name}`, async () => {
        const response = await fetch(`${feed}/feeds/main/current.json`);
        return ((await response.json()) as { revision: number }).revision === revision;
      });
      await settle();
      pauses.set(name, [...(pauses.get(name) ?? []), await engine.requestFigure()]);
      turns.set(name, [...(turns.get(name) ?? []), await engine.requestFigure('cpu')]);
      waits.set(name, [...(waits.get(name) ?? []), await prober.requestFigure()]);
      if ((await countPosts()) !== expected) throw new Error(`the feed does not have the ${expected} posts`);
    }
  }
  for (const [name] of changes) {
    const pauseMs = Math.max(...(pauses.get(name) ?? []));
    const cpuMs = Math.max(...(turns.get(name) ?? []));
    const waitMs = Math.max(...(waits.get(name) ?? []));
    process.stdout.write(
      `${count} posts ${name}: longest pause ${pauseMs.toFixed(0)} ms, longest turn ${cpuMs.toFixed(0)} ms of CPU time, longest wait of a reader at 10 Hz ${waitMs.toFixed(0)} ms (goal ${goalMs} at 10,000 posts)\n`,
    );
  }
  await prober.stop();
  await readers.stop();
  await engine.stop();
  service.close();
  rmSync(folder, { recursive: true });
}

for (const count of lengths) await measureLength(count);
