/** Disk faults: a full disk, failing system calls, kills during a write, and damaged files. */
import { execFileSync } from 'node:child_process';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { post } from '../../engine/sourceHarness.ts';
import type { Random } from '../../random.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { readFeed } from '../child.ts';
import { createVersion, defaultTestBedSettings, type EngineTestBed, startEngineTestBed } from '../engineTestBed.ts';
import {
  createProcessRow,
  deliverUntilRefused,
  deliverVersion,
  parseVersion,
  readFirstItemId,
  unreachableUrl,
} from '../processTestBed.ts';
import { assert, assertCleanFeed, createRow, type Row } from '../row.ts';

/** Creates a row whose data directory is on a 1 MB disk. */
function createSmallDiskRow(
  options: Pick<Row, 'id' | 'name'>,
  run: (disk: SmallDisk, random: Random) => Promise<void>,
): Row {
  const rowOptions = { ...options, injectedBy: 'tmpfs', needs: ['root', 'mounts'], isQuick: true };
  return createRow(rowOptions, async (random, record) => {
    const folder = createTemporaryFolder('small');
    const filler = join(folder, 'filler');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    try {
      const testBed = await startEngineTestBed({ ...defaultTestBedSettings, mode: 'hybrid' }, random, record, folder);
      try {
        const fill = (): Promise<void> => writeFile(filler, Buffer.alloc(2_000_000)).catch(() => undefined);
        await run({ testBed, fill, freeSpace: () => rm(filler) }, random);
        assertCleanFeed(testBed);
      } finally {
        await testBed.close();
      }
    } finally {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    }
  });
}

type SmallDisk = {
  readonly testBed: EngineTestBed;
  readonly fill: () => Promise<void>;
  readonly freeSpace: () => Promise<void>;
};

