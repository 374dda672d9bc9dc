/** Tests the mark of confirmed records where its file was created although the disk reported an error. */
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openConfirmedMark } from '../../src/disk/confirmedMark.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

/** The first sync of a new file works, the second, of its directory, fails. */
async function failSecondSync(): Promise<void> {
  const file = await open(import.meta.filename);
  const handles: FileHandle = Object.getPrototypeOf(file);
  await file.close();
  const sync = vi.spyOn(handles, 'sync');
  onTestFinished(() => sync.mockRestore());
  sync.mockResolvedValueOnce().mockRejectedValueOnce(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
}

it('does not allow a refused record after the sync of the directory of its new mark failed', async () => {
  const path = join(createTemporaryFolder('confirmed'), 'confirmed');
  const mark = await openConfirmedMark(path, true, 'boot');
  mark.adopt({ file: 1, bytes: 100 });
  await failSecondSync();
  await expect(mark.allow({ file: 1, bytes: 200 })).rejects.toThrow('EIO');
  await mark.refuse();
  await mark.close();
  const { before } = await openConfirmedMark(path, true, 'boot');
  expect(before).toMatchObject({ file: 1, bytes: 100, isLast: true });
});
