/** Tests that each button of the service’s page that needs a second press keeps its width and place. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Service } from '../../src/service/service.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { addPost, authoringToken, createCollection, startAuthoring } from './authoringPage.ts';
import { expectSamePosition, twoSizes, waysAt } from './buttonPositions.ts';
import { test } from './watchedPages.ts';

let service: Service | null = null;
let baseUrl = '';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  ({ service, baseUrl } = await startAuthoring(createTemporaryFolder('authoring'), false));
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
});
test.afterEach(async () => {
  await service?.stop();
});

const button = (page: Page, name: RegExp): Locator => page.getByRole('main').getByRole('button', { name });

/** Opens what has the button, and returns it. */
const buttons: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  'Clear live': async (page) => {
    await createCollection(page);
    await addPost(page, 'Mira Solberg', 'Magic.');
    await button(page, /^Promote/).click();
    await expect(page.getByRole('heading', { name: 'LIVE LIST 1' })).toBeVisible();
    return button(page, /^Clear live/);
  },
  'Delete a collection': async (page) => {
    await createCollection(page);
    return page.locator('.collection').getByRole('button', { name: 'Delete' });
  },
  'Delete a post': async (page) => {
    await createCollection(page);
    await addPost(page, 'Mira Solberg', 'Magic.');
    return page.locator('.editor-foot').getByRole('button', { name: 'Delete' });
  },
  'Delete a post with a draft': async (page) => {
    await createCollection(page);
    await addPost(page, 'Mira Solberg', 'Magic.');
    await page.getByLabel('Message').fill('More magic.');
    return page.locator('.editor-foot').getByRole('button', { name: 'Delete' });
  },
  'New secret': async (page) => {
    await addWebhook(page);
    return button(page, /^New secret/);
  },
  'Delete a webhook': async (page) => {
    await addWebhook(page);
    return button(page, /^Delete/);
  },
  'Revoke a key': async (page) => {
    await page.getByRole('button', { name: 'API keys' }).click();
    await page.getByLabel('New key’s name').fill('Gallery 1');
    await page.keyboard.press('Enter');
    await button(page, /^Got it/).click();
    return button(page, /^Revoke/);
  },
};

async function addWebhook(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Webhooks' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Gallery 1');
  await page.getByLabel('Address').fill('http://127.0.0.1:9/webhooks/ccs');
  await page.keyboard.press('Enter');
  await button(page, /^Got it/).click();
  await expect(page.locator('.webhook')).toBeVisible();
}

for (const [turn, [name, show]] of Object.entries(buttons).entries()) {
  for (const size of twoSizes) {
    for (const by of waysAt(size, turn)) {
      test(`${name} keeps its place between two presses by ${by} at ${size.width} px`, async ({ page }) => {
        await page.setViewportSize(size);
        const shown = await show(page);
        // In the future still when a busy machine has answered.
        await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
        await expectSamePosition(page, shown, by, (milliseconds) => page.clock.runFor(milliseconds));
      });
    }
  }
}
