/** A disk that hangs: no sync returns, while everything else goes on. */
import { spawn } from 'node:child_process';
import { type Child, readFeed } from '../child.ts';
import { createVersion } from '../engineTestBed.ts';
import { createProcessRow, readFirstItemId } from '../processTestBed.ts';
import { assert, type Row } from '../row.ts';

/** A takedown must be on air within this time. */
const takedownMs = 250;

export const hungDiskRows: readonly Row[] = [
  createProcessRow(
    {
      id: 'F34c',
      name: 'a disk that hangs: no sync returns',
      injectedBy: 'strace',
      needs: ['strace'],
      isExclusive: true,
    },
    async ({ start, servicePort, show, random, waitUntil, watch }) => {
      show.body = createVersion(1, 4);
      // A name is looked up with the system's few threads, and each sync that hangs holds one.
      const source = { baseUrl: `http://localhost:${servicePort}` };
      const child = await start({ source });
      await waitUntil('the first list is on air', 8000, async () => (await readFirstItemId(child)) === 'v1-0');
      const probe = watch(child);
      const answer = await hangDisk(child);
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
        await answer();
        await waitUntil('the process has exited', 3000, () => !child.isAlive());
        const restarted = await start({ source });
        const document = await readFeed(restarted);
        assert('after a crash the feed starts cleared', document.items.length === 0);
        assert('no revision is used twice', document.revision > revision);
        const lost = await readProblemCodes(restarted);
        assert(`the loss is reported (${lost.join()})`, lost.includes('DISK_CHANGES_LOST'));
        return;
      }
      await answer();
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
];

/** Makes every sync of the process wait. Returns a function that ends this. */
async function hangDisk(child: Child): Promise<() => Promise<void>> {
  const calls = 'fsync,fdatasync,sync_file_range';
  const tracer = spawn('strace', [
    ...['-f', '-p', String(child.pid), '-o', '/dev/null', '-e', `trace=${calls}`],
    // Longer than the row.
    ...['-e', `inject=${calls}:delay_enter=120s`],
  ]);
  const ended = new Promise<void>((resolve) => tracer.once('close', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    tracer.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('attached')) resolve();
    });
    tracer.once('close', () => reject(new Error('strace ended')));
  });
  return async () => {
    tracer.kill('SIGTERM');
    // strace can wait for ever for a thread of a process that was killed.
    const timer = setTimeout(() => tracer.kill('SIGKILL'), 2000);
    await ended;
    clearTimeout(timer);
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
