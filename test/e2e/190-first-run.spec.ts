/** From nothing to posts on a feed in a browser, with a wrong address, no network, a wrong key and a taken port on the way. */
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { clickTwice } from './secondPress.ts';
import { type RunningProgram, startDemoService, startFirstRun } from './startShow.ts';

let service: RunningProgram;
let engine: RunningProgram;

test.beforeEach(async () => {
  const folder = createTemporaryFolder('first-run');
  service = await startDemoService(join(folder, 'service'));
  engine = await startFirstRun(folder);
});
test.afterEach(async () => {
  await engine.stop();
  await service.stop();
});

const rowOf = (page: Page, setting: string) => page.locator(`[data-setting="${setting}"]`);

async function save(page: Page, setting: string, value: string): Promise<void> {
  const row = rowOf(page, setting);
  await row.getByRole('textbox').fill(value);
  await row.getByRole('button', { name: 'Save', exact: true }).click();
}

for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
] as const) {
  test(`leads to a feed without a file or a restart, at ${width} × ${height}`, async ({ page }) => {
    const { baseUrl = '' } = service.ready;
    const { desk, token, feed } = engine.ready;
    await page.clock.install();
    await page.setViewportSize({ width, height });
    await page.goto(`${desk}/#token=${token}`);
    await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
    const steps = page.getByRole('region', { name: 'First steps' });
    await expect(steps).toContainText('Enter the address of your service');
    await page.screenshot({ path: `out/test/pictures/first-run-${width}.png` });

    const address = rowOf(page, 'source.baseUrl');
    await save(page, 'source.baseUrl', 'collections.example');
    await expect(address).toContainText('must be an address that begins with http:// or https://');
    await save(page, 'source.baseUrl', 'https://greenroom.invalid');
    await expect(address).toContainText('Saved. On air: none until a feed uses a collection');
    await expect(address).toContainText('The service isn’t responding');
    await save(page, 'source.baseUrl', baseUrl);
    await expect(address).toContainText(/Responds in \d+ ms\./);

    const key = page.locator('[data-secret="apiKey"]');
    await key.getByLabel('API key').fill('wrong');
    await key.getByRole('button', { name: 'Set' }).click();
    await expect(key).toContainText('Refused: 401 INVALID_API_KEY');
    await expect(key).toContainText('The API key is not valid.');
    await page.screenshot({ path: `out/test/pictures/first-run-key-refused-${width}.png` });
    await key.getByLabel('API key').fill('demo');
    await key.getByRole('button', { name: 'Set' }).click();
    await expect(key).toContainText(/Accepted\. \d collections\. Stored in the data directory of this machine/);
    await expect(address).toContainText(/Responds in \d+ ms\./);
    await page.screenshot({ path: `out/test/pictures/first-run-service-${width}.png` });

    await steps.getByRole('button', { name: 'Choose a collection' }).click();
    await page.getByRole('button', { name: 'Harbour Night: viewer posts' }).click();
    await clickTwice(page, page.getByRole('button', { name: 'Use for main' }));
    await expect
      .poll(async () => ((await (await fetch(`${feed}/feeds/main/live.json`)).json()) as { items: [] }).items.length)
      .toBeGreaterThan(0);

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Feed server' }).click();
    await save(page, 'feedServer.port', new URL(baseUrl).port);
    const port = rowOf(page, 'feedServer.port');
    // The test itself reads the feed, so it can still count as a consumer.
    await expect(port).toContainText(/Effect on air: (none now|1 consumer)/);
    await port.getByRole('button', { name: 'Save, changes air' }).click();
    await expect(port).toContainText('is in use');
    expect((await fetch(`${feed}/healthz`)).status).toBe(200);
    await page.screenshot({ path: `out/test/pictures/first-run-port-taken-${width}.png` });

    await page.getByRole('radio', { name: 'Media' }).click();
    await rowOf(page, 'media.quotaMegabytes').getByRole('radio', { name: 'Other' }).click();
    await save(page, 'media.quotaMegabytes', '4096');
    await expect(rowOf(page, 'media.quotaMegabytes')).toContainText('Saved. On air: none');
    await page.getByRole('button', { name: /^Undo: Media limit/ }).click();
    await expect(rowOf(page, 'media.quotaMegabytes').getByRole('radio', { name: '2 GB' })).toBeChecked();
    expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
      'wrong',
    );
  });
}
