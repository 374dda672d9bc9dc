/** The service's page with only the keyboard: create, promote, edit, delete and undo. */
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Service } from '../../src/service/service.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { readFocusedName, tabTo } from './accessibility.ts';
import { authoringToken, findRow, readFirstCollection, startAuthoring } from './authoringPage.ts';
import { confirmPress } from './secondPress.ts';

const pictures = join(resolve(import.meta.dirname, '../..'), 'out/test/pictures');

let dataDir = '';
let service: Service | null = null;
let baseUrl = '';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  dataDir = createTemporaryFolder('authoring-keys');
  ({ service, baseUrl } = await startAuthoring(dataDir));
});
test.afterEach(async () => {
  await service?.stop();
});

const readLiveNames = async () => (await readFirstCollection(baseUrl)).liveContents.map((post) => post.fullName);
const readStagingNames = async () => (await readFirstCollection(baseUrl)).stagingContents.map((post) => post.fullName);

async function addPostByKeys(page: Page, name: string, message: string): Promise<void> {
  await page.keyboard.press('n');
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type(name);
  await tabTo(page, /^Message$/);
  await page.keyboard.type(message);
  await page.keyboard.press('Control+Enter');
  await expect(findRow(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
}

test('creates, promotes, edits, deletes and restores posts without a pointer', async ({ page }) => {
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  await expect(page.getByText('Create your first collection')).toBeVisible();
  await tabTo(page, /^Name/);
  await page.keyboard.type('Harbour Night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'STAGING 0' })).toBeVisible();
  await addPostByKeys(page, 'Mira Solberg', 'The whole quay is singing along');
  await addPostByKeys(page, 'Tom Okafor', 'Thirty-one years on these docks.');
  await addPostByKeys(page, 'Aoife Brennan', 'Magic.');

  await test.step('Tab reaches the selected row, and arrow keys move from there', async () => {
    await tabTo(page, /^Aoife Brennan, staging, position 3/);
    await page.keyboard.press('Home');
    expect(await readFocusedName(page)).toContain('Mira Solberg');
    await page.keyboard.press('ArrowDown');
    expect(await readFocusedName(page)).toContain('Tom Okafor');
    await page.keyboard.press('ArrowRight');
    await expect.poll(readLiveNames).toEqual(['Tom Okafor']);
    await expect.poll(() => readFocusedName(page)).toContain('Aoife Brennan');
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(readStagingNames).toEqual(['Aoife Brennan', 'Mira Solberg']);
    await expect.poll(() => readFocusedName(page)).toContain('Aoife Brennan');
  });

  await test.step('Enter moves into the form, Escape discards the changes', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Full name')).toBeFocused();
    await tabTo(page, /^Message$/);
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Pure magic.');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Message')).toHaveValue('Magic.');
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' Pure magic.');
    await page.keyboard.press('Control+Enter');
    await expect
      .poll(async () => (await readFirstCollection(baseUrl)).stagingContents[0]?.message)
      .toBe('Magic. Pure magic.');
  });

  await test.step('deletes on the second Enter only, and Ctrl+Z undoes it', async () => {
    await tabTo(page, /^Delete$/);
    const armed = page.getByRole('button', { name: 'Press again to delete' });
    const pressEnter = () => page.keyboard.press('Enter');
    await confirmPress(page, pressEnter, armed, async () => {
      await expect(armed).toBeFocused();
      expect(await readStagingNames()).toContain('Aoife Brennan');
      await pressEnter();
    });
    await expect.poll(readStagingNames).toEqual(['Mira Solberg']);
    await page.keyboard.press('Control+z');
    await expect.poll(readStagingNames).toEqual(['Aoife Brennan', 'Mira Solberg']);
  });
  await page.screenshot({ path: join(pictures, 'authoring-keyboard.png') });
});
