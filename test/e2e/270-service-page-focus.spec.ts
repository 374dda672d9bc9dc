/** Tests on the service’s page that the focus and the row under the pointer stay where they are while posts change. */
import { expect } from '@playwright/test';
import type { Service } from '../../src/service/service.ts';
import { isInRun } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { addPost, authoringToken, createCollection, findRow, startAuthoring } from './authoringPage.ts';
import { twoSizes, waysAt } from './buttonPositions.ts';
import { test } from './watchedPages.ts';

let service: Service | null = null;
let baseUrl = '';

test.beforeEach(async ({ page }) => {
  ({ service, baseUrl } = await startAuthoring(createTemporaryFolder('authoring'), false));
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  await createCollection(page);
  for (const name of ['Mira Solberg', 'Tom Okafor']) await addPost(page, name, 'Magic.');
});
test.afterEach(async () => {
  await service?.stop();
});

const callApi = (method: string, path: string, body: unknown): Promise<Response> =>
  fetch(`${baseUrl}/authoring/v1/demo${path}`, {
    method,
    headers: { authorization: `Bearer ${authoringToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

for (const size of twoSizes) {
  for (const by of waysAt(size, 0)) {
    test(`Undo keeps the focus on the page, by ${by} at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      const undo = page.getByRole('button', { name: /^Undo/ });
      // Undoes what came last, so that nothing is left to undo.
      await page.locator('.editor-foot').getByRole('button', { name: 'Delete' }).click();
      await page.waitForTimeout(200);
      await page.getByRole('button', { name: /^Press again/ }).click();
      await expect(page.getByRole('heading', { name: 'STAGING 1' })).toBeVisible();
      if (by === 'mouse') await undo.click();
      else {
        await undo.focus();
        await page.keyboard.press('Enter');
      }
      await expect(page.getByRole('heading', { name: 'STAGING 2' })).toBeVisible();
      const focused = () => page.evaluate(() => document.activeElement?.closest('.announcer, .list-rows') != null);
      await expect.poll(focused).toBe(true);
    });
  }

  for (const by of waysAt(size, 1)) {
    test(`a double press of Undo undoes one change, by ${by} at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      await expect(page.getByRole('heading', { name: 'STAGING 2' })).toBeVisible();
      const undo = page.getByRole('button', { name: /^Undo/ });
      if (by === 'mouse') await undo.dblclick();
      else {
        await undo.focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
      }
      // The second press would have been sent before this.
      await page.waitForTimeout(1000);
      await expect(page.getByRole('heading', { name: 'STAGING 1' })).toBeVisible();
      await undo.click();
      await expect(page.getByRole('heading', { name: 'STAGING 0' })).toBeVisible();
    });
  }

  if (isInRun(size.width, 'mouse', 0))
    test(`the row under the pointer stays in place when a post arrives above it, at ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      const row = findRow(page, 'Tom Okafor');
      await row.locator('.row-text').hover();
      const topOf = (): Promise<number> => row.evaluate((element) => Math.round(element.getBoundingClientRect().top));
      const before = await topOf();
      const { collections } = (await (await callApi('GET', '/collections', undefined)).json()) as {
        collections: { id: string }[];
      };
      const id = collections[0]?.id ?? '';
      const added = await callApi('POST', `/collections/${id}/items`, {
        list: 'staging',
        index: 0,
        fullName: 'Zanele Dube',
        source: 'INSTAGRAM',
        message: 'First.',
        media: [],
        publishedAt: '2026-11-20T20:00:00.000Z',
      });
      expect(added.ok, await added.text()).toBe(true);
      await expect(findRow(page, 'Zanele Dube')).toBeVisible();
      await expect(page.getByRole('button', { name: /^Tom Okafor, staging, position 3/ })).toBeAttached();
      expect(await topOf()).toBe(before);
    });
}
