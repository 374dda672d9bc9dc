/** Tests starts one after another on a disk that hangs: none writes the history ahead of the show, which would count as damage. */
import { expect, it, onTestFinished } from 'vitest';
import { readLastList } from '../../src/engine/logs/lastKnown.ts';
import { controlSyncs, type Disk } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { type Feeds, openService, run, untilOnAir } from './restartedShow.ts';
import { copyRunning } from './show/copyRunning.ts';
import { collection } from './sourceHarness.ts';

const feeds: Feeds = [{ slug: 'main', collectionId: 'col_1' }];

async function start(dataDir: string, baseUrl: string, disk: Disk, onOpened?: Parameters<typeof run>[4]) {
  const running = await run(dataDir, baseUrl, feeds, null, onOpened);
  // A stop waits for the disk.
  onTestFinished(() => disk.make('work'));
  const codes = (): readonly string[] => running.engine.state().problems.map(({ code }) => code);
  return { ...running, codes, revision: () => running.feed()?.onAir.revision ?? 0 };
}

it.each(['hang', 'work'] as const)(
  'after an unsaved removal and a start on a disk that hangs, a start on a disk made to %s follows, without damage',
  async (fault) => {
    const disk = await controlSyncs();
    const dataDir = createTemporaryFolder('hung-restarts');
    const service = await openService(collection('col_1', 1, ['a', 'b', 'c']));
    const first = await start(dataDir, service.baseUrl, disk);
    await untilOnAir(first, 'abc');
    disk.make('hang');
    await first.block('b');
    expect(first.onAir()).toEqual(['a', 'c']);
    const crashed = await copyRunning(dataDir);
    const second = await start(crashed, service.baseUrl, disk);
    const crashedAgain = await copyRunning(crashed);
    disk.make(fault);
    const third = await start(crashedAgain, service.baseUrl, disk);
    expect([third.feed()?.gate, third.feed()?.loss]).toEqual(['following', 'unsaved']);
    expect(third.codes()).not.toContain('DISK_SHOW_BEHIND');
    expect(third.revision()).toBeGreaterThan(second.revision());
    disk.make('work');
    service.change(collection('col_1', 2, ['c']));
    await untilOnAir(third, 'c');
    await waitUntil('everything is saved', () => !third.codes().includes('DISK_NOT_RESPONDING'));
    await third.stop();
    const { newest, revision } = await readLastList(crashedAgain, 'main', null);
    expect([newest?.items.map(({ id }) => id), revision]).toEqual([['c'], third.revision()]);
  },
);

it('says from the first moment of a start that its raised revisions are not saved, until they are', async () => {
  const disk = await controlSyncs();
  const dataDir = createTemporaryFolder('hung-restarts');
  const service = await openService(collection('col_1', 1, ['a', 'b']));
  const first = await start(dataDir, service.baseUrl, disk);
  await untilOnAir(first, 'ab');
  disk.make('hang');
  await first.block('b');
  const atFirst: string[] = [];
  const second = await start(await copyRunning(dataDir), service.baseUrl, disk, ({ state }) =>
    atFirst.push(...state().problems.map(({ code }) => code)),
  );
  expect(atFirst).toContain('DISK_NOT_RESPONDING');
  expect(second.codes()).toContain('DISK_NOT_RESPONDING');
  disk.make('work');
  await waitUntil('everything is saved', () => !second.codes().includes('DISK_NOT_RESPONDING'));
});
