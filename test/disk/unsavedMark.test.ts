import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOutsideMark } from '../../src/disk/outsideMark.ts';
import { openUnsavedMark } from '../../src/disk/unsavedMark.ts';
import { controlSyncs } from '../failingSyncs.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

let path = '';
beforeEach(async () => {
  path = join(createTemporaryFolder('unsaved'), 'unsaved');
});

/** A mark on a system without a temporary folder. */
const noOutside = {
  stepsBefore: 0,
  set: () => Promise.reject(new Error('no temporary folder')),
  clear: () => Promise.resolve(),
};

describe('the unsaved mark', () => {
  it('counts each run once, until it is cleared', async () => {
    for (const stepsBefore of [0, 1, 2]) {
      const mark = await openUnsavedMark(path, noOutside);
      expect(mark.stepsBefore).toBe(stepsBefore);
      await mark.set(1);
      await mark.set(1);
    }
    const mark = await openUnsavedMark(path, noOutside);
    await mark.clear();
    expect((await openUnsavedMark(path, noOutside)).stepsBefore).toBe(0);
    await mark.set(1);
    expect((await openUnsavedMark(path, noOutside)).stepsBefore).toBe(1);
  });

  it('counts more steps of one run, added to those of earlier runs, and never fewer', async () => {
    await (await openUnsavedMark(path, noOutside)).set(1);
    const mark = await openUnsavedMark(path, noOutside);
    for (const steps of [1, 3, 2]) await mark.set(steps);
    expect((await openUnsavedMark(path, noOutside)).stepsBefore).toBe(4);
    await mark.clear();
    await mark.set(2);
    expect((await openUnsavedMark(path, noOutside)).stepsBefore).toBe(2);
  });

  it.each([0, 3, 65, 4096])('of %i bytes is damaged: it is kept, and counts no step', async (bytes) => {
    await writeFile(path, Buffer.alloc(bytes));
    const mark = await openUnsavedMark(path, noOutside);
    expect([mark.stepsBefore, mark.kept]).toEqual([0, 'unsaved.corrupt']);
    expect((await readFile(`${path}.corrupt`)).length).toBe(bytes);
    await mark.set(1);
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ stepsBefore: 1, kept: null });
  });

  it('that cannot be read is kept', async () => {
    await mkdir(path);
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ stepsBefore: 0, kept: 'unsaved.corrupt' });
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ stepsBefore: 0, kept: null });
  });

  it('counts at most 24 steps, so that a file cut to half is damaged', async () => {
    for (let run = 0; run < 30; run += 1) await (await openUnsavedMark(path, noOutside)).set(1);
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ stepsBefore: 24, kept: null });
  });

  it('can be set once `clear` has created the file that the start could not create', async () => {
    const folder = join(path, '..', 'later');
    const mark = await openUnsavedMark(join(folder, 'unsaved'), noOutside);
    await expect(mark.set(1)).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(folder);
    await mark.clear();
    await mark.set(1);
    expect((await openUnsavedMark(join(folder, 'unsaved'), noOutside)).stepsBefore).toBe(1);
  });

  it('rejects if its file is lost, and is set again once it was cleared', async () => {
    const mark = await openUnsavedMark(path, noOutside);
    await mark.set(1);
    const later = await openUnsavedMark(path, noOutside);
    await rm(path);
    await expect(later.set(1)).rejects.toMatchObject({ code: 'ENOENT' });
    await later.clear();
    await later.set(1);
    expect((await openUnsavedMark(path, noOutside)).stepsBefore).toBe(1);
  });

  it('is set outside while its directory is missing, which counts as one run until it is cleared', async () => {
    const directory = dirname(path);
    const open = async () => openUnsavedMark(path, await openOutsideMark(directory));
    const mark = await open();
    await rename(directory, `${directory}-away`);
    await mark.set(1);
    await rename(`${directory}-away`, directory);
    expect((await open()).stepsBefore).toBe(1);
    await mark.clear();
    await rename(directory, `${directory}-away`);
    for (const steps of [1, 2]) await mark.set(steps);
    await rename(`${directory}-away`, directory);
    const later = await open();
    expect(later.stepsBefore).toBe(2);
    await later.clear();
    expect((await open()).stepsBefore).toBe(0);
    await later.set(1);
    expect((await open()).stepsBefore).toBe(1);
  });

  it('is cleared also if it was set although the sync of its file failed', async () => {
    const open = async () => openUnsavedMark(path, await openOutsideMark(dirname(path)));
    await (await open()).clear();
    const disk = await controlSyncs();
    const mark = await open();
    disk.make('fail');
    await mark.set(1);
    disk.make('work');
    expect((await open()).stepsBefore).toBeGreaterThan(0);
    expect(await mark.clear()).toBe(true);
    expect((await open()).stepsBefore).toBe(0);
  });

  it('can be cleared again after the disk refused it', async () => {
    const mark = await openUnsavedMark(path, noOutside);
    await mark.set(1);
    await rename(path, `${path}-away`);
    await mkdir(path);
    expect(await mark.clear()).toBe(false);
    await rmdir(path);
    await rename(`${path}-away`, path);
    expect(await mark.clear()).toBe(true);
    expect((await openUnsavedMark(path, noOutside)).stepsBefore).toBe(0);
  });

  it('is not set outside by a sync that hangs and fails after the mark was cleared', async () => {
    const open = async () => openUnsavedMark(path, await openOutsideMark(dirname(path)));
    const mark = await open();
    const disk = await controlSyncs();
    disk.make('hang');
    const set = mark.set(1);
    await expect.poll(async () => (await stat(path)).size).toBe(63);
    const cleared = mark.clear();
    disk.make('fail');
    await Promise.all([set, cleared]);
    expect((await open()).stepsBefore).toBe(0);
    disk.make('work');
    await mark.set(1);
    expect((await open()).stepsBefore).toBe(1);
  });

  it('stays set if that happens while the mark outside is being cleared', async () => {
    await openUnsavedMark(path, noOutside);
    let finish = (): void => {};
    const slow = { ...noOutside, stepsBefore: 1, clear: () => new Promise<void>((resolve) => (finish = resolve)) };
    const mark = await openUnsavedMark(path, slow);
    const cleared = mark.clear();
    await mark.set(1);
    finish();
    await cleared;
    expect((await openUnsavedMark(path, noOutside)).stepsBefore).toBe(1);
  });

  it('is cleared outside although it could not be set there a second time', async () => {
    let isFull = false;
    let isSet = false;
    const outside = {
      stepsBefore: 0,
      set: () => {
        if (isFull) return Promise.reject(new Error('no space'));
        isSet = true;
        return Promise.resolve();
      },
      clear: () => {
        isSet = false;
        return Promise.resolve();
      },
    };
    const mark = await openUnsavedMark(path, outside);
    await rm(path);
    await mark.set(1);
    isFull = true;
    await expect(mark.set(2)).rejects.toThrow('ENOENT');
    await mark.clear();
    expect(isSet).toBe(false);
  });
});
