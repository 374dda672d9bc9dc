/** Tests the operator's main job on the built product, from the service's lists to the feed and the overlay. */
import { expect, type Page } from '@playwright/test';
import { pressTwice } from './secondPress.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeAll(async () => {
  show = await startShow('Harbour Night: viewer posts');
  const video = await show.upload('quay-concert.mp4');
  const picture = await show.upload('umbrellas.jpg');
  const face = await show.upload('face-01.webp');
  const add = (id: string, list: 'live' | 'staging', more: Record<string, unknown>) =>
    show.callAuthoringApi('POST', '/items', {
      list,
      id,
      fullName: names[id],
      username: id,
      source: 'INSTAGRAM',
      message: `The text of ${names[id]}`,
      profileImageUrl: face.mediaUrl,
      media: [],
      publishedAt: new Date(Date.now() - 240_000).toISOString(),
      lastModifiedDate: new Date(Date.now() - 240_000).toISOString(),
      ...more,
    });
  await add('mira', 'live', { media: [video] });
  await add('omar', 'live', { media: [picture] });
  await add('dealz', 'live', {});
  await add('luca', 'staging', { media: [picture] });
  await add('zanele', 'staging', {});
});
test.beforeEach(({ page }) => page.clock.install());
test.afterAll(() => show.stop());

const names: Readonly<Record<string, string>> = {
  mira: 'Mira Solberg',
  omar: 'Omar Haddad',
  dealz: 'Ticket Hunter 24',
  luca: 'Luca Moretti',
  zanele: 'Zanele Dube',
};

const onAir = async (): Promise<readonly string[]> => (await show.readFeed()).items.map((item) => item.id);
const live = (page: Page) => page.getByRole('listbox', { name: /^live/i });
const staging = (page: Page) => page.getByRole('listbox', { name: /^staging/i });
const row = (page: Page, id: string) => live(page).getByRole('option', { name: new RegExp(names[id] ?? id) });

test('the operator holds, blocks and takes; feed and overlay follow', async ({ page, context }, info) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  const takeScreenshot = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });

  await page.goto(show.desk);
  expect(page.url()).not.toContain('token');
  await expect(live(page).getByRole('option')).toHaveCount(3);
  await expect(staging(page).getByRole('option')).toHaveCount(2);
  await expect(live(page).locator('img').first()).toBeVisible();
  await expect.poll(onAir).toEqual(['mira', 'omar', 'dealz']);
  const overlay = await context.newPage();
  await overlay.goto(`${show.feed}/overlay/card?feed=main`);
  await expect(overlay.getByText(names['mira'] ?? '', { exact: true })).toBeVisible();
  await page.bringToFront();
  await takeScreenshot('following');

  // One press blocks one post.
  await row(page, 'dealz').click();
  await page.keyboard.press('b');
  await expect.poll(onAir).toEqual(['mira', 'omar']);
  await expect(row(page, 'dealz')).toContainText('BLOCKED');

  // While held, live changes but on air doesn't.
  await page.keyboard.press('h');
  await expect(page.getByText('HELD', { exact: true }).first()).toBeVisible();
  await show.callAuthoringApi('POST', '/items/luca/promote', {});
  await show.callAuthoringApi('DELETE', '/items/mira', {});
  await show.callAuthoringApi('PATCH', '/items/omar', { message: 'New text of Omar' });
  await expect(row(page, 'luca')).toContainText('WAITING');
  await expect(row(page, 'mira')).toContainText('REMOVED FROM LIVE');
  await expect(page.getByText('1 added, 1 removed, 1 edited.', { exact: true })).toBeVisible();
  expect(await onAir()).toEqual(['mira', 'omar']);
  await takeScreenshot('held');

  // Take removals first.
  await page.keyboard.press('Shift+T');
  await expect.poll(onAir).toEqual(['omar']);
  expect((await show.readFeed()).items[0]?.message).toBe('The text of Omar Haddad');
  await expect(overlay.getByText(names['omar'] ?? '', { exact: true })).toBeVisible();

  // Then Take all, which stays held.
  await page.keyboard.press('t');
  await expect.poll(onAir).toEqual(['omar', 'luca']);
  expect(await show.readFeed()).toMatchObject({ gate: 'held', items: [{ message: 'New text of Omar' }, {}] });
  await expect(overlay.getByText('New text of Omar')).toBeVisible();

  // Clear needs two presses; Back restores the list, held; Release follows live.
  await pressTwice(page, 'c');
  await expect.poll(onAir).toEqual([]);
  await expect(overlay.getByText('New text of Omar')).toBeHidden();
  await takeScreenshot('cleared');
  await pressTwice(page, 'z');
  await expect.poll(onAir).toEqual(['omar', 'luca']);
  await page.keyboard.press('r');
  await expect.poll(async () => (await show.readFeed()).gate).toBe('following');

  // Unblock needs two presses.
  await row(page, 'dealz').click();
  await pressTwice(page, 'u');
  await expect.poll(onAir).toContain('dealz');

  await page.keyboard.press('n');
  await expect
    .poll(async () => (await (await fetch(`${show.feed}/feeds/main/current.json`)).json()).item.id)
    .not.toBe('omar');
  await takeScreenshot('released');
  await overlay.screenshot({ path: info.outputPath('overlay.png'), omitBackground: true });
  expect(errors).toEqual([]);
});

test('the desk opens after a reload with the token stored for the tab', async ({ page }) => {
  await page.goto(show.desk);
  await expect(live(page).getByRole('option').first()).toBeVisible();
  await page.reload();
  await expect(live(page).getByRole('option').first()).toBeVisible();
  expect(page.url()).not.toContain('token');
});
