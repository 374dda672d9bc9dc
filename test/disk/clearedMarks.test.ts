/** Tests that the mark of a cleared feed counts also if it is set before or while the marks of its file are prepared. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openClearedMarks } from '../../src/disk/clearedMarks.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';

const feeds = ['f1', 'f2', 'f3'];

it('a mark that is set before the marks are prepared stays set', async () => {
  const marks = openClearedMarks(createTemporaryFolder('marks'));
  await marks.set(3, ['f3']);
  await marks.prepare(3, feeds);
  expect(await marks.read(3)).toEqual(['f3']);
});

it.each(feeds)('a mark that is set while the marks are prepared stays set: %s', async (feed) => {
  const folder = createTemporaryFolder('marks');
  const marks = openClearedMarks(folder);
  await marks.prepare(2, feeds);
  const prepared = marks.prepare(3, feeds);
  await marks.set(3, [feed]);
  await prepared;
  expect(await marks.read(3)).toEqual([feed]);
  expect(await openClearedMarks(folder).read(2)).toEqual([]);
});

it('a mark that can’t be created is an error', async () => {
  const marks = openClearedMarks(join(createTemporaryFolder('marks'), 'missing'));
  await expect(marks.set(3, ['f1'])).rejects.toThrow('ENOENT');
});
