/** Tests that the mouse opens the search field of live at each window size, and that Escape closes it and returns the focus. */
import { expect, type Locator, type Page } from '@playwright/test';
import { openDeskState, type ServedStates, serveDeskStates, statesTest as test } from './deskStates.ts';
import { findLayoutFaults, sizes } from './layoutFaults.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

const field = (page: Page): Locator => page.getByRole('textbox', { name: 'Find in live' });
const head = (page: Page): Locator => page.locator('.list.is-live .list-head');

/** A low window scrolls to the focus, which takes its top out of view. */
const findFaults = async (page: Page): Promise<readonly string[]> =>
  (await findLayoutFaults(page)).filter((fault) => !fault.startsWith('out of view'));

async function searchAndClose(page: Page): Promise<void> {
  await expect(field(page)).toBeFocused();
  await expect(field(page)).toBeInViewport({ ratio: 1 });
  await page.keyboard.type('Tom Okafor');
  await expect(page.locator('.list.is-live .filter-count')).toContainText('1 of 7 matches');
  await page.keyboard.press('Escape');
  await expect(page.locator('.list.is-live .filter-count')).toHaveCount(0);
  await expect(field(page)).toHaveValue('');
}

for (const size of sizes)
  test(`a press on the magnifier opens the search, at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'following');
    const box = await field(page).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await head(page).screenshot({ path: test.info().outputPath('closed.png') });
    await page.locator('#list-live').focus();
    await field(page).click();
    await expect(field(page)).toBeFocused();
    expect(await findFaults(page)).toEqual([]);
    // A press on the icon does not close it.
    await page.locator('.list.is-live .find svg').click();
    await head(page).screenshot({ path: test.info().outputPath('open.png') });
    await searchAndClose(page);
    await expect(page.locator('#list-live')).toBeFocused();
    await page.keyboard.press('/');
    await searchAndClose(page);
    await expect(page.locator('#list-live')).toBeFocused();
    expect(await findFaults(page)).toEqual([]);
  });

test('a search that finds NOW hides no part of it', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openDeskState(page, served.base, 'following');
  const now = page.locator('.list.is-live .row.is-now');
  const topOf = async (locator: Locator): Promise<number> => Math.round((await locator.boundingBox())?.y ?? 0);
  await now.click();
  const pane = page.locator('#list-live');
  await pane.evaluate((element) => {
    const top = element.getBoundingClientRect().top;
    element.scrollTop += (element.querySelector('.is-now')?.getBoundingClientRect().top ?? top) - top;
  });
  await now.hover();
  expect(await topOf(now)).toBe(await topOf(pane));
  await page.keyboard.press('/');
  await page.keyboard.type('a');
  const bar = page.locator('.list.is-live .filter-bar');
  await expect(bar).toBeVisible();
  const box = await bar.boundingBox();
  expect(await topOf(now)).toBeGreaterThanOrEqual(Math.floor((box?.y ?? 0) + (box?.height ?? 0)));
});

test('a search that does not find NOW covers nothing of the selected row', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await openDeskState(page, served.base, 'following');
  await page.locator('#list-live').focus();
  await page.keyboard.press('Home');
  const selected = page.locator('#list-live [aria-selected="true"]');
  await expect(selected).toContainText('Mira Solberg');
  await page.keyboard.press('/');
  await page.keyboard.type('e');
  const pinned = page.locator('.list.is-live .list-pinned');
  await expect(pinned).toBeVisible();
  const box = await pinned.boundingBox();
  const top = async (): Promise<number> => Math.round((await selected.boundingBox())?.y ?? 0);
  await expect.poll(top).toBeGreaterThanOrEqual(Math.floor((box?.y ?? 0) + (box?.height ?? 0)));
});

for (const language of ['en', 'longest'])
  test(`the counts of live next to the open search are shown whole or not at all (${language})`, async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 1000 });
    await openDeskState(page, served.base, 'guarded', language);
    await page.locator('#find-live').focus();
    for (const width of [1366, 1600, 1760, 1920]) {
      await page.setViewportSize({ width, height: 1000 });
      expect(await findFaults(page), `${width}`).toEqual([]);
    }
  });

test('a row with two long badges shows its author’s name and the first badge whole', async ({ page }) => {
  await page.setViewportSize({ width: 1600, height: 1000 });
  await openDeskState(page, served.base, 'following', 'de');
  const row = page.locator('.list.is-live .row', { hasText: 'Tom Okafor' });
  const widths = await row.evaluate((element) => {
    const badges = element.querySelector('.row-badges');
    const first = badges?.firstElementChild;
    const name = element.querySelector('.row-name');
    if (badges == null || first == null || name === null) throw new Error('the row has no badge');
    for (let count = 1; count < 3; count += 1) badges.append(first.cloneNode(true));
    const cut = first.getBoundingClientRect().left - badges.getBoundingClientRect().left;
    return { name: name.scrollWidth - name.clientWidth, badge: Math.min(0, Math.round(cut)) };
  });
  expect(widths).toEqual({ name: 0, badge: 0 });
  expect(await findFaults(page)).toEqual([]);
});

test('with forced colours, the magnifier has a frame, and its key and name are shown', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await openDeskState(page, served.base, 'following');
  const button = page.locator('.list.is-live .find');
  expect(await button.evaluate((element) => getComputedStyle(element).borderTopStyle)).toBe('solid');
  await expect(button.locator('svg')).toBeVisible();
  await expect(button.locator('kbd')).toHaveText('/');
  await expect(field(page)).toHaveAttribute('title', 'Find in live');
  await button.click();
  await searchAndClose(page);
});
