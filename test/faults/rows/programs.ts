/** Faults of the programs themselves: little memory, a desk that hangs, a second Greenroom. */
import { gzipSync } from 'node:zlib';
import { chromium } from '@playwright/test';
import { post, type Respond, saying } from '../../engine/source/bench.ts';
import { type Child, readFeed } from '../child.ts';
import { firstItemId, withProcesses } from '../ground.ts';
import { assert, percentile, type Row } from '../row.ts';
import { createVersion } from '../stage.ts';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** So many posts of so many letters. */
function createLargeVersion(version: number, posts: number, characters: number): ReturnType<typeof createVersion> {
  const live = Array.from({ length: posts }, (_, index) =>
    post(`v${version}-${index}`, { message: 'x'.repeat(characters) }),
  );
  return { ...createVersion(version, 0), liveContents: live, liveContentCount: posts };
}

function gzipBomb(): Respond {
  const packed = gzipSync(Buffer.alloc(300_000_000, ' '));
  return saying(packed, { 'content-encoding': 'gzip' });
}

export const processRows: readonly Row[] = [
  withProcesses(
    { id: 'F40', name: 'answers too large for a program with little memory', injectedBy: '--max-old-space-size=128' },
    async ({ start, show, respondWith, chance, waitUntil, watch }) => {
      const child = await start({ environment: { NODE_OPTIONS: '--max-old-space-size=128' } });
      await waitUntil('the first list', 8000, async () => (await firstItemId(child)) === 'v1-0');
      watch(child);
      const kind = chance.pick(['long posts', 'many posts', 'beyond the limit', 'bomb'] as const);
      switch (kind) {
        case 'long posts':
          show.body = createLargeVersion(2, 12, 1_000_000);
          break;
        case 'many posts':
          show.body = createLargeVersion(2, 4000, 1500);
          break;
        case 'beyond the limit':
          show.body = createLargeVersion(2, 40, 1_000_000);
          break;
        case 'bomb':
          respondWith(gzipBomb());
          break;
        default: {
          const unreachable: never = kind;
          return unreachable;
        }
      }
      await wait(6000);
      assert(`it lives (${kind})`, child.isAlive());
      assert('what is on air is one list or the other', /^v[12]-0$/.test(await firstItemId(child)));
      respondWith(null);
      show.body = createVersion(3, 2);
      await waitUntil('the next list is on air', 17_000, async () => (await firstItemId(child)) === 'v3-0');
    },
  ),
  withProcesses(
    {
      id: 'F41',
      name: 'a desk hangs, crashes and comes back (the window of the desktop app: not here, it needs Electron on a screen)',
      injectedBy: 'Chromium: SIGSTOP, SIGKILL',
      isExclusive: true,
      needs: ['chromium', 'built desk (npm run build)'],
    },
    async ({ start, show, waitUntil, watch, record }) => {
      const child = await start({});
      await waitUntil('the first list', 8000, async () => (await firstItemId(child)) === 'v1-0');
      const probe = watch(child);
      let version = 1;
      const editIsOnAir = async (): Promise<void> => {
        version += 1;
        show.body = createVersion(version, 2);
        await waitUntil('an edit is on air', 3500, async () => (await firstItemId(child)) === `v${version}-0`);
      };
      const first = await openDesk(child, `v${version}-0`);
      await editIsOnAir();
      const before = probe.durationsMs().length;
      process.kill(-first.pid, 'SIGSTOP');
      for (let edits = 0; edits < 4; edits += 1) await editIsOnAir();
      process.kill(-first.pid, 'SIGCONT');
      await first.shows(`message of v${version}-0`);
      process.kill(-first.pid, 'SIGKILL');
      await editIsOnAir();
      const tookMs = probe.durationsMs().slice(before);
      record('feed read beside a desk that hangs, ms', tookMs);
      assert(`the feed stays quick (p99 ${percentile(tookMs, 99).toFixed(1)} ms)`, percentile(tookMs, 99) <= 250);
      const second = await openDesk(child, `v${version}-0`);
      await second.close();
    },
  ),
  withProcesses(
    {
      id: 'F44',
      name: 'a second Greenroom on the same data (an update that waits: not here, it needs the packaged app)',
      injectedBy: 'started twice',
      isQuick: true,
    },
    async ({ start, show, waitUntil, watch }) => {
      const first = await start({});
      await waitUntil('the first list', 8000, async () => (await firstItemId(first)) === 'v1-0');
      const probe = watch(first);
      const refusal = await start({}).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : ''),
      );
      assert(`the second is refused, with a word (${refusal})`, refusal !== null && /--data-dir/.test(refusal));
      assert('as a configuration that cannot be used', refusal?.startsWith('ended with 2 ') === true);
      assert('the first goes on', first.isAlive());
      show.body = createVersion(2, 2);
      await waitUntil('and keeps up', 4000, async () => (await firstItemId(first)) === 'v2-0');
      probe.pause(true);
      await first.stop();
      const third = await start({});
      assert('and what it had is there for the next', (await readFeed(third)).items.length === 2);
    },
  ),
];

type Desk = {
  readonly pid: number;
  readonly shows: (words: string) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Opens the desk in a browser of its own and waits until it shows the post. */
async function openDesk(child: Child, id: string): Promise<Desk> {
  const server = await chromium.launchServer({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const browser = await chromium.connect(server.wsEndpoint());
  const page = await browser.newPage();
  await page.goto(`${child.desk}/#token=${child.token}`);
  const shows = (words: string): Promise<void> => page.getByText(words).first().waitFor({ timeout: 15_000 });
  await shows(`message of ${id}`);
  return { pid: server.process().pid ?? 0, shows, close: () => server.close() };
}
