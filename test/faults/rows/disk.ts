/** Faults of the disk: full, failing at one call, killed in the middle, its files damaged. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post } from '../../engine/source/bench.ts';
import type { Chance } from '../chance.ts';
import { readFeed } from '../child.ts';
import { firstItemId, deliverVersion, deliverUntilRefused, unreachableUrl, versionInId, withProcesses } from '../ground.ts';
import { assert, assertCleanFeed, type Row, createRow } from '../row.ts';
import { createVersion, type EngineTestBed, startEngineTestBed, defaultTestBedSettings } from '../stage.ts';

/** A row over a stage whose data directory is on a disk of one megabyte. The feed's reader must have nothing to complain of. */
function onSmallDisk(kind: Pick<Row, 'id' | 'name'>, run: (disk: SmallDisk, chance: Chance) => Promise<void>): Row {
  const small = { ...kind, injectedBy: 'tmpfs', needs: ['root', 'mounts'], isQuick: true };
  return createRow(small, async (chance) => {
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-small-'));
    const filler = join(folder, 'filler');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    try {
      const stage = await startEngineTestBed({ ...defaultTestBedSettings, mode: 'hybrid' }, chance, folder);
      try {
        const fill = (): Promise<void> => writeFile(filler, Buffer.alloc(2_000_000)).catch(() => undefined);
        await run({ stage, fill, freeSpace: () => rm(filler) }, chance);
        assertCleanFeed(stage);
      } finally {
        await stage.close();
      }
    } finally {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    }
  });
}

type SmallDisk = {
  readonly stage: EngineTestBed;
  readonly fill: () => Promise<void>;
  readonly freeSpace: () => Promise<void>;
};

export const diskRows: readonly Row[] = [
  onSmallDisk({ id: 'F34', name: 'the disk is full' }, async ({ stage, fill, freeSpace }) => {
    const before = stage.onAir();
    await fill();
    // The post is longer than whatever room the last blocks of open files may have left.
    const body = {
      ...createVersion(70, 0),
      liveContents: [...stage.current().liveContents, post('added', { message: 'long '.repeat(8000) })],
    };
    assert('a delivery that adds: 503', (await stage.deliver(body)) === 503);
    stage.publish(body);
    await stage.waitUntil('it is said within five seconds', 5000, () => stage.problemCodes().includes('DISK_WRITE_FAILED'));
    assert('on air stays', stage.onAir().join() === before.join());
    await freeSpace();
    await stage.waitUntil('saved within ten seconds of room', 10_000, () => stage.onAir().length === before.length + 1);
    await stage.waitUntil('and said no more', 3000, () => !stage.problemCodes().includes('DISK_WRITE_FAILED'));
  }),
  onSmallDisk(
    { id: 'F34a', name: 'the whole list is replaced while the disk is full' },
    async ({ stage, fill, freeSpace }, chance) => {
      const before = stage.onAir();
      await fill();
      const body = createVersion(70, chance.between(1, 5));
      // Longer than whatever room the last blocks of open files may have left.
      body.liveContents[0] = { ...post('v70-0'), message: 'long '.repeat(8000) };
      const wanted = body.liveContents.map(({ id }) => id).join();
      const isByDelivery = chance.between(0, 1) === 1;
      if (isByDelivery) assert('a delivery that is not on disk: 503', (await stage.deliver(body)) === 503);
      stage.publish(body);
      await stage.waitUntil('the new list is on air whole', 5000, () => stage.onAir().join() === wanted);
      assert('it is said that it is not on disk', stage.problemCodes().includes('DISK_WRITE_FAILED'));
      assert('nothing of the old list is left', !before.some((id) => stage.onAir().includes(id)));
      assert('staging stays where it is', !stage.onAir().includes('staged'));
      await freeSpace();
      await stage.waitUntil('saved within ten seconds of room', 10_000, () => !stage.problemCodes().includes('DISK_WRITE_FAILED'));
      assert('the new list stays', stage.onAir().join() === wanted);
      if (isByDelivery) assert('the delivery, sent again, is taken', (await stage.deliver(body)) === 200);
      stage.respondWith((request) => request.destroy());
      await stage.restart({});
      assert('and is on disk', stage.onAir().join() === wanted);
    },
  ),
  withProcesses(
    { id: 'F34b', name: 'one call of the save path fails or kills', injectedBy: 'strace', needs: ['strace'] },
    async ({ start, chance, waitUntil: wait }) => {
      const call = chance.pick(['fdatasync', 'fsync', 'pwrite64', 'rename']);
      const fault = chance.pick(['error=EIO', 'error=ENOSPC', 'error=EACCES', 'signal=SIGKILL']);
      const when = chance.between(1, 25);
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
          const last = await deliverUntilRefused(child, 1, 20);
          child.signal('SIGTERM');
          await child.stop();
          return last;
        },
        // Struck before it was ready: nothing was acknowledged, and the next start has to do.
        () => 0,
      );
      const again = await start({ source });
      await wait('the feed answers', 3000, async () => (await readFeed(again)).revision >= 0);
      const held = versionInId(await firstItemId(again));
      assert(
        `nothing acknowledged is lost: ${call} ${fault} at ${when}, ${acknowledged} acknowledged, ${held} held`,
        held >= acknowledged,
      );
      assert('and the next delivery is taken', (await deliverVersion(again, 90)) === 200);
    },
  ),
  withProcesses(
    { id: 'F35', name: 'killed at any moment, started without network', injectedBy: 'SIGKILL' },
    async ({ start, chance, waitUntil: wait }) => {
      const source = { mode: 'push', baseUrl: unreachableUrl };
      const child = await start({ source });
      const timer = setTimeout(() => child.signal('SIGKILL'), chance.between(1, 300));
      const acknowledged = await deliverUntilRefused(child, 1, 2000);
      clearTimeout(timer);
      child.signal('SIGKILL');
      await wait('gone', 3000, () => !child.isAlive());
      const again = await start({ source });
      const held = versionInId(await firstItemId(again));
      assert(`nothing acknowledged is lost: ${acknowledged} acknowledged, ${held} held`, held >= acknowledged);
    },
  ),
  withProcesses(
    { id: 'F37', name: 'state files cut, bent or emptied', injectedBy: 'writing over them' },
    async ({ start, chance, dataDir, waitUntil: wait, show }) => {
      const first = await start({});
      await wait('the first list', 6000, async () => (await firstItemId(first)) === 'v1-0');
      show.body = createVersion(2, 2);
      await wait('the second list', 6000, async () => (await firstItemId(first)) === 'v2-0');
      await first.stop();
      const file = await pickFile(dataDir, chance);
      const bytes = await readFile(file);
      const how = chance.pick(['cut', 'bent', 'empty'] as const);
      if (how === 'bent') bytes[chance.between(0, bytes.length - 1)] = chance.between(0, 255);
      await writeFile(
        file,
        how === 'empty'
          ? Buffer.alloc(0)
          : how === 'cut'
            ? bytes.subarray(0, chance.between(0, bytes.length - 1))
            : bytes,
      );
      const again = await start({ source: { baseUrl: unreachableUrl } });
      const document = await readFeed(again);
      assert(`the feed answers after ${how} of ${file}`, document.revision >= 0);
      await again.stop();
      const healed = await start({});
      await wait('the service’s list is on air again', 6000, async () => (await firstItemId(healed)) === 'v2-0');
    },
  ),
];

async function pickFile(folder: string, chance: Chance): Promise<string> {
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
  const picked = files[chance.between(0, files.length - 1)];
  if (picked === undefined) throw new Error('nothing was saved');
  return picked;
}
