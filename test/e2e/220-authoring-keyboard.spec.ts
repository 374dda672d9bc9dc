/** The service's page with only the keyboard: collections, posts, API keys, webhooks and faults. */
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Service } from '../../src/service/service.ts';
import { full } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { readFocusedName, tabTo } from './accessibility.ts';
import { authoringToken, findRow, readFirstCollection, startAuthoring } from './authoringPage.ts';
import { confirmPress } from './secondPress.ts';
import { test } from './watchedPages.ts';

const pictures = join(resolve(import.meta.dirname, '../..'), 'out/test/pictures');

let dataDir = '';
let service: Service | null = null;
let baseUrl = '';

test.beforeEach(async ({ page }) => {
  await page.clock.install();
  dataDir = createTemporaryFolder('authoring-keys');
  ({ service, baseUrl } = await startAuthoring(dataDir, true));
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

async function openPage(page: Page): Promise<void> {
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  await expect(page.getByText('Create your first collection')).toBeVisible();
}

async function createCollectionByKeys(page: Page): Promise<void> {
  await tabTo(page, /^Name/);
  await page.keyboard.type('Harbour Night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'STAGING 0' })).toBeVisible();
}

/** Reaches the button, then presses Enter twice; after the first time it reads “Press again”. */
async function pressButtonTwice(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  const pressEnter = () => page.keyboard.press('Enter');
  await confirmPress(page, pressEnter, page.getByRole('button', { name: /^Press again/ }), pressEnter);
}

async function pressButton(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

test('creates, promotes, edits, deletes and restores posts without a pointer', async ({ page }) => {
  await openPage(page);
  await createCollectionByKeys(page);
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
    // The list itself, which also contains the name, has the focus until the next row gets it.
    await expect.poll(() => readFocusedName(page)).toContain('Aoife Brennan, staging, position 2');
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(readStagingNames).toEqual(['Aoife Brennan', 'Mira Solberg']);
    await expect.poll(() => readFocusedName(page)).toContain('Aoife Brennan, staging, position 1');
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

test('moves posts between the lists, clears live, undoes it and renames the collection without a pointer', async ({
  page,
}) => {
  await openPage(page);
  await createCollectionByKeys(page);
  await addPostByKeys(page, 'Mira Solberg', 'The whole quay is singing along');
  await addPostByKeys(page, 'Tom Okafor', 'Thirty-one years on these docks.');
  const press = (key: string) => page.keyboard.press(key);

  await tabTo(page, /^Tom Okafor, staging, position 2/);
  for (const key of ['Space', 'ArrowRight', 'Enter']) await press(key);
  await expect.poll(readLiveNames).toEqual(['Tom Okafor']);
  await expect.poll(() => readFocusedName(page)).toBe('Tom Okafor, live, position 1');
  await press('ArrowLeft');
  await expect.poll(readStagingNames).toEqual(['Mira Solberg', 'Tom Okafor']);
  // Live is empty now, so the focus moves to staging.
  await expect.poll(() => readFocusedName(page)).toContain('Mira Solberg, staging');
  await press('ArrowRight');
  await expect.poll(readLiveNames).toEqual(['Mira Solberg']);

  await pressButtonTwice(page, /^Clear live/);
  await expect.poll(readLiveNames).toEqual([]);
  await press('Control+z');
  await expect.poll(readLiveNames).toEqual(['Mira Solberg']);

  await pressButton(page, /^Rename$/);
  await page.keyboard.type('Harbour Day');
  await press('Enter');
  await expect(page.getByRole('button', { name: /^Harbour Day/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Rename$/ })).toBeFocused();
});

test(
  'creates and revokes an API key, and creates, tests and deletes a webhook without a pointer',
  full,
  async ({ page }) => {
    await openPage(page);
    await pressButton(page, /^API keys$/);
    await tabTo(page, /^New key/);
    await page.keyboard.type('wall');
    await page.keyboard.press('Enter');
    const secret = page.getByText(/^Shown once:/);
    await expect(secret).toBeVisible();
    await pressButton(page, /^Got it$/);
    await expect(secret).toBeHidden();
    await pressButtonTwice(page, /^Revoke$/);
    await expect(page.getByRole('row', { name: /^wall/ })).toBeHidden();

    await pressButton(page, /^Webhooks$/);
    await tabTo(page, /^Name$/);
    await page.keyboard.type('Gallery 1');
    await tabTo(page, /^Address$/);
    // Port 9 is reserved for discarding, so nothing listens there.
    await page.keyboard.type('http://127.0.0.1:9/hook');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Webhooks 1' })).toBeVisible();
    await pressButton(page, /^Send a test$/);
    await expect(page.getByRole('status')).toContainText('test not delivered, no connection');
    await pressButtonTwice(page, /^Delete$/);
    await expect(page.getByRole('heading', { name: 'Webhooks 0' })).toBeVisible();
  },
);

test('switches a fault on and all faults off without a pointer', full, async ({ page }) => {
  await openPage(page);
  await expect(page.getByRole('button', { name: 'Faults' })).toBeVisible();
  await pressButton(page, /^Faults$/);
  await tabTo(page, /^Off$/);
  await page.keyboard.press('ArrowRight');
  expect(await readFocusedName(page)).toBe('On');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toContainText('1 test fault is on.');
  await pressButton(page, /^Switch all off$/);
  await expect(page.getByText('1 fault on')).toBeHidden();
});
