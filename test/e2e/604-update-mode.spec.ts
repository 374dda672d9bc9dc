/** Journeys: the update mode is switched on air, from polling to webhooks verified by polling, to webhooks alone, and back; and the push setup. */
import { expect } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { tabTo } from './accessibility.ts';
import { bothMeans, createDriver } from './journeys/driver.ts';
import { addPosts, expectOnAir, expectUnchanged } from './journeys/onAir.ts';
import { enterSecret } from './journeys/settings.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

const secret = 'whsec_bWFkZS1mb3ItdGhpcy1qb3VybmV5';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Harbour Night');
  lastly(show.stop);
  await addPosts(show, 'live', ['mira', 'omar']);
});

async function readWebhook(): Promise<{ readonly address: string; readonly accepted: number } | null> {
  const headers = { authorization: `Bearer ${show.engine.ready['token']}` };
  const state = await (await fetch(`${show.engine.ready['desk']}/api/state`, { headers })).json();
  return (state as { source: { webhook: { address: string; accepted: number } | null } }).source.webhook;
}

async function addWebhook(url: string): Promise<void> {
  const { baseUrl, token } = show.service.ready;
  const response = await fetch(`${baseUrl}/authoring/v1/demo/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'gallery', url, secret }),
  });
  expect(response.status).toBe(201);
}

for (const means of chooseFrom(bothMeans, 'mouse')) {
  test(`the update mode is switched on air, by ${means}`, async ({ openPage, takePicture }) => {
    const desk = await openPage(show.desk);
    const wall = await openPage(`${show.feed}/overlay/wall?feed=main`);
    const { openScreen } = createDriver(desk, means);
    const onAir = { show, desk, wall };
    const mode = (name: string) => desk.getByRole('radio', { name: new RegExp(`^${name}`) });
    const chooseMode = async (name: string, key: string, presses: number): Promise<void> => {
      if (means === 'mouse') await desk.locator('.choice', { has: desk.getByText(name, { exact: true }) }).click();
      else {
        await tabTo(desk, /^(?:Poll|Push|Hybrid)/);
        for (let press = 0; press < presses; press += 1) await desk.keyboard.press(key);
      }
      await expect(mode(name)).toBeChecked();
    };
    await expectOnAir(onAir, ['mira', 'omar']);

    await openScreen('Settings', 'F8');
    await enterSecret(desk, means, 'Webhook secret', secret);
    await chooseMode('Hybrid', 'ArrowDown', 2);
    await expect.poll(async () => (await readWebhook())?.address ?? null).not.toBeNull();
    await takePicture(desk, 'hybrid');
    await addWebhook((await readWebhook())?.address ?? '');
    await openScreen('Show', 'F1');
    await expectUnchanged(onAir, ['mira', 'omar']);
    await addPosts(show, 'live', ['luca']);
    await expectOnAir(onAir, ['mira', 'omar', 'luca']);
    await expect.poll(async () => (await readWebhook())?.accepted ?? 0).toBeGreaterThan(0);
    await takePicture(desk, 'a delivery arrived');

    await openScreen('Settings', 'F8');
    await chooseMode('Push', 'ArrowUp', 1);
    await takePicture(desk, 'push');
    await openScreen('Show', 'F1');
    const accepted = (await readWebhook())?.accepted ?? 0;
    await show.callAuthoringApi('DELETE', '/items/mira', {});
    await expectOnAir(onAir, ['omar', 'luca']);
    await expect.poll(async () => (await readWebhook())?.accepted ?? 0).toBeGreaterThan(accepted);

    await openScreen('Settings', 'F8');
    await chooseMode('Poll', 'ArrowUp', 1);
    await expect.poll(readWebhook).toBeNull();
    await openScreen('Show', 'F1');
    await expectUnchanged(onAir, ['omar', 'luca']);
    await show.callAuthoringApi('DELETE', '/items/omar', {});
    await expectOnAir(onAir, ['luca']);
    await takePicture(desk, 'polling again');
  });

  test(`the signature format is found in two deliveries and locked, and nothing is lost, by ${means}`, async ({
    openPage,
    takePicture,
  }) => {
    const desk = await openPage(show.desk);
    const wall = await openPage(`${show.feed}/overlay/wall?feed=main`);
    const { openScreen } = createDriver(desk, means);
    const onAir = { show, desk, wall };
    const press = async (name: string): Promise<void> => {
      if (means === 'mouse') await desk.getByRole('button', { name, exact: true }).click();
      else {
        await tabTo(desk, new RegExp(`^${name}`));
        await desk.keyboard.press('Enter');
      }
    };
    expect((await show.postToDesk('/api/source/mode', { mode: 'hybrid' })).ok).toBe(true);

    await openScreen('Settings', 'F8');
    await press('Set up push and detect the signature format');
    await enterSecret(desk, means, 'Webhook secret', secret);
    await addWebhook((await readWebhook())?.address ?? '');
    await press('Capture two deliveries');
    await expect(desk.getByText('Waiting for the first delivery')).toBeVisible();
    await addPosts(show, 'live', ['luca']);
    await expect(desk.getByText('Waiting for another delivery')).toBeVisible();
    await addPosts(show, 'live', ['kenji']);
    await expect(desk.getByText('HMAC-SHA256 of the raw body, hex, with the secret as text.')).toBeVisible();
    await takePicture(desk, 'a format is found');
    expect((await readWebhook())?.accepted).toBe(0);
    await press('Lock this format');
    await expect(desk.getByText('Deliveries are verified with this format from now on.')).toBeVisible();
    await takePicture(desk, 'locked');
    await openScreen('Show', 'F1');
    await expectOnAir(onAir, ['mira', 'omar', 'luca', 'kenji']);
    // The service sends the captured deliveries again.
    await expect.poll(async () => (await readWebhook())?.accepted ?? 0).toBeGreaterThan(0);
  });
}
