/** Tests a start on a disk whose syncs hang: it serves the saved list, says so, and no revision is used twice. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore } from '../../../src/engine/store.ts';
import { eventOf, idsOf, mainOf, now, play } from '../../core/build.ts';
import { controlSyncs, type Disk } from '../../failingSyncs.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { copyRunning } from './copyRunning.ts';

/** Opens the show of a directory, and keeps the codes that it logs. */
async function open(directory: string, disk: Disk) {
  const logged: string[] = [];
  const log = (_: string, code: string): void => void logged.push(code);
  const record = await openRecord(directory, { clock: systemClock, log });
  onTestFinished(async () => {
    disk.make('work');
    await record.close();
  });
  const store = createStore(record.saved ?? emptyShow, record.persist, { clock: systemClock, log });
  return { record, store, logged };
}

/** Posts a and c are on air after a block of b. Then the disk hangs. */
async function openShow() {
  const disk = await controlSyncs();
  const directory = createTemporaryFolder('hung-start');
  // The first of two files, for a start after damage to the second.
  const earlier = await openRecord(directory, { clock: systemClock, log: () => undefined });
  await earlier.persist(play('live 1 abc').state, 'files');
  await earlier.close();
  const { record, store } = await open(directory, disk);
  await store.apply({ type: 'feedsConfigured', feeds: [{ slug: 'main', collectionId: 'col_1' }], at: now });
  await store.apply(eventOf('block b'));
  // Also waits until the files of the start are tidied.
  await record.persist(store.state(), 'files');
  disk.make('hang');
  return { disk, directory, store };
}

const airOf = (state: ShowState | null): readonly unknown[] => {
  const { gate, onAir } = mainOf(state ?? emptyShow);
  return [gate, idsOf(onAir.items)];
};
const revisionOf = (state: ShowState | null): number => mainOf(state ?? emptyShow).onAir.revision;

it('starts with a takedown that was not saved, above every announced revision, also after another crash', async () => {
  const { disk, directory, store } = await openShow();
  expect(await store.apply(eventOf('block a'))).toEqual({ kind: 'done' });
  const crashed = await copyRunning(directory);
  const first = await open(crashed, disk);
  expect(revisionOf(first.record.saved)).toBeGreaterThan(revisionOf(store.state()));
  expect(first.logged).toContain('DISK_NOT_RESPONDING');
  expect(first.record.problems.map(({ code }) => code)).toContain('DISK_NOT_RESPONDING');
  await first.store.apply(eventOf('block c'));
  expect(airOf(first.store.state())).toEqual(['following', '']);
  const second = await open(await copyRunning(crashed), disk);
  expect(revisionOf(second.record.saved)).toBeGreaterThan(revisionOf(first.store.state()));
  disk.make('work');
  await waitUntil('everything is saved', () => first.store.state().problems.length === 0);
  const third = await open(await copyRunning(crashed), disk);
  expect(airOf(third.record.saved)).toEqual(['following', '']);
  expect(revisionOf(third.record.saved)).toBeGreaterThanOrEqual(revisionOf(first.store.state()));
});

it('starts a damaged show above every announced revision, also after another crash', async () => {
  const { disk, directory, store } = await openShow();
  const damaged = await copyRunning(directory);
  for (const name of readdirSync(damaged)
    .filter((found) => found.endsWith('.journal'))
    .slice(-1))
    writeFileSync(join(damaged, name), 'no show\n'.repeat(3));
  const first = await open(damaged, disk);
  expect(first.record.problems.map(({ code }) => code)).toContain('DISK_NOT_RESPONDING');
  const second = await open(await copyRunning(damaged), disk);
  expect(second.record.problems.map(({ code }) => code)).toContain('DISK_NOT_RESPONDING');
  expect(revisionOf(first.record.saved)).toBeGreaterThan(revisionOf(store.state()));
  expect(revisionOf(second.record.saved)).toBeGreaterThan(revisionOf(first.record.saved));
});

it.each(['hold', 'unblock b'])(
  'starts without a %s that was refused, and says that the disk hangs',
  async (command) => {
    const { disk, directory, store } = await openShow();
    const before = [airOf(store.state()), revisionOf(store.state())];
    expect(await store.apply(eventOf(command))).toEqual({ kind: 'refused', code: 'DISK_WRITE_FAILED' });
    const crashed = await copyRunning(directory);
    const first = await open(crashed, disk);
    expect([airOf(first.record.saved), revisionOf(first.record.saved)]).toEqual(before);
    expect(first.record.problems.map(({ code }) => code)).toContain('DISK_NOT_RESPONDING');
    const second = await open(await copyRunning(crashed), disk);
    expect([airOf(second.record.saved), revisionOf(second.record.saved)]).toEqual(before);
    disk.make('work');
    await first.store.apply(eventOf('next'));
    const third = await open(await copyRunning(crashed), disk);
    expect([airOf(third.record.saved), revisionOf(third.record.saved)]).toEqual(before);
  },
);

it.each([
  ['fail', 'DISK_WRITE_FAILED'],
  ['hang', 'DISK_NOT_RESPONDING'],
] as const)(
  'says that a start whose syncs are made to %s is not saved, and saves it without another event',
  async (fault, code) => {
    const { disk, directory, store } = await openShow();
    await store.apply(eventOf('block a'));
    const crashed = await copyRunning(directory);
    disk.make(fault);
    const { saved, problems, persist, close } = await openRecord(crashed, { clock: systemClock, log: () => undefined });
    onTestFinished(close);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    const started = createStore({ ...(saved ?? emptyShow), problems }, persist, {
      clock: systemClock,
      log: () => undefined,
    });
    disk.make('work');
    await waitUntil('the start is saved', () => started.state().problems.length === 0);
    const again = await open(await copyRunning(crashed), disk);
    expect([airOf(again.record.saved), revisionOf(again.record.saved)]).toEqual([airOf(saved), revisionOf(saved)]);
  },
);
