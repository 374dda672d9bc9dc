/**
 * Measures the CPU time that the whole process takes for a list of 10,000 new posts, from the response to both documents, with history, as-run
 * log, recorder and journal. The baseline parses the response, formats it twice and hashes it once.
 */
import { rmSync } from 'node:fs';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { startPollingEngine } from './builtEngine.ts';
import { publishDirectly } from './directConversion.ts';
import { startListService } from './listService.ts';
import { median, report } from './numbers.ts';
import { samplePost } from './samplePosts.ts';

const count = 10_000;
const rounds = 12;
const warmUpRounds = 3;
/** Covers the batch of the logs and their sync. */
const settleMs = 3000;

const settle = (): Promise<void> => new Promise((settled) => setTimeout(settled, settleMs));

function measureDirectlyMs(bytes: Buffer): number {
  const before = process.cpuUsage();
  publishDirectly(bytes);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const service = await startListService();
service.publish([samplePost(0)]);
const folder = createTemporaryFolder('bench');
const engine = await startPollingEngine(folder, service.baseUrl);
const feed = engine.ready['feed'] ?? '';
const read = (name: string): Promise<ArrayBuffer> =>
  fetch(`${feed}/feeds/main/${name}`).then((response) => response.arrayBuffer());
const readRevision = async (): Promise<number> =>
  (JSON.parse(Buffer.from(await read('current.json')).toString()) as { revision: number }).revision;
await waitUntil('the first list is on air', async () => (await readRevision()) === 1);
await settle();
const idleBefore = engine.cpuMs() ?? Number.NaN;
await settle();
const idleMs = (engine.cpuMs() ?? Number.NaN) - idleBefore;

const ours: number[] = [];
const direct: number[] = [];
for (let round = 1; round <= rounds; round += 1) {
  const posts = Array.from({ length: count }, (_, index) => ({ ...samplePost(index), id: `post-${round}-${index}` }));
  const before = engine.cpuMs() ?? Number.NaN;
  const bytes = service.publish(posts);
  await waitUntil('the new list is on air', async () => {
    const revision = await readRevision();
    if (revision !== round + 1) await new Promise((later) => setTimeout(later, 100));
    return revision === round + 1;
  });
  await Promise.all([read('live.json'), read('vmix.json')]);
  await settle();
  ours.push((engine.cpuMs() ?? Number.NaN) - before - idleMs);
  direct.push(measureDirectlyMs(bytes));
}
await engine.stop();
service.close();
rmSync(folder, { recursive: true });
report(
  `${count} new posts, CPU of the whole process with its logs`,
  median(ours.slice(warmUpRounds)),
  median(direct.slice(warmUpRounds)),
  'ms',
  'goal 1',
);
