/** Tests that no damaged index of the media cache is overwritten. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFiles } from '../../../src/engine/media/files.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';

it('keeps a damaged previous index aside before the next index replaces it', async () => {
  const folder = createTemporaryFolder('media-files');
  const { files } = await openFiles(folder);
  await files.save();
  await files.save();
  await writeFile(join(folder, 'index.json.previous'), 'damaged');
  const opened = await openFiles(folder);
  expect(opened).toMatchObject({ quarantined: null, quarantinedPrevious: 'index.json.previous.corrupt' });
  await opened.files.save();
  expect(await readFile(join(folder, 'index.json.previous.corrupt'), 'utf8')).toBe('damaged');
});

it('uses no previous index that is damaged too', async () => {
  const folder = createTemporaryFolder('media-files');
  const { files } = await openFiles(folder);
  await files.save();
  for (const name of ['index.json', 'index.json.previous']) await writeFile(join(folder, name), 'damaged');
  expect(await openFiles(folder)).toMatchObject({
    ...{ quarantined: 'index.json.corrupt', quarantinedPrevious: 'index.json.previous.corrupt', isPreviousUsed: false },
  });
});
