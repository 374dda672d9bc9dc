/**
 * Measures the longest pause of the event loop, in wall time and CPU time, while an operator's commands replace 10,000 posts on air, with 100
 * sockets and three desks connected.
 */
import { formatWorst, type Pauses, startCrowdedEngine } from './crowdedEngine.ts';
import { print } from './numbers.ts';
import { samplePost } from './samplePosts.ts';

type Post = Readonly<Record<string, unknown>>;

const postCount = 10_000;
const rounds = 3;
const goalMs = 50;

function createPosts(round: number): Post[] {
  return Array.from({ length: postCount }, (_, index) => ({ ...samplePost(index), id: `post-${round}-${index}` }));
}

const engine = await startCrowdedEngine(createPosts(0));
const measured = new Map<string, Pauses[]>();
let revision = 1;

/** Measures a command that changes on air, and checks how many posts are on air afterwards. */
async function measure(name: string, verb: string, input: object, expectedCount: number): Promise<void> {
  const pauses = await engine.measure(() => engine.command(verb, input));
  measured.set(name, [...(measured.get(name) ?? []), pauses]);
  const status = await engine.readStatus();
  revision += 1;
  if (status.revision !== revision || status.count !== expectedCount)
    throw new Error(`after ${name}, the feed has ${status.count} posts at revision ${status.revision}`);
}

for (let round = 1; round <= rounds; round += 1) {
  const restored = revision;
  engine.publish(createPosts(round));
  revision += 1;
  await engine.waitForRevision(revision);
  await measure('restore of another list', 'rollback', { revision: restored }, postCount);
  // Held, so the list goes on air with the release.
  await engine.measure(async () => engine.publish(createPosts(round + rounds)));
  await measure('release after a delivery of new posts', 'release', { liveVersion: null }, postCount);
  await measure('a guard word in every post', 'guards', { words: ['quay'], authors: [], version: null }, 0);
  await measure('that guard word removed', 'guards', { words: [], authors: [], version: null }, postCount);
  await measure('clear', 'clear', {}, 0);
  await measure('back', 'back', {}, postCount);
  await engine.command('release', { liveVersion: null });
}
for (const [name, pauses] of measured) print(`${postCount} posts, ${name}: ${formatWorst(pauses)} (goal ${goalMs})`);
await engine.stop();
