/** Posts that would not look right on air: their rows and details say so before they are on air, measured with the overlays’ own code. */
import { expect, type Page, test } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { type Show, startShow } from './startShow.ts';

let show: Show;
test.beforeEach(async () => {
  show = await startShow('Fit');
});
test.afterEach(() => show.stop());

const row = (page: Page, name: string) =>
  page
    .getByRole('listbox', { name: /^Staging/ })
    .getByRole('option')
    .filter({ hasText: name });
const fits = (page: Page) => page.getByRole('region', { name: 'Post details' }).locator('dt:text-is("Fits") + dd');

const media = (page: Page) => page.getByRole('region', { name: 'Post details' }).locator('dt:text-is("Media") + dd');

const stage = (id: string, fields: object) =>
  show.callAuthoringApi('POST', '/items', {
    ...{ id, source: 'INSTAGRAM', publishedAt: '2026-11-20T17:55:00Z', list: 'staging', media: [] },
    ...fields,
  });

test('rows in staging say what would be cut, cropped, without a font or without its video', async ({ page }) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  const sentence = 'At six this morning we were still pumping water off the apron, and nobody believed it. ';
  const text = (length: number) => sentence.repeat(80).slice(0, length);
  await stage('short', { fullName: 'Fits Everywhere', message: 'Magic.' });
  await stage('long', { fullName: 'Long On Wall', message: text(700) });
  await stage('endless', { fullName: 'Long Everywhere', message: text(3000) });
  await stage('glyphs', { fullName: 'Old Script', message: 'Papyrus 𓀀𓀁 tonight' });
  await stage('portrait', {
    fullName: 'Tall Picture',
    message: 'Umbrellas',
    media: [await show.upload('umbrellas.jpg')],
  });
  await stage('video', { fullName: 'Choir Video', message: 'Yellow boots', media: [await show.upload('ferry.mp4')] });
  // A consumer without H.264.
  for (let reads = 0; reads < 2; reads += 1)
    await fetch(`${show.feed}/feeds/main/live.json`, { headers: { 'user-agent': 'CasparCG Server' } });

  await page.goto(show.desk);
  await expect(row(page, 'Long On Wall')).toContainText('TEXT CUT');
  await expect(row(page, 'Long Everywhere')).toContainText('TEXT CUT');
  await expect(row(page, 'Old Script')).toContainText('NO FONT');
  await expect(row(page, 'Choir Video')).toContainText('NO VIDEO');
  await expect(row(page, 'Tall Picture').getByText('CROPPED')).toBeVisible({ timeout: 45_000 });
  await expect(row(page, 'Fits Everywhere')).not.toContainText(/CUT|FONT|CROPPED|NO VIDEO/);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await page.screenshot({ path: 'out/test/pictures/fit-rows.png' });

  await row(page, 'Fits Everywhere').dblclick();
  await expect(fits(page)).toHaveText('card, ticker and wall in full');
  await page.keyboard.press('ArrowDown');
  await expect(fits(page)).toHaveText('text cut on wall, at the smallest size');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(fits(page)).toHaveText('no font of the overlays has 𓀀 𓀁 (U+13000, U+13001)');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(fits(page).locator('.fact-line')).toHaveText([
    'card, ticker and wall in full',
    'CasparCG can’t play H.264',
  ]);
  await expect(media(page).locator('.fact-line').nth(1)).toHaveText('From 127.0.0.1');
  await page.screenshot({ path: 'out/test/pictures/fit-detail.png' });
  expect(faults).toEqual([]);
});

test('the same post is cut on the card that goes on air', async ({ page }) => {
  const message = 'Water off the apron, and nobody believed it. '.repeat(70);
  await stage('endless', { fullName: 'Long Everywhere', message });
  await page.goto(show.desk);
  await expect(row(page, 'Long Everywhere')).toContainText('TEXT CUT');
  await show.callAuthoringApi('POST', '/items/endless/promote', {});
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
  await page.goto(`${show.feed}/overlay/card?feed=main`);
  await expect(page.locator('greenroom-card.is-shown .post-text')).toHaveText(/…$/);
});

test('in a small window too, a waiting row says that the post does not fit, and its label all of its badges', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const post = { profileImageUrl: null, media: [], source: 'INSTAGRAM', publishedAt: '2026-11-20T17:55:00Z' };
  await show.callAuthoringApi('POST', '/items', {
    ...post,
    id: 'first',
    fullName: 'First',
    message: 'On air',
    list: 'live',
  });
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
  await page.goto(show.desk);
  await page.getByRole('button', { name: /^HOLD/ }).click();
  await expect(page.getByText('On air frozen')).toBeVisible();
  const message = 'Papyrus 𓀀 tonight';
  await show.callAuthoringApi('POST', '/items', {
    ...post,
    id: 'glyphs',
    fullName: 'Old Script',
    message,
    list: 'live',
  });
  const waiting = page.locator('.is-live').getByRole('option').filter({ hasText: 'Old Script' });
  await expect(waiting.locator('.badge')).toHaveText('NO FONT');
  await expect(waiting).toHaveAccessibleName(/waiting, .*no font of the overlays has .*, added to live/);
});
