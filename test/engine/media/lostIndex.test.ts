/** Tests that the stored files outlast the loss of the index of the media cache. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { createMediaCache } from '../../../src/engine/media/cache.ts';
import { type Files, openFiles } from '../../../src/engine/media/files.ts';
import { settingsSchema } from '../../../src/engine/settings/settings.ts';
import { createTemporaryFolder } from '../../temporaryFolder.ts';
import { at, collection, createStoreInMemory, picture, post, quietPorts } from '../feed/showHarness.ts';
import { storeFile } from './storeFile.ts';

let dataDir: string;
let folder: string;
let index: string;
/** The previous index lists only the first. */
let first: string;
let second: string;

const urlOf = (content: string): string => `https://media.test/${content}.png`;
const add = (files: Files, content: string): Promise<string> => storeFile(files, urlOf(content), content);

beforeEach(async () => {
  dataDir = createTemporaryFolder('media');
  folder = join(dataDir, 'media');
  index = join(folder, 'index.json');
  const { files } = await openFiles(folder);
  first = await add(files, 'first');
  await files.save();
  second = await add(files, 'second');
  await files.save();
});

const storedNames = async (): Promise<readonly string[]> => {
  const paths = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
  return paths.filter((path) => path.isFile()).map(({ name }) => name);
};

/** Returns the problems after a start with the first picture on air. */
async function start() {
  const store = await createStoreInMemory();
  const live = [post('p1', { media: [picture(urlOf('first'))] })];
  const arrived = { collection: collection(live, []), from: 'poll', accept: 'newer', at } as const;
  await store.apply({ type: 'collectionArrived', ...arrived });
  const { media: settings } = settingsSchema.parse({});
  const cache = createMediaCache({ settings, serviceUrl: null }, { dataDir, store, ports: quietPorts });
  await cache.start();
  await cache.stop();
  return store.state().problems.map(({ code, about, message }) => ({ code, about, message }));
}

it.each([
  ['is missing', () => rm(index), { isMissing: true, quarantined: null }],
  ['is damaged', () => writeFile(index, Buffer.alloc(500)), { isMissing: false, quarantined: 'index.json.corrupt' }],
])('the previous index is used when the index %s, and no file is deleted', async (_, lose, damage) => {
  await lose();
  const { files, ...opened } = await openFiles(folder);
  expect(opened).toEqual({ ...damage, quarantinedPrevious: null, isPreviousUsed: true });
  expect([files.byUrl(urlOf('first'))?.name, files.byUrl(urlOf('second'))]).toEqual([first, null]);
  expect(await storedNames()).toEqual(expect.arrayContaining([first, second]));
});

it('no file is deleted when both are missing', async () => {
  for (const path of [index, `${index}.previous`]) await rm(path);
  expect(await openFiles(folder)).toMatchObject({ isMissing: true, isPreviousUsed: false });
  expect(await storedNames()).toEqual(expect.arrayContaining([first, second]));
});

it('a missing index is a problem, as a damaged one is', async () => {
  await rm(index);
  expect(await start()).toEqual([
    {
      ...{ code: 'DISK_FILE_MISSING', about: 'media/index.json' },
      message:
        'media/index.json is missing. The previous one is used. Pictures and videos that it lacks are fetched again, because their addresses are lost. Until then they can be missing on air, and held feeds can show newer ones.',
    },
  ]);
});

it('a crash before the first file is stored loses no index', async () => {
  const fresh = join(createTemporaryFolder('media'), 'media');
  for (const _ of [1, 2]) expect(await openFiles(fresh)).toMatchObject({ isMissing: false, quarantined: null });
  const { files } = await openFiles(fresh);
  await add(files, 'first');
  expect(await openFiles(fresh)).toMatchObject({ isMissing: false, isPreviousUsed: false });
});

it('files that an intact index does not list are deleted', async () => {
  const { files } = await openFiles(folder);
  await add(files, 'third');
  await openFiles(folder);
  expect(new Set(await storedNames())).toEqual(new Set([first, second]));
});
