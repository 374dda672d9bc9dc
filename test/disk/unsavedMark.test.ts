import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openOutsideMark } from '../../src/disk/outsideMark.ts';
import { openUnsavedMark } from '../../src/disk/unsavedMark.ts';
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
});
