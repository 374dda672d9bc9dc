/** Tests what a crash leaves of changes that were announced without being saved. */
import { mkdir, rename, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { advance } from '../../../src/core/advance.ts';
import { emptyShow, feedOf } from '../../../src/core/show.ts';
import { systemClock } from '../../../src/engine/ports.ts';
import { openRecord } from '../../../src/engine/show/record.ts';
import { createStore, type Persist } from '../../../src/engine/store.ts';
import { eventOf, idsOf, mainOf, now, play } from '../../core/build.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { waitUntil } from '../../waitUntil.ts';
import { copyRunning } from './copyRunning.ts';
import { persistentPartOf } from './script.ts';

const ports = { clock: systemClock, log: () => undefined };

/** Opens a show with posts a, b and c on air, on a disk that can be full or hang. */
async function openShow() {
  const directory = createTemporaryFolder('unsaved');
  const record = await openRecord(directory, ports);
  const disk = { isFull: false, hang: null as Promise<void> | null };
  const persist: Persist = async (next, into) => {
    if (into === 'mark') return record.persist(next, into);
    if (disk.isFull) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    // The data is written, and only its sync hangs.
    const written = record.persist(next, into);
    await disk.hang;
    return written;
  };
  const store = createStore(emptyShow, persist, ports);
  const feeds = [{ slug: 'main', collectionId: 'col_1' }];
  for (const event of [{ type: 'feedsConfigured' as const, feeds, at: now }, eventOf('live 1 abc')])
    await store.apply(event);
  /** Starts again after a crash now. */
  const restart = async () => {
    const restarted = await openRecord(await copyRunning(directory), ports);
    await restarted.close();
    return { saved: restarted.saved ?? emptyShow, codes: restarted.problems.map(({ code }) => code) };
  };
  return { record, store, disk, restart, directory };
}

it('starts cleared after a clear on a full disk and a crash, with Back to the saved list', async () => {
  const { store, disk, restart } = await openShow();
  disk.isFull = true;
  expect(await store.apply(eventOf('clear'))).toEqual({ kind: 'done' });
  const { saved, codes } = await restart();
  const feed = mainOf(saved);
  expect([feed.gate, idsOf(feed.onAir.items), idsOf(feed.beforeClear?.items ?? [])]).toEqual(['cleared', '', 'abc']);
  expect(feed.onAir.revision).toBeGreaterThan(mainOf(store.state()).onAir.revision);
  expect([feed.loss, codes]).toEqual(['unsaved', []]);
});

it('starts cleared after a clear while the marks of a new file are not there yet', async () => {
  const directory = createTemporaryFolder('unsaved');
  const record = await openRecord(directory, ports);
  const slugs = Array.from({ length: 20 }, (_, index) => `f${index}`);
  const feeds = slugs.map((slug) => ({ slug, collectionId: 'col_1' }));
  const show = advance(play('live 1 abc').state, { type: 'feedsConfigured', feeds, at: now }).state;
  await record.persist(show, 'files');
  const clear = { type: 'feedCleared', feed: 'f19', by: null, at: now } as const;
  await record.persist(advance(show, clear).state, 'mark');
  const restarted = await openRecord(await copyRunning(directory), ports);
  await restarted.close();
  expect(feedOf(restarted.saved ?? emptyShow, 'f19')?.gate).toBe('cleared');
  await record.close();
});

it('starts above every announced revision after more than a thousand unsaved changes', async () => {
  const { store, disk, restart } = await openShow();
  const ids = Array.from({ length: 1050 }, (_, index) => String.fromCodePoint(0x4e00 + index));
  await store.apply(eventOf(`live 2 ${ids.join('')}`));
  disk.isFull = true;
  for (const id of ids) await store.apply(eventOf(`block ${id}`));
  const announced = mainOf(store.state()).onAir.revision;
  expect(announced).toBeGreaterThan(1050);
  expect(mainOf((await restart()).saved).onAir.revision).toBeGreaterThan(announced);
});

it('does not start cleared after a clear that was saved and undone', async () => {
  const { store, disk, restart } = await openShow();
  disk.isFull = true;
  await store.apply(eventOf('clear'));
  disk.isFull = false;
  await store.apply(eventOf('back'));
  expect([mainOf((await restart()).saved).gate, (await restart()).codes]).toEqual(['held', []]);
  await store.apply(eventOf('release'));
  expect(persistentPartOf((await restart()).saved)).toEqual(persistentPartOf(store.state()));
});

it('raises the revision after a crash while the disk hangs, and saves the announced show when it answers', async () => {
  const { record, store, disk, restart } = await openShow();
  let answer = (): void => {};
  disk.hang = new Promise((resolve) => {
    answer = resolve;
  });
  await store.apply(eventOf('block a'));
  await store.apply(eventOf('clear'));
  const { saved, codes } = await restart();
  expect([mainOf(saved).gate, mainOf(saved).loss, codes]).toEqual(['cleared', 'unsaved', []]);
  expect(mainOf(saved).onAir.revision).toBeGreaterThan(mainOf(store.state()).onAir.revision);
  disk.hang = null;
  answer();
  await waitUntil('everything is saved', () => store.state().problems.length === 0);
  await store.apply(eventOf('back'));
  const later = await restart();
  expect([idsOf(mainOf(later.saved).onAir.items), later.codes]).toEqual(['bc', []]);
  expect(persistentPartOf(later.saved)).toEqual(persistentPartOf(store.state()));
  await record.close();
});

it('saves a block made while the data directory was away, without another event once it is back', async () => {
  const { record, store, restart, directory } = await openShow();
  await rename(directory, `${directory}-away`);
  expect(await store.apply(eventOf('block a'))).toEqual({ kind: 'done' });
  expect(store.state().problems.map(({ code }) => code)).toEqual(['DISK_WRITE_FAILED']);
  await rename(`${directory}-away`, directory);
  await waitUntil('the block is saved', () => store.state().problems.length === 0);
  const { saved, codes } = await restart();
  expect([idsOf(mainOf(saved).onAir.items), mainOf(saved).loss, codes]).toEqual(['bc', null, []]);
  await record.close();
});

it('resets the mark of unsaved changes with a later change if the disk refused that at first', async () => {
  const { record, store, disk, directory } = await openShow();
  const mark = join(directory, 'unsaved');
  disk.isFull = true;
  await store.apply(eventOf('block a'));
  await rename(mark, `${mark}-away`);
  await mkdir(mark);
  disk.isFull = false;
  await store.apply(eventOf('block b'));
  // Waits until the reset has failed.
  await store.apply(eventOf('unblock b'));
  await rmdir(mark);
  await rename(`${mark}-away`, mark);
  await store.apply(eventOf('hold'));
  await record.close();
  const restarted = await openRecord(directory, ports);
  await restarted.close();
  expect(mainOf(restarted.saved ?? emptyShow).loss).toBeNull();
  expect(persistentPartOf(restarted.saved ?? emptyShow)).toEqual(persistentPartOf(store.state()));
});
