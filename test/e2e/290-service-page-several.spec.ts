/** The service's page: several posts promoted, demoted, moved and deleted together, by mouse and by keys. */
import { expect, type Page } from '@playwright/test';
import type { Service } from '../../src/service/service.ts';
import { isInRun, isShort } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import {
  addPost,
  authoringToken,
  createCollection,
  findRow,
  readFirstCollection,
  startAuthoring,
} from './authoringPage.ts';
import { confirmPress } from './secondPress.ts';
import { test } from './watchedPages.ts';

let service: Service | null = null;
let baseUrl = '';

test.beforeEach(async ({ page }) => {
  ({ service, baseUrl } = await startAuthoring(createTemporaryFolder('authoring-several'), false));
  await page.clock.install();
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  await createCollection(page);
  for (const name of ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil']) await addPost(page, name, `The text of ${name}`);
});
test.afterEach(async () => {
  await service?.stop();
});

/** `Ada Ben | Cleo`: staging and live, as a reader gets them. */
async function lists(): Promise<string> {
  const { stagingContents, liveContents } = await readFirstCollection(baseUrl);
  const names = (posts: readonly { readonly fullName: string }[]) => posts.map(({ fullName }) => fullName).join(' ');
  return `${names(stagingContents)} | ${names(liveContents)}`;
}

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Actions on the selected posts' });
const focusOn = (page: Page, name: string) => findRow(page, name).locator('.row-select').focus();
const undo = (page: Page) => page.keyboard.press('Control+z');

for (const { width, height } of [
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
]) {
  if (isInRun(width, 'keys', 1))
    test(`by keys at ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await focusOn(page, 'Ben');
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Shift+ArrowDown');
      await expect(page.getByText('3 selected')).toBeVisible();
      await page.keyboard.press('Alt+ArrowUp');
      await expect.poll(lists).toBe('Ben Cleo Dora Ada Emil | ');
      await expect(findRow(page, 'Dora').locator('.row-select')).toBeFocused();
      await page.keyboard.press('ArrowRight');
      await expect.poll(lists).toBe('Ada Emil | Ben Cleo Dora');
      await expect(page.getByText('3 posts promoted to live.').first()).toBeVisible();
      await expect(toolbar(page)).toHaveCount(0);
      await expect(page.locator('.row-select').first()).toBeFocused();
      await undo(page);
      await expect.poll(lists).toBe('Ben Cleo Dora Ada Emil | ');
      await expect(page.getByText('Several posts promoted to live.').first()).toBeVisible();

      await focusOn(page, 'Ada');
      await page.keyboard.press('Control+a');
      await expect(page.getByText('5 selected')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(toolbar(page)).toHaveCount(0);
      await page.keyboard.press('Shift+ArrowDown');
      await page.keyboard.press('Space');
      await expect(page.locator('.row.is-empty-slot')).toHaveCount(2);
      await page.keyboard.press('ArrowRight');
      await expect(page.getByText('are moving, to live, position 1.').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect.poll(lists).toBe('Ben Cleo Dora | Ada Emil');
      await expect(findRow(page, 'Emil').locator('.row-select')).toBeFocused();

      // The focus that follows the drop can come a frame later than the first.
      await expect(async () => {
        // A selection of an earlier attempt would grow.
        if (await toolbar(page).isVisible()) await page.keyboard.press('Escape');
        await focusOn(page, 'Ben');
        await page.keyboard.press('Shift+ArrowDown');
        await expect(page.getByText('2 selected')).toBeVisible({ timeout: 1000 });
      }).toPass();
      await toolbar(page)
        .getByRole('button', { name: /^Delete/ })
        .focus();
      const press = () => page.keyboard.press('Enter');
      await confirmPress(page, press, page.getByText('again within 2 seconds to delete 2 posts').first(), press);
      await expect.poll(lists).toBe('Dora | Ada Emil');
      await expect(findRow(page, 'Dora').locator('.row-select')).toBeFocused();
      await undo(page);
      await expect.poll(lists).toBe('Ben Cleo Dora | Ada Emil');
    });

  if (isInRun(width, 'mouse', 0))
    test(`by mouse at ${width} × ${height}`, async ({ page }) => {
      await page.setViewportSize({ width, height });
      await findRow(page, 'Ada').click();
      await findRow(page, 'Cleo').click({ modifiers: ['ControlOrMeta'] });
      await findRow(page, 'Dora').click({ modifiers: ['Shift'] });
      await expect(page.getByText('2 selected')).toBeVisible();
      await findRow(page, 'Ada').click();
      await expect(toolbar(page)).toHaveCount(0);
      await findRow(page, 'Cleo').click({ modifiers: ['ControlOrMeta'] });
      await findRow(page, 'Emil').click({ modifiers: ['ControlOrMeta'] });
      await findRow(page, 'Emil').click({ modifiers: ['ControlOrMeta'] });
      await expect(page.locator('.row.is-picked')).toHaveCount(2);
      await toolbar(page).getByRole('button', { name: 'Promote' }).click();
      await expect.poll(lists).toBe('Ben Dora Emil | Ada Cleo');
      await expect(page.locator('.row-select:focus')).toHaveCount(1);

      await findRow(page, 'Ada').click();
      await findRow(page, 'Cleo').click({ modifiers: ['Shift'] });
      await findRow(page, 'Cleo').dragTo(findRow(page, 'Ben'), { targetPosition: { x: 30, y: 4 } });
      await expect.poll(lists).toBe('Ada Cleo Ben Dora Emil | ');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(lists).toBe('Ben Dora Emil | Ada Cleo');

      await findRow(page, 'Ben').click();
      await findRow(page, 'Emil').click({ modifiers: ['ControlOrMeta'] });
      const press = () =>
        toolbar(page)
          .getByRole('button', { name: /Delete|Press again/ })
          .click();
      await confirmPress(page, press, page.getByText('again within 2 seconds to delete 2 posts').first(), press);
      await expect.poll(lists).toBe('Dora | Ada Cleo');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(lists).toBe('Ben Dora Emil | Ada Cleo');
    });
}

test('a post that somebody else promotes leaves the selection, and nothing is deleted with an older list', async ({
  page,
}) => {
  await focusOn(page, 'Ada');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  const other = await page.context().newPage();
  await other.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  await findRow(other, 'Ben')
    .getByRole('button', { name: /^Promote/ })
    .click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await findRow(other, 'Ada')
    .getByRole('button', { name: /^Promote/ })
    .click();
  await expect(toolbar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New post' })).toBeVisible();
});

test('the selection fits, is drawn without colour alone, and has no serious accessibility problem', async ({
  page,
}) => {
  await focusOn(page, 'Ben');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('.row-pick')).toHaveCount(2);
  await expect(findRow(page, 'Ben').locator('.row-select')).toHaveAttribute('aria-pressed', 'true');
  for (const width of [1920, 1280, 1024, 800, 640]) {
    await page.setViewportSize({ width, height: 720 });
    if (!isShort || width === 1280) expect(await findAccessibilityProblems(page)).toEqual([]);
    expect(
      await toolbar(page).evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        const head = element.closest('.list-head')?.getBoundingClientRect();
        return left >= (head?.left ?? 0) && right <= (head?.right ?? 0);
      }),
    ).toBe(true);
  }
});
