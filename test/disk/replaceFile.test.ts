/** Tests that a file that could not be replaced has its old content, or is reported to have the new. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeAtomic } from '../../src/disk/atomicFile.ts';
import { isReplacedNevertheless, replaceFile } from '../../src/disk/replaceFile.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

/** Replaces `old` by `new`; each write fails as given. */
async function replace(...faults: readonly ('none' | 'beforeRename' | 'afterRename')[]) {
  const path = join(createTemporaryFolder('replace'), 'file');
  writeFileSync(path, 'old');
  const left = [...faults];
  const write: typeof writeAtomic = async (...given) => {
    const fault = left.shift();
    if (fault !== 'beforeRename') await writeAtomic(...given);
    if (fault !== 'none') throw Object.assign(new Error('failed'), { code: 'EIO' });
  };
  const error: unknown = await replaceFile(path, 'new', 0o600, write).then(
    () => null,
    (reason: unknown) => reason,
  );
  return { content: readFileSync(path, 'utf8'), isReplaced: isReplacedNevertheless(error), isDone: error === null };
}

test('a file that was written has the new content', async () => {
  expect(await replace('none')).toEqual({ content: 'new', isReplaced: false, isDone: true });
});

test('a file that could not be written has the old content, also if only the sync after the rename failed', async () => {
  const unchanged = { content: 'old', isReplaced: false, isDone: false };
  expect(await replace('beforeRename')).toEqual(unchanged);
  expect(await replace('afterRename', 'none')).toEqual(unchanged);
  expect(await replace('afterRename', 'afterRename')).toEqual(unchanged);
});

test('a file that can’t be restored either is reported to have the new content', async () => {
  expect(await replace('afterRename', 'beforeRename')).toEqual({ content: 'new', isReplaced: true, isDone: false });
});
