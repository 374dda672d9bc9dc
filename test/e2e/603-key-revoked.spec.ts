/** Journey: the API key is revoked during the show, and the operator enters another one. */
import { expect } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { bothMeans, createDriver } from './journeys/driver.ts';
import { addPosts, expectOnAir, expectUnchanged } from './journeys/onAir.ts';
import { enterSecret } from './journeys/settings.ts';
import { type Show, startShowWithoutKey } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShowWithoutKey('Harbour Night');
  lastly(show.stop);
  await addPosts(show, 'live', ['mira', 'omar']);
});

async function callKeysApi(method: string, path: string, body: unknown): Promise<Record<string, unknown>> {
  const { baseUrl, token } = show.service.ready;
  const response = await fetch(`${baseUrl}/authoring/v1/demo/keys${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${path}`).toBe(true);
  const text = await response.text();
  return text === '' ? {} : JSON.parse(text);
}

for (const means of chooseFrom(bothMeans, 'keys')) {
  test(`the API key is revoked and replaced, by ${means}`, async ({ openPage, takePicture }) => {
    const desk = await openPage(show.desk);
    const wall = await openPage(`${show.feed}/overlay/wall?feed=main`);
    const { openScreen, select, press } = createDriver(desk, means);
    const onAir = { show, desk, wall };
    const useNewKey = async (name: string): Promise<void> => {
      const { key } = await callKeysApi('POST', '', { name });
      await openScreen('Settings', 'F8');
      await enterSecret(desk, means, 'API key', String(key));
      await takePicture(desk, `the key ${name}`);
      await openScreen('Show', 'F1');
    };
    await useNewKey('gallery');
    await expectOnAir(onAir, ['mira', 'omar']);

    const { keys } = (await callKeysApi('GET', '', null)) as { keys: { id: string; name: string }[] };
    await callKeysApi('DELETE', `/${keys.find(({ name }) => name === 'gallery')?.id}`, null);
    await expect(desk.locator('.announcer')).toContainText(/API key/);
    await takePicture(desk, 'revoked');
    await expectUnchanged(onAir, ['mira', 'omar']);
    await select('mira');
    await press('block');
    await expectOnAir(onAir, ['omar']);

    await useNewKey('gallery 2');
    await addPosts(show, 'live', ['luca']);
    await expectOnAir(onAir, ['omar', 'luca']);
    await expect(desk.locator('.strip')).toContainText('Fresh');
    await takePicture(desk, 'with the new key');
  });
}
