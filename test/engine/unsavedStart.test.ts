/** Tests a start whose disk can't save the feeds of the settings: it serves them, says so, and saves them when the disk works. */
import { expect, test } from 'vitest';
import type { EngineOptions } from '../../src/engine/engine.ts';
import { collection as chosen } from '../core/build.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { waitUntil } from '../waitUntil.ts';
import { type Feeds, openService, run, untilOnAir } from './restartedShow.ts';
import { copyRunning } from './show/copyRunning.ts';
import { collection } from './sourceHarness.ts';

const before: Feeds = [{ slug: 'main', collectionId: 'col_1' }];
const after: Feeds = [
  { slug: 'main', collectionId: 'col_2' },
  { slug: 'side', collectionId: 'col_1' },
];

type Running = Awaited<ReturnType<typeof run>>;

const findDiskProblem = ({ engine }: Running) =>
  engine.state().problems.find(({ code }) => code === 'DISK_WRITE_FAILED' || code === 'DISK_NOT_RESPONDING');
const readFeed = async ({ engine }: Running, slug: string): Promise<unknown> => {
  const response = await fetch(`${engine.feedBase()}/feeds/${slug}/live.json`);
  const list = (await response.json()) as { revision: number; items?: { id: string }[] };
  return [response.status, list.revision, list.items?.map(({ id }) => id)];
};

async function stopWith(feeds: Feeds) {
  const disk = await controlSyncs();
  const dataDir = createTemporaryFolder('unsaved-start');
  const service = await openService(collection('col_1', 1, ['a', 'b']), collection('col_2', 2, ['x', 'y', 'z']));
  const first = await run(dataDir, service.baseUrl, feeds);
  await untilOnAir(first, 'ab');
  await first.stop();
  return { disk, dataDir, service };
}

test.each([
  ['fail', 'DISK_WRITE_FAILED'],
  ['hang', 'DISK_NOT_RESPONDING'],
] as const)(
  'settings changed while Greenroom was stopped are in use although every sync is made to %s',
  async (fault, code) => {
    const { disk, dataDir, service } = await stopWith(before);
    disk.make(fault);
    const second = await run(dataDir, service.baseUrl, after);
    expect(await readFeed(second, 'main')).toEqual([200, 1, ['a', 'b']]);
    expect(await readFeed(second, 'side')).toEqual([200, 0, []]);
    expect(findDiskProblem(second)?.code).toBe(code);
    expect(second.feed()?.collectionId).toBe('col_2');
    await expect.poll(() => second.restart()).toMatch(/^Greenroom restarted with other settings: main uses another /);
    disk.make('work');
    await untilOnAir(second, 'xyz');
    await untilOnAir(second, 'ab', 'side');
    expect(findDiskProblem(second)).toBeUndefined();
    expect(second.engine.settings().feeds).toMatchObject(after);
    const revision = second.feed()?.onAir.revision ?? 0;
    await second.stop();
    service.setDown(true);
    const third = await run(dataDir, service.baseUrl, after);
    expect(third.onAir()).toEqual(['x', 'y', 'z']);
    expect(third.feed()?.onAir.revision).toBeGreaterThanOrEqual(revision);
  },
);

/** From a show with revision 10, whose operator chose the list of posts b and c. */
const takeover: NonNullable<EngineOptions['takeover']> = {
  ...{ by: 'Desk', countConsumers: () => 0, seenRevision: () => 10, lastActionOf: () => null, firstCollections: [] },
  chosenKey: null,
  collection: chosen(2, 'bc'),
};

test.each([
  ['fail', 'a first show', false],
  ['fail', 'a show from before', true],
  ['hang', 'a show from before', true],
] as const)(
  'while syncs %s, %s that replaces another serves its list above the revisions of the other, also after a crash',
  async (fault, _, isKnown) => {
    // The directories are created before the switch is answered.
    const disk = await controlSyncs(['datasync']);
    const service = await openService(collection('col_1', 1, ['a', 'b']));
    const dataDir = createTemporaryFolder('unsaved-switch');
    if (isKnown) {
      const first = await run(dataDir, service.baseUrl, before);
      await untilOnAir(first, 'ab');
      await first.stop();
    }
    service.setDown(true);
    const own = await run(dataDir, service.baseUrl, before, takeover, () => disk.make(fault));
    expect(await readFeed(own, 'main')).toEqual([200, 11, ['b', 'c']]);
    expect(findDiskProblem(own)).toBeDefined();
    await own.block('c');
    expect(await readFeed(own, 'main')).toEqual([200, 12, ['b']]);
    const crashed = await copyRunning(dataDir);
    disk.make('work');
    await waitUntil('the show is saved', () => findDiskProblem(own) === undefined);
    await own.stop();
    const again = await run(dataDir, service.baseUrl, before);
    expect(again.onAir()).toEqual(['b']);
    expect(again.feed()?.onAir.revision).toBeGreaterThanOrEqual(12);
    const afterCrash = await run(crashed, service.baseUrl, before, { ...takeover, collection: null });
    expect(afterCrash.feed()?.onAir.revision).toBeGreaterThan(12);
    // The history is not ahead of the show, which would count as damage.
    expect(afterCrash.engine.state().problems.map(({ code }) => code)).not.toContain('FEED_REBUILT');
  },
);
