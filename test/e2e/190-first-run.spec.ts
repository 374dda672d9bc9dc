/** From nothing to your own posts on a feed in a browser, with a wrong address, no network, a wrong key and a taken port on the way. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { full } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { findAccessibilityProblems, tabTo } from './accessibility.ts';
import { clickTwice, confirmPress } from './secondPress.ts';
import { type RunningProgram, startDemoFirst, startDemoService, startFirstRun } from './startShow.ts';
import { failedConnections, test } from './watchedPages.ts';

type List = { readonly revision: number; readonly items: readonly { readonly id: string }[] };

let service: RunningProgram;
let engine: RunningProgram;
let portTaken: { readonly port: number; readonly close: () => void };

const takePort = () =>
  new Promise<typeof portTaken>((resolve) => {
    const server = createServer();
    server.listen(0, '0.0.0.0', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      resolve({ port, close: () => server.close() });
    });
  });

test.beforeEach(async ({ lastly, expectedMessages }) => {
  // The demo and the own show replace each other.
  expectedMessages.push(...failedConnections);
  service = await startDemoService(join(createTemporaryFolder('first-run'), 'service'));
  portTaken = await takePort();
  lastly(async () => {
    await engine.stop();
    await service.stop();
    portTaken.close();
  });
});

const readFeed = async (): Promise<List> =>
  (await (await fetch(`${engine.ready['feed']}/feeds/main/live.json`)).json()) as List;
/** A poller counts as a consumer from its second read. */
async function readAs(userAgent: string): Promise<void> {
  for (let reads = 0; reads < 2; reads += 1)
    await fetch(`${engine.ready['feed']}/feeds/main/live.json`, { headers: { 'user-agent': userAgent } });
}
const picture = (page: Page, name: string) => page.screenshot({ path: `out/test/pictures/first-run-${name}.png` });
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name });

async function open(page: Page, width: number, height: number): Promise<void> {
  const { desk, token } = engine.ready;
  await page.clock.install();
  await page.setViewportSize({ width, height });
  await page.goto(`${desk}/#token=${token}`);
}

