/** Tests which files of the media cache are kept, and that no damaged index is overwritten. */
import { readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openFiles } from '../../../src/engine/media/files.ts';
import { openFolder } from '../../../src/engine/media/storage.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { storeFile } from './storeFile.ts';

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

it.skipIf(process.platform === 'win32').each([
  ['ELOOP', (folder: string) => symlink(folder, folder)],
  ['ENOTDIR', (folder: string) => writeFile(folder, 'a file')],
] as const)(
  'keeps a folder that can’t be opened (%s) aside, and begins a new one (not on Windows)',
  async (code, create) => {
    const folder = join(createTemporaryFolder('media-files'), 'media');
    await create(folder);
    const { files, unopened } = await openFolder(folder);
    expect(unopened).toEqual({ kept: 'media.corrupt', what: code });
    await files.save();
    expect((await readdir(folder)).toSorted()).toEqual(['files', 'incoming', 'index.json', 'index.json.previous']);
    expect((await openFolder(folder)).unopened).toBeNull();
  },
);

it('uses no previous index that is damaged too', async () => {
  const folder = createTemporaryFolder('media-files');
  const { files } = await openFiles(folder);
  await files.save();
  for (const name of ['index.json', 'index.json.previous']) await writeFile(join(folder, name), 'damaged');
  expect(await openFiles(folder)).toMatchObject({
    ...{ quarantined: 'index.json.corrupt', quarantinedPrevious: 'index.json.previous.corrupt', isPreviousUsed: false },
  });
});

const address = 'https://media.test/face.png';

const storedFiles = async (folder: string): Promise<readonly string[]> =>
  (await readdir(join(folder, 'files'), { recursive: true })).filter((path) => path.endsWith('.png'));

it('keeps a file that an address has again after another one', async () => {
  const folder = createTemporaryFolder('media-files');
  const { files } = await openFiles(folder);
  const name = await storeFile(files, address, 'first');
  const other = await storeFile(files, address, 'second');
  expect(await storeFile(files, address, 'first')).toBe(name);
  expect(await files.isIntact(name)).toBe(true);
  expect(files.totalBytes()).toBe('firstsecond'.length);
  await files.forget([address]);
  expect([files.has(name), files.has(other), files.totalBytes()]).toEqual([false, false, 0]);
  expect(await storedFiles(folder)).toEqual([]);
});

it('keeps the last eight files that an address had before, also over a restart, until it is forgotten', async () => {
  const folder = createTemporaryFolder('media-files');
  const { files } = await openFiles(folder);
  const names: string[] = [];
  for (const content of '0123456789') names.push(await storeFile(files, address, content));
  expect(names.map(files.has)).toEqual([false, ...names.slice(1).map(() => true)]);
  await files.save();
  const { files: reopened } = await openFiles(folder);
  expect(reopened.byUrl(address)?.name).toBe(names.at(-1));
  await reopened.forget([address]);
  expect(await storedFiles(folder)).toEqual([]);
});
