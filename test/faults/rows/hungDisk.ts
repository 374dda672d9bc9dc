/** A disk that hangs: no sync returns, while everything else goes on. */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Child, readFeed } from '../child.ts';
import { createVersion } from '../engineTestBed.ts';
import { hangingSyncs } from '../hangingSyncs.ts';
import { createProcessRow, type ProcessTestBed, readFirstItemId } from '../processTestBed.ts';
import { assert, type Row, type RowOptions } from '../row.ts';

/** A takedown must be on air within this time. */
const takedownMs = 250;

export const hungDiskRows: readonly Row[] = [
  createHungDiskRow(
    {
      id: 'F34c',
      name: 'a disk that hangs: no sync returns',
      isQuick: true,
    },
    async ({ start, disk, servicePort, show, random, waitUntil, watch }) => {
      show.body = createVersion(1, 4);
      // A name is looked up with the system's few threads, and each sync that hangs holds one.
      const source = { baseUrl: `http://localhost:${servicePort}` };
      const child = await start({ source });
      await waitUntil('the first list is on air', 8000, async () => (await readFirstItemId(child)) === 'v1-0');
      const probe = watch(child);
      disk.hang();
      const isOnAir = async (id: string): Promise<boolean> =>
        (await readFeed(child)).items.some((item) => item.id === id);
      const removeFromAir = async (id: string, verb: string, body: object): Promise<void> => {
        const pressed = post(child, verb, body).catch(() => 0);
        await waitUntil(`${verb} takes ${id} off air`, takedownMs, async () => !(await isOnAir(id)));
        assert(`${verb} is answered`, (await pressed) === 200);
      };
      await removeFromAir('v1-0', 'block', { itemId: 'v1-0' });
      const codes = await readProblemCodes(child);
      assert(`the block is reported as not saved yet (${codes.join()})`, codes.includes('DISK_NOT_RESPONDING'));
      await removeFromAir('v1-1', 'block', { itemId: 'v1-1' });
      show.body = { ...createVersion(2, 0), liveContents: show.body.liveContents.slice(0, 3) };
      await waitUntil('a removal by the service is on air', 4000, async () => !(await isOnAir('v1-3')));
      assert('a hold is refused, because it cannot be saved', (await post(child, 'hold', {})) === 503);
      assert('next is obeyed', (await post(child, 'next', {})) === 200);

      if (random.between(0, 1) === 1) {
        await removeFromAir('v1-2', 'clear', {});
        const { revision } = await readFeed(child);
        probe.setPaused(true);
        child.signal('SIGKILL');
        disk.answer();
        await waitUntil('the process has exited', 3000, () => !child.isAlive());
        const restarted = await start({ source });
        const document = await readFeed(restarted);
        assert('after a crash the feed starts cleared', document.items.length === 0);
        assert('no revision is used twice', document.revision > revision);
        const lost = await readProblemCodes(restarted);
        assert(`the loss is reported (${lost.join()})`, lost.includes('FEED_UNSAVED'));
        return;
      }
      disk.answer();
      await waitUntil(
        'the problem is cleared when the disk answers',
        5000,
        async () => !(await readProblemCodes(child)).includes('DISK_NOT_RESPONDING'),
      );
      assert('hold is obeyed', (await post(child, 'hold', {})) === 200);
      const { revision } = await readFeed(child);
      probe.setPaused(true);
      await child.stop();
      const restarted = await start({ source });
      const document = await readFeed(restarted);
      const ids = document.items.map(({ id }) => id).join();
      assert(`what was announced is saved (${ids})`, ids === 'v1-2' && document.revision === revision);
    },
  ),
  createHungDiskRow(
    { id: 'F34d', name: 'a stop while the disk hangs' },
    async ({ start, disk, show, random, waitUntil, watch }) => {
      show.body = createVersion(1, 4);
      const child = await start({});
      await waitUntil('the first list is on air', 8000, async () => (await readFirstItemId(child)) === 'v1-0');
      const probe = watch(child);
      disk.hang();
      assert('the block is answered', (await post(child, 'block', { itemId: 'v1-0' })) === 200);
      const { revision } = await readFeed(child);
      probe.setPaused(true);
      // With a pending write as well, in half of the runs.
      if (random.between(0, 1) === 1) void post(child, 'hold', {}).catch(() => 0);
      child.signal(random.pick(['SIGTERM', 'SIGINT']));
      await waitUntil('the process ends by itself', 12_000, () => !child.isAlive());
      assert('the log says why it ended without saving', child.output().includes('"where":"stop"'));
      disk.answer();
      const restarted = await start({});
      const document = await readFeed(restarted);
      // The block was written, and the end of a process loses nothing that was written.
      assert(
        'the blocked post stays off air',
        document.items.every(({ id }) => id !== 'v1-0'),
      );
      assert('no revision is used twice', document.revision > revision);
      const lost = await readProblemCodes(restarted);
      assert(`the loss is reported (${lost.join()})`, lost.includes('FEED_UNSAVED'));
      await waitUntil(
        'what the service has now is on air',
        8000,
        async () => (await readFirstItemId(restarted)) !== '',
      );
    },
  ),
  createHungDiskRow(
    { id: 'F34e', name: 'a kill after a command that was refused because the disk hangs', isQuick: true },
    async ({ start, disk, show, random, waitUntil }) => {
      show.body = createVersion(1, 3);
      const child = await start({});
      await waitUntil('the first list is on air', 8000, async () => (await readFirstItemId(child)) === 'v1-0');
      const [before, body, refused] = random.pick<readonly [string, object, string]>([
        ['block', { itemId: 'v1-1' }, 'unblock'],
        ['clear', {}, 'back'],
        ['hold', {}, 'release'],
      ]);
      assert(`${before} is answered`, (await post(child, before, body)) === 200);
      await waitUntil('it is saved', 4000, async () => (await readProblemCodes(child)).length === 0);
      const { revision, gate, items } = await readFeed(child);
      disk.hang();
      assert(`${refused} is refused`, (await post(child, refused, body)) === 503);
      child.signal('SIGKILL');
      disk.answer();
      await waitUntil('the process has exited', 3000, () => !child.isAlive());
      const restarted = await start({});
      const after = await readFeed(restarted);
      const describe = (gateNow: string, list: typeof items): string => `${gateNow} ${list.map(({ id }) => id).join()}`;
      assert(
        `${refused} has no effect (${describe(after.gate, after.items)})`,
        describe(after.gate, after.items) === describe(gate, items) && after.revision === revision,
      );
      const codes = await readProblemCodes(restarted);
      assert(`the discarded change is reported (${codes.join()})`, codes.includes('DISK_CHANGE_DISCARDED'));
    },
  ),
];