test('leads from the demo to your own posts by mouse, and back to the demo, at 1920 × 1080', full, async ({ page }) => {
  const { baseUrl = '' } = service.ready;
  engine = await startDemoFirst(createTemporaryFolder('first-run'), portTaken.port);
  await open(page, 1920, 1080);
  await expect(page.getByRole('heading', { name: 'See it in OBS' })).toBeVisible();
  await expect(step(page, 'Demo is running')).toContainText(/done in \d:\d\d/);
  await expect(page.getByText(/^The demo is on air now: \d+ posts, no API key, no network\./)).toBeVisible();
  await expect(page.getByText('Waiting for OBS to connect. This turns green by itself.')).toBeVisible();
  await expect(page.frameLocator('iframe[src*="/overlay/card"]').getByText(/\S/).first()).toBeVisible();
  await picture(page, 'obs-1920');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await readAs('Mozilla/5.0 Chrome/127.0 Safari/537.36 OBS/32.0.1');
  await expect(page.getByText('OBS is connected.')).toBeVisible();
  await page.getByRole('button', { name: 'Continue', exact: true }).click();

  const address = page.getByLabel('Service address');
  const key = page.getByLabel('API key');
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await expect(page.getByText(/the demo stays until you choose a collection/)).toBeVisible();
  await address.fill('collections.example');
  await expect(page.getByText('This is not an address.')).toBeVisible();
  await address.fill('https://greenroom.invalid');
  await expect(page.getByText(/^The service isn’t responding/)).toBeVisible();
  await expect(next).toHaveAttribute('aria-disabled', 'true');
  await address.fill(baseUrl);
  await expect(page.getByText(/^Responds in \d+ ms\. Its clock matches this machine\.$/)).toBeVisible();
  await expect(page.getByText('Enter the API key.')).toBeVisible();
  await key.fill('gk_live_wrong');
  await expect(page.getByText('Refused: INVALID_API_KEY. The service doesn’t recognise this key.')).toBeVisible();
  await expect(page.getByText('What to do.')).toBeVisible();
  await picture(page, 'service-1920');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await key.fill('demo');
  await expect(page.getByText(/^Accepted\. \d collections\.$/)).toBeVisible();
  const before = await readFeed();
  await next.click();

  await page.getByRole('button', { name: 'Harbour Night: crew picks' }).click();
  await picture(page, 'collection-1920');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  // Leaving and continuing keeps what was typed.
  await page.getByRole('button', { name: 'Leave setup. The demo keeps running.' }).click();
  await expect(page.getByRole('heading', { name: 'See it in OBS' })).toBeHidden();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Set up step by step' }).click();
  await clickTwice(page, page.getByRole('button', { name: 'Use for main' }));

  await expect(page.getByRole('heading', { name: 'Update mode' })).toBeVisible();
  const own = await readFeed();
  expect(own.revision).toBeGreaterThan(before.revision);
  expect(own.items.length).toBeGreaterThan(0);
  expect(own.items.map(({ id }) => id)).not.toEqual(before.items.map(({ id }) => id));
  await page.getByRole('radio', { name: /^Push/ }).click({ force: true });
  await expect(page.getByText(`Port ${portTaken.port} is in use`)).toBeVisible();
  await expect(page.getByRole('radio', { name: /^Poll/ })).toBeChecked();
  await picture(page, 'mode-1920');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await next.click();
  await expect(page.getByRole('heading', { name: 'Your graphics' })).toBeVisible();
  await readAs('vMix/29');
  await expect(page.getByText('Reading now: vMix.')).toBeVisible();
  await picture(page, 'graphics-1920');
  await page.getByRole('button', { name: 'Open the show' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Steps' })).toBeHidden();
  expect(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).not.toContain(
    'gk_live',
  );

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await page.getByRole('button', { name: 'Set up step by step' }).click();
  await step(page, 'Demo').click();
  await clickTwice(page, page.getByRole('button', { name: 'Start the demo' }));
  await expect(step(page, 'Demo is running')).toBeVisible();
  await expect.poll(async () => (await readFeed()).revision).toBeGreaterThan(own.revision);
});

test('leads from nothing to the demo and to your own posts by keys alone, at 1280 × 720', async ({ page }) => {
  const { baseUrl = '' } = service.ready;
  engine = await startFirstRun(createTemporaryFolder('first-run'));
  await open(page, 1280, 720);
  await expect(page.getByRole('heading', { name: 'Start with the demo' })).toBeFocused();
  await picture(page, 'start-1280');
  expect((await readFeed()).items).toEqual([]);
  await tabTo(page, /^Start the demo$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'See it in OBS' })).toBeFocused();
  await expect.poll(async () => (await readFeed()).items.length).toBeGreaterThan(0);
  const demo = await readFeed();
  await picture(page, 'obs-1280');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  // Keys of the gate are off where the lists can’t be seen.
  await page.keyboard.press('h');
  await expect(page.getByText('off in setup')).toBeVisible();
  await tabTo(page, /^Continue/);
  await page.keyboard.press('Enter');

  await tabTo(page, /^Service address$/);
  await page.keyboard.type(baseUrl);
  await page.keyboard.press('Tab');
  await page.keyboard.type('demo');
  await expect(page.getByText(/^Accepted\. \d collections\.$/)).toBeVisible();
  await tabTo(page, /^Continue$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Choose a collection' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Harbour Night: crew picks' })).toBeVisible();
  await tabTo(page, /^Harbour Night: crew picks$/);
  await page.keyboard.press('Enter');
  await picture(page, 'collection-1280');
  await tabTo(page, /^Use for main/);
  const press = () => page.keyboard.press('Enter');
  await confirmPress(page, press, page.getByRole('button', { name: 'Press again to use' }), press);
  await expect(page.getByRole('heading', { name: 'Update mode' })).toBeFocused();
  const own = await readFeed();
  expect(own.revision).toBeGreaterThan(demo.revision);
  expect(own.items.length).toBeGreaterThan(0);
  await picture(page, 'mode-1280');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await tabTo(page, /^Continue$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your graphics' })).toBeFocused();
  await picture(page, 'graphics-1280');
  await tabTo(page, /^Open the show$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('navigation', { name: 'Steps' })).toBeHidden();
});
