/** Process faults: little memory, a desk that hangs, a second Greenroom. */
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../../scripts/findBrowser.ts';
import { post, type Respond, respondWithBody } from '../../engine/sourceHarness.ts';
import { type Child, readFeed } from '../child.ts';
import { createVersion } from '../engineTestBed.ts';
import { createProcessRow, readFirstItemId } from '../processTestBed.ts';
import { assert, percentile, type Row } from '../row.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Returns a version with `postCount` posts, whose messages have `messageLength` characters each. */
function createLargeVersion(
  version: number,
  postCount: number,
  messageLength: number,
): ReturnType<typeof createVersion> {
  const live = Array.from({ length: postCount }, (_, index) =>
    post(`v${version}-${index}`, { message: 'x'.repeat(messageLength) }),
  );
  return { ...createVersion(version, 0), liveContents: live, liveContentCount: postCount };
}

function createGzipBomb(): Respond {
  const compressed = gzipSync(Buffer.alloc(300_000_000, ' '));
  return respondWithBody(compressed, { 'content-encoding': 'gzip' });
}

export const processRows: readonly Row[] = [
  createProcessRow(
    { id: 'F40', name: 'responses too large for a process with little memory', injectedBy: '--max-old-space-size=128' },
    async ({ start, show, respondWith, random, waitUntil, watch }) => {
      const child = await start({ environment: { NODE_OPTIONS: '--max-old-space-size=128' } });
      await waitUntil('the first list is on air', 8000, async () => (await readFirstItemId(child)) === 'v1-0');
      watch(child);
      const kind = random.pick(['long posts', 'many posts', 'over the limit', 'bomb'] as const);
      switch (kind) {
        case 'long posts':
          show.body = createLargeVersion(2, 12, 1_000_000);
          break;
        case 'many posts':
          show.body = createLargeVersion(2, 4000, 1500);
          break;
        case 'over the limit':
          show.body = createLargeVersion(2, 40, 1_000_000);
          break;
        case 'bomb':
          respondWith(createGzipBomb());
          break;
        default: {
          const unreachable: never = kind;
          return unreachable;
        }
      }
      await wait(6000);
      assert(`the process is alive (${kind})`, child.isAlive());
      assert('on air is the first or the second list', /^v[12]-0$/.test(await readFirstItemId(child)));
      respondWith(null);
      show.body = createVersion(3, 2);
      await waitUntil('the next list is on air', 17_000, async () => (await readFirstItemId(child)) === 'v3-0');
    },
  ),
  createProcessRow(
    {
      id: 'F41',
      name: 'a desk hangs, crashes and reconnects (browser only; the desktop window needs a display)',
      injectedBy: 'Chromium: SIGSTOP, SIGKILL',
      isExclusive: true,
      needs: ['SIGSTOP', 'chromium', 'built desk (npm run build)'],
    },
    async ({ start, show, waitUntil, watch, record }) => {
      const child = await start({});
      await waitUntil('the first list is on air', 8000, async () => (await readFirstItemId(child)) === 'v1-0');
      const probe = watch(child);
      let version = 1;
      const editAndWait = async (): Promise<void> => {
        version += 1;
        show.body = createVersion(version, 2);
        await waitUntil('an edit is on air', 3500, async () => (await readFirstItemId(child)) === `v${version}-0`);
      };
      const first = await openDesk(child, `v${version}-0`);
      await editAndWait();
      const readsBefore = probe.durationsMs().length;
      process.kill(-first.pid, 'SIGSTOP');
      for (let edit = 0; edit < 4; edit += 1) await editAndWait();
      process.kill(-first.pid, 'SIGCONT');
      await first.waitForText(`message of v${version}-0`);
      process.kill(-first.pid, 'SIGKILL');
      await editAndWait();
      const durationsMs = probe.durationsMs().slice(readsBefore);
      record('feed read while a desk hangs, ms', durationsMs);
      assert(
        `the feed’s p99 stays within 250 ms (${percentile(durationsMs, 99).toFixed(1)} ms)`,
        percentile(durationsMs, 99) <= 250,
      );
      const second = await openDesk(child, `v${version}-0`);
      await second.close();
    },
  ),
  createProcessRow(
    {
      id: 'F44',
      name: 'a second Greenroom on the same data directory',
      injectedBy: 'second start',
      isQuick: true,
    },
    async ({ start, show, waitUntil, watch }) => {
      const first = await start({});
      await waitUntil('the first list is on air', 8000, async () => (await readFirstItemId(first)) === 'v1-0');
      const probe = watch(first);
      const refusal = await start({}).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      assert(
        `the second start fails and names --data-dir (${refusal})`,
        refusal !== null && /--data-dir/.test(refusal),
      );
      assert('the second start exits with 2', refusal?.startsWith('exited with 2 ') === true);
      assert('the first process is alive', first.isAlive());
      show.body = createVersion(2, 2);
      await waitUntil('the next list is on air', 4000, async () => (await readFirstItemId(first)) === 'v2-0');
      probe.setPaused(true);
      await first.stop();
      const third = await start({});
      assert('a third start serves the saved list', (await readFeed(third)).items.length === 2);
    },
  ),
];

type Desk = {
  readonly pid: number;
  readonly waitForText: (text: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Opens the desk in a new browser and waits until it shows the post. */
async function openDesk(child: Child, id: string): Promise<Desk> {
  const server = await chromium.launchServer(launchOptions());
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage();
  await page.goto(`${child.desk}/#token=${child.token}`);
  const waitForText = (text: string): Promise<void> => page.getByText(text).first().waitFor({ timeout: 15_000 });
  await waitForText(`message of ${id}`);
  return { pid: server.process().pid ?? 0, waitForText, close: () => server.close() };
}
