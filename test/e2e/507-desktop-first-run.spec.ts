/** From an installed app to your own posts on a feed, in its window, with a wrong address, no network, a wrong key and a taken port. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type Desktop, startDesktop } from './desktopApp.ts';
import { clickTwice } from './secondPress.ts';
import { type RunningProgram, startDemoService } from './startShow.ts';

type List = { readonly revision: number; readonly items: readonly { readonly id: string }[] };

let folder: string;
let service: RunningProgram;
let desktop: Desktop;
let page: Page;
let freePort: () => void;

test.beforeEach(async () => {
  folder = createTemporaryFolder('installed');
  service = await startDemoService(join(folder, 'service'));
  // The webhook’s port of a new installation is in use.
  freePort = await takePort(7412);
  desktop = await startDesktop(join(folder, 'app'), { isPackaged: true, canaries: ['gk_live_wrong'] });
  page = await desktop.openPage();
});
test.afterEach(async () => {
  await desktop.stop();
  await service.stop();
  freePort();
});

/** Another program may have the port already, which serves as well. */
const takePort = (port: number) =>
  new Promise<() => void>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(() => undefined));
    server.listen(port, '0.0.0.0', () => resolve(() => server.close()));
  });

const readFeed = async (): Promise<List> =>
  (await (await fetch(`${desktop.feed()}/feeds/main/live.json`)).json()) as List;

test('a person with the installed app gets from its first start to their own posts, and finds them after a restart', async () => {
  const { baseUrl = '' } = service.ready;
  await page.clock.install();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'See it in OBS' })).toBeVisible();
  const demo = await readFeed();
  expect(demo.items.length).toBeGreaterThan(0);
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await page.screenshot({ path: test.info().outputPath('first-start.png') });
  await next
    .or(page.getByRole('button', { name: /^Continue/ }))
    .first()
    .click();

  const address = page.getByLabel('Service address');
  await address.fill('collections.example');
  await expect(page.getByText('This is not an address.')).toBeVisible();
  await address.fill('https://greenroom.invalid');
  await expect(page.getByText(/^The service isn’t responding/)).toBeVisible();
  await address.fill(baseUrl);
  await expect(page.getByText('Enter the API key.')).toBeVisible();
  await page.getByLabel('API key').fill('gk_live_wrong');
  await expect(page.getByText('Refused: INVALID_API_KEY. The service doesn’t recognise this key.')).toBeVisible();
  await page.getByLabel('API key').fill('demo');
  await expect(page.getByText(/^Accepted\. \d collections\.$/)).toBeVisible();
  await next.click();
  await page.getByRole('button', { name: 'Harbour Night: crew picks' }).click();
  await clickTwice(page, page.getByRole('button', { name: 'Use for main' }));

  await expect(page.getByRole('heading', { name: 'Update mode' })).toBeVisible();
  const own = await readFeed();
  expect(own.revision).toBeGreaterThan(demo.revision);
  expect(own.items.length).toBeGreaterThan(0);
  expect(own.items.map(({ id }) => id)).not.toEqual(demo.items.map(({ id }) => id));
  await page.getByRole('radio', { name: /^Push/ }).click({ force: true });
  await expect(page.getByText('Port 7412 is in use')).toBeVisible();
  await next.click();
  await page.getByRole('button', { name: 'Open the show' }).click();
  await expect(page.getByRole('listbox', { name: /^live/i }).getByRole('option').first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('own-show.png') });
  expect(desktop.reports('toPage').filter(({ leaked }) => String(leaked) !== '')).toEqual([]);

  await desktop.stop();
  desktop = await startDesktop(join(folder, 'app'), { isPackaged: true });
  page = await desktop.openPage();
  await expect(page.getByRole('listbox', { name: /^live/i }).getByRole('option').first()).toBeVisible();
  expect((await readFeed()).items.map(({ id }) => id)).toEqual(own.items.map(({ id }) => id));
});
