/** The service's page: finding posts in both lists, duplicates and the list of keys, by mouse and by keys. */
import { expect, type Page } from '@playwright/test';
import { chooseFrom, isShort, isTurn } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { addPost, authoringToken, createCollection, findRow, startAuthoring } from './authoringPage.ts';
import { test } from './watchedPages.ts';

let baseUrl = '';

const posts = [
  ['Mira Solberg', 'The whole quay is singing along'],
  ['Omar Haddad', 'The most beautiful night in the harbour'],
  ['Mira Solberg', 'The whole QUAY is singing along '],
  ['Tom Okafor', 'Thirty-one years on these docks'],
] as const;

test.beforeEach(async ({ page, lastly }) => {
  const started = await startAuthoring(createTemporaryFolder('authoring-find'), false);
  ({ baseUrl } = started);
  lastly(started.service.stop);
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  await createCollection(page);
  for (const [name, message] of posts) await addPost(page, name, message);
  await findRow(page, 'Tom Okafor')
    .getByRole('button', { name: /^Promote/ })
    .click();
  await expect(page.getByRole('heading', { name: 'LIVE LIST 1' })).toBeVisible();
});

const find = (page: Page) => page.getByRole('textbox', { name: 'Find a post by text, author or source' });
const selected = (page: Page) => page.locator('.row.is-selected .row-text');

for (const [index, by] of (['mouse', 'keys'] as const).entries()) {
  if (isTurn(index))
    test(`finds posts in both lists, by ${by}`, async ({ page }) => {
      await findRow(page, 'Omar').locator('.row-select').focus();
      if (by === 'mouse') await find(page).click();
      else await page.keyboard.press('f');
      await page.keyboard.type('singing');
      await expect(page.locator('.find-post output')).toHaveText('– of 2');
      await expect(page.locator('.row.is-match')).toHaveCount(2);
      await expect(page.locator('.row')).toHaveCount(4);
      await page.keyboard.press('Enter');
      await expect(selected(page)).toHaveText(posts[0][1]);
      await page.keyboard.press('Shift+Enter');
      await expect(selected(page)).toHaveText(posts[2][1]);
      await expect(page.locator('.find-post output')).toHaveText('2 of 2');
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type('docks');
      await page.keyboard.press('Enter');
      await expect(selected(page)).toHaveText(posts[3][1]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: /^Tom Okafor, live, position 1/ })).toBeFocused();
      await expect(page.locator('.row.is-match')).toHaveCount(0);
    });

  if (isTurn(index + 1))
    test(`Escape clears the search of collections, then leaves the field, and keeps a draft, by ${by}`, async ({
      page,
    }) => {
      await findRow(page, 'Omar').click();
      await page.getByLabel('Message').fill('Not saved yet');
      const findCollection = page.getByRole('textbox', { name: 'Find a collection by name' });
      await findRow(page, 'Omar').locator('.row-select').focus();
      if (by === 'mouse') await findCollection.click();
      else await page.keyboard.press('/');
      await page.keyboard.type('nothing of this name');
      await expect(page.getByText('No matches.')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(findCollection).toHaveValue('');
      await expect(findCollection).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: /^Harbour Night/ })).toBeFocused();
      await expect(page.getByLabel('Message')).toHaveValue('Not saved yet');
    });

  if (isTurn(index))
    test(`shows a duplicate and goes to it, by ${by}`, async ({ page }) => {
      const rows = page.locator('.row', { hasText: 'TWICE' });
      await expect(rows).toHaveCount(2);
      const first = page.getByRole('button', {
        name: 'Mira Solberg, staging, position 1, same as staging, position 3',
      });
      await first.focus();
      if (by === 'mouse') await page.getByRole('button', { name: /^Staging, position 3/ }).click();
      else await page.keyboard.press('d');
      await expect(page.getByRole('button', { name: /^Mira Solberg, staging, position 3, same as/ })).toBeFocused();
      if (by === 'mouse')
        await rows
          .nth(1)
          .getByRole('button', { name: /^Promote/ })
          .click();
      else await page.keyboard.press('ArrowRight');
      await expect(first).toHaveCount(0);
      await expect(
        page.getByRole('button', { name: 'Mira Solberg, staging, position 1, same as live, position 2' }),
      ).toBeVisible();
      await page.locator('.row', { hasText: 'Omar' }).locator('.row-select').focus();
      await page.keyboard.press('d');
      await expect(page.getByText('This post has no duplicate. Nothing happened.')).toBeVisible();
    });

  if (isTurn(index + 1))
    test(`shows every key, by ${by}`, async ({ page }) => {
      if (by === 'mouse') await page.getByRole('button', { name: 'Keys', exact: true }).click();
      else {
        await page.locator('.row-select').first().focus();
        await page.keyboard.press('?');
      }
      await expect(page.getByRole('heading', { name: 'Keys' })).toBeVisible();
      await expect(page.getByText('Next duplicate of the selected post')).toBeVisible();
      for (const width of [1920, 1280, 800]) {
        await page.setViewportSize({ width, height: 720 });
        if (!isShort || width === 1280) expect(await findAccessibilityProblems(page)).toEqual([]);
      }
      if (by === 'mouse') await page.getByRole('button', { name: 'Collections', exact: true }).click();
      else await page.keyboard.press('?');
      await expect(findRow(page, 'Omar')).toBeVisible();
    });
}

test('has no serious accessibility problem with a search and duplicates', async ({ page }) => {
  await find(page).fill('singing');
  await page.keyboard.press('Enter');
  for (const width of chooseFrom([1920, 1280, 800], 1280)) {
    await page.setViewportSize({ width, height: 720 });
    expect(await findAccessibilityProblems(page)).toEqual([]);
  }
});