export const diskRows: readonly Row[] = [
  createSmallDiskRow({ id: 'F34', name: 'the disk is full' }, async ({ testBed, fill, freeSpace }) => {
    const before = testBed.onAir();
    await fill();
    // The message must exceed the space left in the last blocks of open files.
    const body = {
      ...createVersion(70, 0),
      liveContents: [...testBed.current().liveContents, post('added', { message: 'long '.repeat(8000) })],
    };
    assert('a delivery that adds a post gets 503', (await testBed.deliver(body)) === 503);
    testBed.publish(body);
    await testBed.waitUntil('the problem is reported', 5000, () =>
      testBed.problemCodes().includes('DISK_WRITE_FAILED'),
    );
    assert('on air is unchanged', testBed.onAir().join() === before.join());
    // The service answers, so the feed is behind it but not offline.
    await testBed.waitUntil('the feed is stale', 5000, () => testBed.state().source.freshness === 'stale');
    await freeSpace();
    await testBed.waitUntil(
      'the addition is on air after space is freed',
      10_000,
      () => testBed.onAir().length === before.length + 1,
    );
    await testBed.waitUntil('the feed is fresh', 3000, () => testBed.state().source.freshness === 'fresh');
    await testBed.waitUntil(
      'the problem is cleared',
      3000,
      () => !testBed.problemCodes().includes('DISK_WRITE_FAILED'),
    );
  }),
  createSmallDiskRow(
    { id: 'F34a', name: 'the whole list is replaced while the disk is full' },
    async ({ testBed, fill, freeSpace }, random) => {
      const before = testBed.onAir();
      await fill();
      const body = createVersion(70, random.between(1, 5));
      // The message must exceed the space left in the last blocks of open files.
      body.liveContents[0] = { ...post('v70-0'), message: 'long '.repeat(8000) };
      const expected = body.liveContents.map(({ id }) => id).join();
      const isDelivered = random.between(0, 1) === 1;
      if (isDelivered) assert('a delivery that is not saved gets 503', (await testBed.deliver(body)) === 503);
      testBed.publish(body);
      await testBed.waitUntil('the whole new list is on air', 5000, () => testBed.onAir().join() === expected);
      assert('the problem is reported', testBed.problemCodes().includes('DISK_WRITE_FAILED'));
      assert('no old post is left on air', !before.some((id) => testBed.onAir().includes(id)));
      assert('no staged post is on air', !testBed.onAir().includes('staged'));
      await freeSpace();
      await testBed.waitUntil(
        'the problem is cleared after space is freed',
        10_000,
        () => !testBed.problemCodes().includes('DISK_WRITE_FAILED'),
      );
      assert('the new list is still on air', testBed.onAir().join() === expected);
      if (isDelivered) assert('the repeated delivery is accepted', (await testBed.deliver(body)) === 200);
      testBed.respondWith((request) => request.destroy());
      await testBed.restart({});
      assert('the new list is on disk', testBed.onAir().join() === expected);
    },
  ),
  createProcessRow(
    {
      id: 'F34b',
      name: 'one system call of the save path fails or kills the process',
      injectedBy: 'strace',
      needs: ['strace'],
    },
    async ({ start, random, waitUntil }) => {
      const call = random.pick(['fdatasync', 'fsync', 'pwrite64', 'rename']);
      const fault = random.pick(['error=EIO', 'error=ENOSPC', 'error=EACCES', 'signal=SIGKILL']);
      const when = random.between(1, 25);
      const wrapper = [
        'strace',
        '-f',
        '-qq',
        '-o',
        '/dev/null',
        '-e',
        `trace=${call}`,
        '-e',
        `inject=${call}:${fault}:when=${when}`,
      ];
      const source = { mode: 'push', baseUrl: unreachableUrl };
      const acknowledged = await start({ source, wrapper }).then(
        async (child) => {
          const lastVersion = await deliverUntilRefused(child, 1, 20);
          child.signal('SIGTERM');
          await child.stop();
          return lastVersion;
        },
        // The fault hit before the process was ready, so nothing was acknowledged.
        () => 0,
      );
      const restarted = await start({ source });
      await waitUntil('the feed responds', 3000, async () => (await readFeed(restarted)).revision >= 0);
      const savedVersion = parseVersion(await readFirstItemId(restarted));
      assert(
        `nothing acknowledged is lost: ${call} ${fault} at ${when}, ${acknowledged} acknowledged, ${savedVersion} saved`,
        savedVersion >= acknowledged,
      );
      assert('the next delivery is accepted', (await deliverVersion(restarted, 90)) === 200);
    },
  ),
  createProcessRow(
    { id: 'F35', name: 'killed at a random moment and restarted without a network', injectedBy: 'SIGKILL' },
    async ({ start, random, waitUntil }) => {
      const source = { mode: 'push', baseUrl: unreachableUrl };
      const child = await start({ source });
      const timer = setTimeout(() => child.signal('SIGKILL'), random.between(1, 300));
      const acknowledged = await deliverUntilRefused(child, 1, 2000);
      clearTimeout(timer);
      child.signal('SIGKILL');
      await waitUntil('the process has exited', 3000, () => !child.isAlive());
      const restarted = await start({ source });
      const savedVersion = parseVersion(await readFirstItemId(restarted));
      assert(
        `nothing acknowledged is lost: ${acknowledged} acknowledged, ${savedVersion} saved`,
        savedVersion >= acknowledged,
      );
    },
  ),
  createProcessRow(
    { id: 'F37', name: 'a state file is truncated, corrupted or emptied', injectedBy: 'overwriting' },
    async ({ start, random, dataDir, waitUntil, show }) => {
      const first = await start({});
      await waitUntil('the first list is on air', 6000, async () => (await readFirstItemId(first)) === 'v1-0');
      show.body = createVersion(2, 2);
      await waitUntil('the second list is on air', 6000, async () => (await readFirstItemId(first)) === 'v2-0');
      await first.stop();
      const file = await pickFile(dataDir, random);
      const bytes = await readFile(file);
      const damage = random.pick(['truncate', 'corrupt', 'empty'] as const);
      if (damage === 'corrupt') bytes[random.between(0, bytes.length - 1)] = random.between(0, 255);
      await writeFile(
        file,
        damage === 'empty'
          ? Buffer.alloc(0)
          : damage === 'truncate'
            ? bytes.subarray(0, random.between(0, bytes.length - 1))
            : bytes,
      );
      const restarted = await start({ source: { baseUrl: unreachableUrl } });
      const document = await readFeed(restarted);
      assert(`the feed responds after damage to ${file} (${damage})`, document.revision >= 0);
      await restarted.stop();
      const recovered = await start({});
      await waitUntil(
        'the service’s list is on air again',
        6000,
        async () => (await readFirstItemId(recovered)) === 'v2-0',
      );
    },
  ),
];

async function pickFile(folder: string, random: Random): Promise<string> {
  const all = await readdir(folder, { recursive: true });
  const files: string[] = [];
  for (const name of all.sort()) {
    const found = await stat(join(folder, name));
    if (
      found.isFile() &&
      found.size > 0 &&
      !name.endsWith('.lock') &&
      !name.includes('secret') &&
      !name.includes('token')
    )
      files.push(join(folder, name));
  }
  const picked = files[random.between(0, files.length - 1)];
  if (picked === undefined) throw new Error('nothing was saved');
  return picked;
}
