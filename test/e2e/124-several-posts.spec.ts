/** Selects several posts by keys and by mouse in the built product, and takes them off air together. */
import { expect, type Page } from '@playwright/test';
import { isInRun } from '../shortRun.ts';
import { confirmPress, pressTwice } from './secondPress.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  show = await startShow('Harbour Night: viewer posts');
  const at = new Date(Date.now() - 240_000).toISOString();
  for (const [index, id] of ['ada', 'ben', 'cleo', 'dora', 'emil'].entries()) {
    await show.callAuthoringApi('POST', '/items', {
      ...{
        list: 'live',
        id,
        fullName: `Author ${id}`,
        username: id,
        source: 'INSTAGRAM',
        message: `The text of ${id}`,
      },
      ...{ profileImageUrl: null, media: [], publishedAt: at, lastModifiedDate: at, index },
    });
  }
  await expect.poll(onAir).toEqual(['ada', 'ben', 'cleo', 'dora', 'emil']);
});
test.afterEach(() => show.stop());

const onAir = async () => (await show.readFeed()).items.map(({ id }: { readonly id: string }) => id);
const option = (page: Page, id: string) =>
  page.getByRole('listbox', { name: /^Live/ }).getByRole('option', { name: new RegExp(`Author ${id}`) });

for (const { width, height } of [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
]) {
  if (isInRun(width, 'keys', 1))
    test(`posts are blocked and unblocked together by keys at ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(show.desk);
      await expect(option(page, 'ada')).toBeVisible();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(page.getByText('3 selected')).toBeVisible();
      await pressTwice(page, 'b');
      await expect.poll(onAir).toEqual(['ada', 'emil']);
      await pressTwice(page, 'u');
      await expect.poll(onAir).toEqual(['ada', 'ben', 'cleo', 'dora', 'emil']);
      await page.keyboard.press('Escape');
      await expect(page.getByText('3 selected')).toBeHidden();
    });

  if (isInRun(width, 'mouse', 0))
    test(`posts are blocked and marked used together by mouse at ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await page.goto(show.desk);
      await option(page, 'ada').click();
      await option(page, 'cleo').click({ modifiers: ['ControlOrMeta'] });
      await option(page, 'emil').click({ modifiers: ['Shift'] });
      await expect(page.getByText('3 selected')).toBeVisible();
      expect(await page.evaluate(() => String(getSelection()))).toBe('');
      await option(page, 'ada').click();
      await option(page, 'cleo').click({ modifiers: ['ControlOrMeta'] });
      await option(page, 'emil').click({ modifiers: ['ControlOrMeta'] });
      await page
        .getByRole('toolbar', { name: 'Actions on the selected posts' })
        .getByRole('button', { name: /^Mark used/ })
        .click();
      await expect(page.getByText('Marked 3 posts used.').first()).toBeVisible();
      await expect(option(page, 'cleo').getByText('USED')).toBeVisible();
      const block = page.getByRole('button', { name: /^BLOCK/ });
      const press = () => block.click();
      await confirmPress(page, press, page.getByText(/again within 2 seconds to block 3 posts/).first(), press);
      await expect.poll(onAir).toEqual(['ben', 'dora']);
    });
}

test('a list is filtered and sorted by its menu, and air keeps its order', async ({ page }) => {
  await page.goto(show.desk);
  await expect(option(page, 'ada')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+F');
  await page.keyboard.press('Shift+F');
  await expect(page.getByRole('button', { name: /^Sorted: oldest first/ })).toBeVisible();
  await page.getByRole('button', { name: /^Sorted/ }).click();
  await page.keyboard.press('f');
  const panel = page.getByRole('region', { name: 'Filter or sort live' });
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Sorted: by source/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await page.getByRole('button', { name: 'Filter or sort live' }).click();
  await panel.getByRole('button', { name: 'with media' }).click();
  await expect(option(page, 'ben')).toBeHidden();
  await expect(page.locator('.list.is-live .filter-count')).toHaveText(/^\d of 5 match(es)?\. Hidden: \d on air$/);
  expect(await onAir()).toEqual(['ada', 'ben', 'cleo', 'dora', 'emil']);
});

test('the open filters of live cover none of the posts on air at 1920, 1280 and 1024 px', async ({ page }) => {
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 1280, height: 720 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(size);
    // Each size begins with the filters closed.
    await page.goto('about:blank');
    await page.goto(show.desk);
    await page.getByRole('button', { name: 'Filter or sort live' }).click();
    await expect(page.getByRole('region', { name: 'Filter or sort live' })).toBeVisible();
    for (const id of ['ada', 'ben', 'cleo', 'dora', 'emil']) {
      const box = await option(page, id).boundingBox();
      const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
      const isUncovered = await page.evaluate(
        (points) => points.every(([left, top]) => document.elementFromPoint(left, top)?.closest('#list-live') !== null),
        [0.02, 0.5, 0.98].map((part) => [x + width * part, y + height / 2] as const),
      );
      expect(isUncovered, `${id} at ${size.width} px`).toBe(true);
    }
  }
});
