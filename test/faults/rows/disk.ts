/** Faults of the disk: full, failing at one call, killed in the middle, its files damaged. */
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post } from '../../engine/source/bench.ts';
import type { Chance } from '../chance.ts';
import { readFeed } from '../child.ts';
import { firstId, send, sendUntilTrouble, unreachable, versionOf, withChildren } from '../ground.ts';
import { must, mustBeRightOnFeed, type Row, rowOf } from '../row.ts';
import { make, type Stage, setStage, usualStage } from '../stage.ts';

/** A row over a stage whose data directory is on a disk of one megabyte. The feed's reader must have nothing to complain of. */
function onSmallDisk(kind: Pick<Row, 'id' | 'name'>, run: (disk: SmallDisk, chance: Chance) => Promise<void>): Row {
  const small = { ...kind, injectedBy: 'tmpfs', needs: ['root', 'mounts'], isQuick: true };
  return rowOf(small, async (chance) => {
    const folder = await mkdtemp(join(tmpdir(), 'greenroom-small-'));
    const filler = join(folder, 'filler');
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]);
    try {
      const stage = await setStage({ ...usualStage, mode: 'hybrid' }, chance, folder);
      try {
        const fill = (): Promise<void> => writeFile(filler, Buffer.alloc(2_000_000)).catch(() => undefined);
        await run({ stage, fill, makeRoom: () => rm(filler) }, chance);
        mustBeRightOnFeed(stage);
      } finally {
        await stage.end();
      }
    } finally {
      execFileSync('umount', ['-l', folder]);
      await rm(folder, { recursive: true, force: true });
    }
  });
}

type SmallDisk = {
  readonly stage: Stage;
  readonly fill: () => Promise<void>;
  readonly makeRoom: () => Promise<void>;
};

export const diskRows: readonly Row[] = [
  onSmallDisk({ id: 'F34', name: 'the disk is full' }, async ({ stage, fill, makeRoom }) => {
    const before = stage.onAir();
    await fill();
    // The post is longer than whatever room the last blocks of open files may have left.
    const body = {
      ...make(70, 0),
      liveContents: [...stage.current().liveContents, post('added', { message: 'long '.repeat(8000) })],
    };
    must('a delivery that adds: 503', (await stage.deliver(body)) === 503);
    stage.put(body);
    await stage.until('it is said within five seconds', 5000, () => stage.codes().includes('DISK_WRITE_FAILED'));
    must('on air stays', stage.onAir().join() === before.join());
    await makeRoom();
    await stage.until('saved within ten seconds of room', 10_000, () => stage.onAir().length === before.length + 1);
    await stage.until('and said no more', 3000, () => !stage.codes().includes('DISK_WRITE_FAILED'));
  }),
  onSmallDisk(
    { id: 'F34a', name: 'the whole list is replaced while the disk is full' },
    async ({ stage, fill, makeRoom }, chance) => {
      const before = stage.onAir();
      await fill();
      const body = make(70, chance.between(1, 5));
      // Longer than whatever room the last blocks of open files may have left.
      body.liveContents[0] = { ...post('v70-0'), message: 'long '.repeat(8000) };
      const wanted = body.liveContents.map(({ id }) => id).join();
      const isByDelivery = chance.between(0, 1) === 1;
      if (isByDelivery) must('a delivery that is not on disk: 503', (await stage.deliver(body)) === 503);
      stage.put(body);
      await stage.until('the new list is on air whole', 5000, () => stage.onAir().join() === wanted);
      must('it is said that it is not on disk', stage.codes().includes('DISK_WRITE_FAILED'));
      must('nothing of the old list is left', !before.some((id) => stage.onAir().includes(id)));
      must('staging stays where it is', !stage.onAir().includes('staged'));
      await makeRoom();
      await stage.until('saved within ten seconds of room', 10_000, () => !stage.codes().includes('DISK_WRITE_FAILED'));
      must('the new list stays', stage.onAir().join() === wanted);
      if (isByDelivery) must('the delivery, sent again, is taken', (await stage.deliver(body)) === 200);
      stage.answer((request) => request.destroy());
      await stage.restart({});
      must('and is on disk', stage.onAir().join() === wanted);
    },
  ),
  withChildren(
    { id: 'F34b', name: 'one call of the save path fails or kills', injectedBy: 'strace', needs: ['strace'] },
    async ({ start, chance, until: wait }) => {
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
      const source = { mode: 'push', baseUrl: unreachable };
      const acknowledged = await start({ source, wrapper }).then(
        async (child) => {
          const last = await sendUntilTrouble(child, 1, 20);
          child.signal('SIGTERM');
          await child.end();
          return last;
        },
        // Struck before it was ready: nothing was acknowledged, and the next start has to do.
        () => 0,
      );
      const again = await start({ source });
      await wait('the feed answers', 3000, async () => (await readFeed(again)).revision >= 0);
      const held = versionOf(await firstId(again));
      must(
        `nothing acknowledged is lost: ${call} ${fault} at ${when}, ${acknowledged} acknowledged, ${held} held`,
        held >= acknowledged,
      );
      must('and the next delivery is taken', (await send(again, 90)) === 200);
    },
  ),
  withChildren(
    { id: 'F35', name: 'killed at any moment, started without network', injectedBy: 'SIGKILL' },
    async ({ start, chance, until: wait }) => {
      const source = { mode: 'push', baseUrl: unreachable };
      const child = await start({ source });
      const timer = setTimeout(() => child.signal('SIGKILL'), chance.between(1, 300));
      const acknowledged = await sendUntilTrouble(child, 1, 2000);
      clearTimeout(timer);
      child.signal('SIGKILL');
      await wait('gone', 3000, () => !child.isAlive());
      const again = await start({ source });
      const held = versionOf(await firstId(again));
      must(`nothing acknowledged is lost: ${acknowledged} acknowledged, ${held} held`, held >= acknowledged);
    },
  ),
  withChildren(
    { id: 'F37', name: 'state files cut, bent or emptied', injectedBy: 'writing over them' },
    async ({ start, chance, dataDir, until: wait, show }) => {
      const first = await start({});
      await wait('the first list', 6000, async () => (await firstId(first)) === 'v1-0');
      show.body = make(2, 2);
      await wait('the second list', 6000, async () => (await firstId(first)) === 'v2-0');
      await first.end();
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
      const again = await start({ source: { baseUrl: unreachable } });
      const document = await readFeed(again);
      must(`the feed answers after ${how} of ${file}`, document.revision >= 0);
      await again.end();
      const healed = await start({});
      await wait('the service’s list is on air again', 6000, async () => (await firstId(healed)) === 'v2-0');
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
