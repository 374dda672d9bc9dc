/** A real OBS shows a field of the current post and its stored picture, and follows a block. */
import { expect, test } from '@playwright/test';
import { findMissingProgram, type Obs, startObs } from './obsStudio.ts';
import { type Show, startShow } from './startShow.ts';

const missing = findMissingProgram();
test.skip(missing !== null, missing ?? '');

let show: Show;
let obs: Obs;
test.afterEach(async () => {
  await obs.stop();
  await show.stop();
});

/** Width and height of a PNG in a data URL; `null` while there is none. */
async function readSize(source: string): Promise<string | null> {
  const picture = await obs.screenshot(source);
  if (picture === null) return null;
  const bytes = Buffer.from(picture.slice(picture.indexOf(',') + 1), 'base64');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

test('text and picture follow the post on air, and a block takes both away', async () => {
  show = await startShow('Harbour Night');
  const live = { list: 'live', source: 'X' };
  const media = [await show.upload('umbrellas.jpg')];
  await show.callAuthoringApi('POST', '/items', { ...live, id: 'ada', fullName: 'Ada', message: 'Hello', media });
  const others = [await show.upload('crane-crew.jpg')];
  const message = 'Another, longer text of another viewer';
  await show.callAuthoringApi('POST', '/items', { ...live, id: 'ben', fullName: 'Ben', message, media: others });
  const field = async (name: string): Promise<string> => (await fetch(`${show.feed}/feeds/main/text/${name}`)).text();
  // Only a stored picture has an address of the feed.
  const isStored = async (): Promise<boolean> => (await field('mediaUrl')).startsWith(`${show.feed}/media/`);
  await expect.poll(isStored).toBe(true);

  obs = await startObs(`${show.feed}/feeds/main/text/message`);
  const readText = async () => (await obs.call('GetInputSettings', { inputName: 'text' })).inputSettings['text'];
  await expect.poll(readText).toBe(await field('message'));
  await expect.poll(() => readSize('text')).not.toBeNull();
  const shortText = await readSize('text');

  const showPicture = async (): Promise<void> => {
    const inputSettings = { file: await field('mediaUrl') };
    await obs.call('SetInputSettings', { inputName: 'picture', inputSettings });
  };
  await obs.call('CreateInput', { sceneName: 'Scene', inputName: 'picture', inputKind: 'image_source' });
  await showPicture();
  await expect.poll(() => readSize('picture')).not.toBeNull();
  const firstPicture = await obs.screenshot('picture');
  const { items } = await show.readFeed();
  await show.postToDesk('/api/feeds/main/block', { itemId: items[0]?.id });

  await expect.poll(() => field('message')).toBe(items[1]?.message);
  await expect.poll(readText).toBe(items[1]?.message);
  await expect.poll(() => readSize('text')).not.toBe(shortText);
  await expect.poll(isStored).toBe(true);
  await showPicture();
  await expect.poll(() => obs.screenshot('picture')).not.toBe(firstPicture);

  await show.postToDesk('/api/feeds/main/block', { itemId: items[1]?.id });
  await expect.poll(readText).toBe('');
  // With nothing to draw, OBS has no picture of the source.
  await expect.poll(() => readSize('text')).toBeNull();
  await showPicture();
  await expect.poll(() => readSize('picture')).toBeNull();
});