type HangingDisk = { readonly hang: () => void; readonly answer: () => void };

/** The row’s processes have a disk that can be made to hang. */
function createHungDiskRow(
  options: Pick<RowOptions, 'id' | 'name' | 'isQuick'>,
  run: (testBed: ProcessTestBed & { readonly disk: HangingDisk }) => Promise<void>,
): Row {
  return createProcessRow(
    { injectedBy: 'a pipe', needs: ['mkfifo'], isExclusive: true, ...options },
    async (testBed) => {
      const { environment, ...disk } = createHangingDisk(dirname(testBed.dataDir));
      try {
        await run({ ...testBed, disk, start: (options) => testBed.start({ environment, ...options }) });
      } finally {
        disk.answer();
      }
    },
  );
}

/** Environment for a process whose syncs can be made to hang, with the functions that begin and end this. */
function createHangingDisk(folder: string): HangingDisk & { readonly environment: Readonly<Record<string, string>> } {
  const pipe = join(folder, 'hang');
  return {
    environment: hangingSyncs(pipe),
    hang: () => execFileSync('mkfifo', [pipe]),
    answer: () => {
      if (!existsSync(pipe)) return;
      // For reading and writing, because opening it for writing alone waits for a reader.
      const opened = openSync(pipe, 'r+');
      rmSync(pipe);
      closeSync(opened);
    },
  };
}

async function post(child: Child, verb: string, body: object): Promise<number> {
  const response = await fetch(`${child.desk}/api/feeds/main/${verb}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${child.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
}

async function readProblemCodes(child: Child): Promise<readonly string[]> {
  const response = await fetch(`${child.desk}/api/state`, { headers: { authorization: `Bearer ${child.token}` } });
  const { problems } = (await response.json()) as { problems: readonly { code: string }[] };
  return problems.map(({ code }) => code);
}
