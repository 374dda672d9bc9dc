/** Tests a switch between the demo and the own show on a disk that hangs or becomes full: it is refused, and does not take effect later. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Clock, systemClock } from '../../src/engine/ports.ts';
import { prepareInTime, respondsInTime } from '../../src/start/hungSwitch.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createFakeClock } from '../fakeClock.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { ownKey, startOwnService, startShows, type TestShows, watchFeed } from './showsTestBed.ts';

const kindOf = ({ desk }: TestShows) => (desk.state()?.isDemo === true ? 'demo' : 'own');
const hungDisk = {
  ...{ ok: false, code: 'SETTINGS_NOT_DONE' },
  message: 'The settings could not be applied (the disk isn’t responding). Nothing changed.',
  nextStep: 'Check the disk of the data directory.',
};
const readIds = async (shows: TestShows) => (await shows.readFeed()).items.map(({ id }) => id);
const switchesOf = ({ logLines }: TestShows) => logLines.filter((line) => line.includes('"info","SHOW_SWITCHING"'));

test('the demo is refused while the disk hangs, and replaces the own show only after another press', async () => {
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(createTemporaryFolder('hung-switch'), 'own');
  const useDemo = () => shows.desk.command('useDemo', {});
  expect(await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey })).toMatchObject({ ok: true });
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  const list = await shows.readFeed();
  const disk = await controlSyncs();
  disk.make('hang');
  expect(await useDemo()).toEqual(hungDisk);
  expect(await useDemo()).toEqual(hungDisk);
  disk.make('work');
  expect((await shows.readFeed()).items.map(({ id }) => id)).toEqual(list.items.map(({ id }) => id));
  // Refused until the switch that was given up is undone.
  await expect.poll(async () => (await useDemo()).ok).toBe(true);
  await expect.poll(() => kindOf(shows)).toBe('demo');
  expect(switchesOf(shows)).toHaveLength(1);
}, 60_000);

test('the own show is refused while the disk hangs, and leaves no choice or key for the next start', async () => {
  const folder = createTemporaryFolder('hung-switch');
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(folder, 'demo');
  const useService = () => shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey });
  const disk = await controlSyncs();
  disk.make('hang');
  expect(await useService()).toEqual(hungDisk);
  disk.make('work');
  await shows.stop();
  expect([kindOf(shows), switchesOf(shows)]).toEqual(['demo', []]);
  expect(readFileSync(join(folder, 'own', 'settings.json'), 'utf8')).not.toContain(baseUrl);
  expect(await shows.secrets.apiKey()).toBeNull();
}, 60_000);

test('a disk that hangs right after a press is accepted keeps the own show on air, which says why', async () => {
  const { baseUrl, collectionId } = await startOwnService();
  const { clock, hurry } = createHastyClock();
  const shows = await startShows(createTemporaryFolder('hung-switch'), 'own', { clock });
  expect(await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey })).toMatchObject({ ok: true });
  await expect.poll(async () => (await shows.readFeed()).items.length).toBeGreaterThan(0);
  const watch = watchFeed(shows);
  const { items } = await shows.readFeed();
  expect(await shows.desk.command('useDemo', {})).toMatchObject({ ok: true });
  const disk = await controlSyncs();
  disk.make('hang');
  const slowDown = hurry();
  await expect
    .poll(() => shows.engine.state().problems.find(({ code }) => code === 'SHOW_NOT_SWITCHED'), { timeout: 20_000 })
    .toMatchObject({ message: 'The demo could not start: the disk did not respond. Your own show is on air.' });
  expect(kindOf(shows)).toBe('own');
  expect(new Set(watch.seen.map(({ ids }) => ids.join()))).toEqual(new Set([items.map(({ id }) => id).join()]));
  slowDown();
  disk.make('work');
  await expect.poll(async () => (await shows.desk.command('useDemo', {})).ok).toBe(true);
  await expect.poll(() => kindOf(shows)).toBe('demo');
}, 60_000);

test('a stop does not wait for a switch on a disk that hangs', async () => {
  const { clock, hurry } = createHastyClock();
  const shows = await startShows(createTemporaryFolder('hung-switch'), 'own', { clock });
  expect(await shows.desk.command('useDemo', {})).toMatchObject({ ok: true });
  const disk = await controlSyncs();
  disk.make('hang');
  hurry();
  await shows.stop();
  expect(shows.logLines.join('\n')).toContain('"DISK_NOT_RESPONDING",{"where":"stop"}');
}, 60_000);

test('a preparation on a disk that responds slowly is given up after ten seconds, and another that is done in time is not', async () => {
  const clock = createFakeClock();
  const slow = prepareInTime(clock, new Promise(() => undefined), () => 0);
  let finish = (_: string): void => undefined;
  const preparing = new Promise<string>((resolve) => {
    finish = resolve;
  });
  const inTime = prepareInTime(clock, preparing, () => 0);
  clock.advance(9000);
  finish('the demo');
  expect(await inTime).toBe('the demo');
  clock.advance(1000);
  expect([await slow, clock.timerCount()]).toEqual([null, 0]);
});

test('a switch is refused on a disk that is too slow to replace the show quickly', async () => {
  const shows = await startWithBothShows();
  const ids = await readIds(shows);
  const disk = await controlSyncs();
  disk.make({ slowMs: 1200 });
  expect(await shows.desk.command('useDemo', {})).toEqual(hungDisk);
  expect(switchesOf(shows)).toHaveLength(3);
  expect(await readIds(shows)).toEqual(ids);
  disk.make('work');
}, 60_000);

test('the next show does not wait for the last saves of the show before on a disk that hangs from then on', async () => {
  const shows = await startWithBothShows();
  const disk = await controlSyncs();
  shows.onLog((line) => {
    if (line.includes('"SHOW_SWITCHING"')) disk.make('hang');
  });
  expect(await shows.desk.command('useDemo', {})).toMatchObject({ ok: true });
  await expect.poll(() => kindOf(shows), { timeout: 20_000 }).toBe('demo');
  expect(shows.logLines.join('\n')).not.toContain('"DISK_NOT_RESPONDING",{"where":"stop"}');
  disk.make('work');
}, 60_000);

test('a disk counts as responding once a sync is quick, and not while every sync is slow', async () => {
  const clock = createFakeClock();
  const syncs = (...takeMs: readonly number[]) => {
    const remaining = [...takeMs];
    return async () => clock.advance(remaining.shift() ?? 600);
  };
  expect(await respondsInTime(clock, 'own', syncs(600, 600, 20))).toBe(true);
  expect(await respondsInTime(clock, 'own', syncs())).toBe(false);
  expect(clock.timerCount()).toBe(0);
});

test('a refused choice and its key are never saved, so that no start uses them', async () => {
  const { baseUrl, collectionId } = await startOwnService();
  const saved: unknown[] = [];
  const shows = await startShows(createTemporaryFolder('hung-switch'), 'demo', {
    secretStore: (store) => ({
      ...store,
      change: (values) => {
        saved.push(values);
        return store.change(values);
      },
    }),
    openConfig: (_, config) => {
      const save: typeof config.settingsStorage.save = (document) => {
        saved.push(document);
        return config.settingsStorage.save(document);
      };
      return { ...config, settingsStorage: { ...config.settingsStorage, save } };
    },
  });
  const useService = () => shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey });
  const disk = await controlSyncs();
  disk.make({ slowMs: 2300 });
  expect(await useService()).toEqual(hungDisk);
  disk.make('work');
  let refused = '';
  const repeat = async (): Promise<boolean> => {
    const { ok } = await useService();
    refused = JSON.stringify(saved);
    return ok;
  };
  await expect.poll(repeat, { timeout: 20_000 }).toBe(true);
  expect(refused).not.toContain(ownKey);
  expect(refused).not.toContain(baseUrl);
  await expect.poll(() => kindOf(shows)).toBe('own');
  expect(JSON.stringify(saved)).toContain(ownKey);
}, 60_000);

test('a choice that can no longer be saved keeps the demo, says why, and leaves no key', async () => {
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(createTemporaryFolder('full-switch'), 'demo', {
    openConfig: (_, config) => {
      const save: typeof config.settingsStorage.save = async (document) => {
        if (JSON.stringify(document).includes(baseUrl))
          throw Object.assign(new Error('ENOSPC: fsync'), { code: 'ENOSPC' });
        return config.settingsStorage.save(document);
      };
      return { ...config, settingsStorage: { ...config.settingsStorage, save } };
    },
  });
  expect(await shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey })).toMatchObject({ ok: true });
  await expect
    .poll(() => shows.engine.state().problems.find(({ code }) => code === 'SHOW_NOT_SWITCHED'), { timeout: 20_000 })
    .toMatchObject({
      message: 'Your own show could not start: Can’t write the data directory (ENOSPC). The demo is on air.',
    });
  expect(kindOf(shows)).toBe('demo');
  expect(await shows.secrets.apiKey()).toBeNull();
  expect(shows.logLines.join('\n')).toContain('"SETTINGS_NOT_SAVED",{"what":"Error: ENOSPC: fsync"}');
}, 60_000);

/** For a disk that hangs, where nothing but limits is waited for: from `hurry` on they are an eighth as long, until its result is called. */
function createHastyClock() {
  let pace = 1;
  const clock: Clock = { ...systemClock, after: (ms, callback) => systemClock.after(ms / pace, callback) };
  const hurry = (): (() => void) => {
    pace = 8;
    return () => {
      pace = 1;
    };
  };
  return { clock, hurry };
}

/** The own show on air, after the demo and the own show have run. */
async function startWithBothShows(): Promise<TestShows> {
  const { baseUrl, collectionId } = await startOwnService();
  const shows = await startShows(createTemporaryFolder('hung-switch'), 'demo');
  const use = async (kind: 'own' | 'demo') => {
    const command =
      kind === 'own'
        ? shows.desk.command('useService', { baseUrl, collectionId, apiKey: ownKey })
        : shows.desk.command('useDemo', {});
    expect(await command).toMatchObject({ ok: true });
    await expect.poll(() => kindOf(shows)).toBe(kind);
    await expect.poll(async () => (await shows.readFeed().catch(() => null))?.items.length ?? 0).toBeGreaterThan(0);
  };
  await use('own');
  await use('demo');
  await use('own');
  return shows;
}
