import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openUnsavedMark } from '../../src/disk/unsavedMark.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

let path = '';
beforeEach(async () => {
  path = join(createTemporaryFolder('unsaved'), 'unsaved');
});

describe('the unsaved mark', () => {
  it('counts each run once, until it is cleared', async () => {
    for (const runsBefore of [0, 1, 2]) {
      const mark = await openUnsavedMark(path);
      expect(mark.runsBefore).toBe(runsBefore);
      await mark.set();
      await mark.set();
    }
    const mark = await openUnsavedMark(path);
    await mark.clear();
    expect((await openUnsavedMark(path)).runsBefore).toBe(0);
    await mark.set();
    expect((await openUnsavedMark(path)).runsBefore).toBe(1);
  });

  it.each([0, 32, 47, 65, 4096])('of %i bytes is damaged: it is kept, and counts no run', async (bytes) => {
    await writeFile(path, Buffer.alloc(bytes));
    const mark = await openUnsavedMark(path);
    expect([mark.runsBefore, mark.kept]).toEqual([0, 'unsaved.corrupt']);
    expect((await readFile(`${path}.corrupt`)).length).toBe(bytes);
    await mark.set();
    expect(await openUnsavedMark(path)).toMatchObject({ runsBefore: 1, kept: null });
  });

  it('that cannot be read is kept', async () => {
    await mkdir(path);
    expect(await openUnsavedMark(path)).toMatchObject({ runsBefore: 0, kept: 'unsaved.corrupt' });
    expect(await openUnsavedMark(path)).toMatchObject({ runsBefore: 0, kept: null });
  });

  it('counts at most 16 runs in a row', async () => {
    for (let run = 0; run < 20; run += 1) await (await openUnsavedMark(path)).set();
    expect(await openUnsavedMark(path)).toMatchObject({ runsBefore: 16, kept: null });
  });

  it('can be set once `clear` has created the file that the start could not create', async () => {
    const folder = join(path, '..', 'later');
    const mark = await openUnsavedMark(join(folder, 'unsaved'));
    await expect(mark.set()).rejects.toMatchObject({ code: 'ENOENT' });
    await mkdir(folder);
    await mark.clear();
    await mark.set();
    expect((await openUnsavedMark(join(folder, 'unsaved'))).runsBefore).toBe(1);
  });

  it('rejects if its file is lost, and is set again once it was cleared', async () => {
    const mark = await openUnsavedMark(path);
    await mark.set();
    const later = await openUnsavedMark(path);
    await rm(path);
    await expect(later.set()).rejects.toMatchObject({ code: 'ENOENT' });
    await later.clear();
    await later.set();
    expect((await openUnsavedMark(path)).runsBefore).toBe(1);
  });
});
