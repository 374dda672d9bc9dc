/** Takes the pictures of the panels that an operator types in, of each part of the settings and of the push setup. */
import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { settingParts } from '../../src/renderer/model/settingFields.ts';
import { settingPictures } from './pictureNames.ts';

export type SavePicture = (page: Page, name: string, part?: string) => Promise<void>;

/** The name, the filters and the reason of a block; live has the focus before and afterwards. */
export async function takeTypingPictures(desk: Page, savePicture: SavePicture): Promise<void> {
  const live = desk.getByRole('listbox', { name: /^live/i });
  await desk.keyboard.press('Shift+N');
  await desk.keyboard.type('Marit Lund');
  await savePicture(desk, 'desk-name', '.left-panel');
  await desk.keyboard.press('Escape');

  await live.focus();
  await desk.keyboard.press('f');
  const filters = desk.getByRole('region', { name: /filter/i });
  await filters.getByRole('button', { name: /with media$/i }).click();
  await savePicture(desk, 'desk-filters');
  await filters.getByRole('button', { name: /with media$/i }).click();
  await desk.keyboard.press('Escape');

  await live.focus();
  await live.getByRole('option', { name: /Priya Raghunathan/ }).click();
  await desk.keyboard.press('Shift+B');
  // The desk ignores what is typed right after a key that opens a panel.
  await sleep(1500);
  await desk.getByPlaceholder('Reason (optional)').fill('The author wants it removed');
  await savePicture(desk, 'desk-block-reason', '[aria-label="Post details"]');
  await desk.keyboard.press('Escape');
  await desk.keyboard.press('Escape');
  await live.focus();
}

/** The settings must be open. */
export async function takeSettingsPictures(desk: Page, savePicture: SavePicture): Promise<void> {
  for (const { id, title } of settingParts) {
    await desk.getByRole('radiogroup', { name: 'Parts of the settings' }).getByText(title, { exact: true }).click();
    await savePicture(desk, settingPictures[id]);
  }
}

/** In hybrid mode, with the format found in two deliveries. `call` sends a request to the control API. */
export async function takePushSetupPicture(
  desk: Page,
  call: (method: string, path: string, body?: unknown) => Promise<unknown>,
  savePicture: SavePicture,
): Promise<void> {
  const webhookSecret = 'whsec_Harbour-Night-2026';
  await call('PUT', '/api/settings/secrets', { webhookSecret });
  await call('POST', '/api/source/mode', { mode: 'hybrid' });
  await desk.getByRole('button', { name: /Set up push/ }).click();
  await desk.getByRole('button', { name: 'Capture two deliveries' }).click();
  await desk.getByText('not yet').first().waitFor();
  const { source } = (await call('GET', '/api/state')) as { readonly source: { webhook: { address: string } } };
  for (const version of [1, 2]) {
    const body = JSON.stringify({ event: 'COLLECTION_UPDATED', data: { id: 'harbour', version } });
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
    await fetch(source.webhook.address, {
      ...{ method: 'POST', body },
      headers: {
        ...{ 'content-type': 'application/json', 'x-webhook-event': 'COLLECTION_UPDATED' },
        ...{ 'x-webhook-delivery-timestamp': new Date().toISOString(), 'x-webhook-signature': `sha256=${signature}` },
      },
    });
    await sleep(2000);
  }
  await desk.getByRole('button', { name: 'Lock this format' }).waitFor();
  await savePicture(desk, 'desk-push-setup');
}

/** A desk that has never reached the engine. */
export async function takeNotRespondingPicture(
  context: BrowserContext,
  address: string,
  savePicture: SavePicture,
): Promise<void> {
  const desk = await context.newPage();
  await desk.routeWebSocket(/.*/, (socket) => socket.close());
  await desk.goto(address);
  await desk.getByText('Greenroom isn’t responding.').waitFor();
  await savePicture(desk, 'desk-not-responding');
  await desk.close();
}
