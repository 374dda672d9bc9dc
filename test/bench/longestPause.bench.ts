/**
 * Measures the longest pause of the event loop, in wall time and CPU time, while a service's whole list is replaced, edited, reversed and emptied,
 * with 100 sockets and three desks connected. `BENCH_POSTS=10000` measures one length only.
 */
import { formatWorst, type Pauses, startCrowdedEngine } from './crowdedEngine.ts';
import { print } from './numbers.ts';
import { samplePost } from './samplePosts.ts';

type Post = Readonly<Record<string, unknown>>;

const goalMs = 50;
const rounds = 3;
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
  let posts = createPosts(count, 0);
  const engine = await startCrowdedEngine(posts);
  let revision = 1;
  const measured = new Map<string, Pauses[]>();
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, change] of changes) {
      posts = name === 'all new' ? createPosts(count, round) : change(posts, round);
      revision += 1;
      const pauses = await engine.measure(async () => {
        engine.publish(posts);
        await engine.waitForRevision(revision);
      });
      measured.set(name, [...(measured.get(name) ?? []), pauses]);
      if ((await engine.readStatus()).count !== posts.length)
        throw new Error(`the feed does not have the ${posts.length} posts`);
    }
  }
  for (const [name, pauses] of measured)
    print(`${count} posts ${name}: ${formatWorst(pauses)} (goal ${goalMs} at 10,000 posts)`);
  await engine.stop();
}

for (const count of lengths) await measureLength(count);
