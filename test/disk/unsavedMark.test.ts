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
  wasSet: false,
  set: () => Promise.reject(new Error('no temporary folder')),
  clear: () => Promise.resolve(),
};

describe('the unsaved mark', () => {
  it('counts each run once, until it is cleared', async () => {
    for (const runsBefore of [0, 1, 2]) {
      const mark = await openUnsavedMark(path, noOutside);
      expect(mark.runsBefore).toBe(runsBefore);
      await mark.set();
      await mark.set();
    }
    const mark = await openUnsavedMark(path, noOutside);
    await mark.clear();
    expect((await openUnsavedMark(path, noOutside)).runsBefore).toBe(0);
    await mark.set();
    expect((await openUnsavedMark(path, noOutside)).runsBefore).toBe(1);
  });

  it.each([0, 32, 47, 65, 4096])('of %i bytes is damaged: it is kept, and counts no run', async (bytes) => {
    await writeFile(path, Buffer.alloc(bytes));
    const mark = await openUnsavedMark(path, noOutside);
    expect([mark.runsBefore, mark.kept]).toEqual([0, 'unsaved.corrupt']);
    expect((await readFile(`${path}.corrupt`)).length).toBe(bytes);
    await mark.set();
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ runsBefore: 1, kept: null });
  });

  it('that cannot be read is kept', async () => {
    await mkdir(path);
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ runsBefore: 0, kept: 'unsaved.corrupt' });
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ runsBefore: 0, kept: null });
  });

  it('counts at most 16 runs in a row', async () => {
    for (let run = 0; run < 20; run += 1) await (await openUnsavedMark(path, noOutside)).set();
    expect(await openUnsavedMark(path, noOutside)).toMatchObject({ runsBefore: 16, kept: null });
  });

  it('can be set once `clear` has created the file that the start could not create', async () => {
    const folder = join(path, '..', 'later');
    const mark = await openUnsavedMark(join(folder, 'unsaved'), noOutside);
    await expect(mark.set()).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(folder);
    await mark.clear();
    await mark.set();
    expect((await openUnsavedMark(join(folder, 'unsaved'), noOutside)).runsBefore).toBe(1);
  });

  it('rejects if its file is lost, and is set again once it was cleared', async () => {
    const mark = await openUnsavedMark(path, noOutside);
    await mark.set();
    const later = await openUnsavedMark(path, noOutside);
    await rm(path);
    await expect(later.set()).rejects.toMatchObject({ code: 'ENOENT' });
    await later.clear();
    await later.set();
    expect((await openUnsavedMark(path, noOutside)).runsBefore).toBe(1);
  });

  it('is set outside while its directory is missing, which counts as one run until it is cleared', async () => {
    const directory = dirname(path);
    const open = async () => openUnsavedMark(path, await openOutsideMark(directory));
    const mark = await open();
    await rename(directory, `${directory}-away`);
    await mark.set();
    await rename(`${directory}-away`, directory);
    expect((await open()).runsBefore).toBe(1);
    const later = await open();
    expect(later.runsBefore).toBe(1);
    await later.clear();
    expect((await open()).runsBefore).toBe(0);
    await later.set();
    expect((await open()).runsBefore).toBe(1);
  });
});
