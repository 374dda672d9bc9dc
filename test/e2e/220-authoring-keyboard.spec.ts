/** The service's own page without a pointer: a show is made, promoted, edited, deleted and brought back by keys alone. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Service } from '../../src/service/service.ts';
import { authoringToken, buildPage, readFirst, row, startAuthoring } from './authoringPage.ts';

const pictures = join(resolve(import.meta.dirname, '../..'), 'out/test/pictures');

let dataDir = '';
let service: Service | null = null;
let baseUrl = '';

test.beforeAll(buildPage);
test.beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'greenroom-authoring-keys-'));
  ({ service, baseUrl } = await startAuthoring(dataDir));
});
test.afterEach(async () => {
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const liveNames = async () => (await readFirst(baseUrl)).liveContents.map((post) => post.fullName);
const stagingNames = async () => (await readFirst(baseUrl)).stagingContents.map((post) => post.fullName);

/** The name of what has the focus, as it is read out. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (at === null || at === document.body) return 'nothing';
    const label = at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement ? at.labels?.[0] : null;
    return (at.getAttribute('aria-label') ?? label?.textContent ?? at.textContent ?? '').trim();
  });

/** Tabs until something of this name has the focus; answers all that had it on the way. */
async function tabTo(page: Page, name: RegExp): Promise<readonly string[]> {
  const passed: string[] = [];
  for (let n = 0; n < 80; n += 1) {
    await page.keyboard.press('Tab');
    passed.push(await focused(page));
    if (name.test(passed.at(-1) ?? '')) return passed;
  }
  throw new Error(`Tab never comes to ${name}; it came to ${passed.join(' | ')}`);
}

async function writePost(page: Page, name: string, words: string): Promise<void> {
  await page.keyboard.press('n');
  await expect(page.getByLabel('Full name')).toBeFocused();
  await page.keyboard.type(name);
  await tabTo(page, /^Message$/);
  await page.keyboard.type(words);
  await page.keyboard.press('Control+Enter');
  await expect(row(page, name)).toBeVisible();
  await page.keyboard.press('Escape');
}

test('a show is made, promoted, edited, deleted and brought back without a pointer', async ({ page }) => {
  await page.goto(`${baseUrl}/authoring/#token=${authoringToken}`);
  await expect(page.getByText('Make your first collection')).toBeVisible();
  await tabTo(page, /^Name/);
  await page.keyboard.type('Harbour Night');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'STAGING 0' })).toBeVisible();
  await writePost(page, 'Mira Solberg', 'The whole quay is singing along');
  await writePost(page, 'Tom Okafor', 'Thirty-one years on these docks.');
  await writePost(page, 'Aoife Brennan', 'Magic.');

  await test.step('Tab comes to the row that is chosen, arrows go on from there', async () => {
    await tabTo(page, /^Aoife Brennan, staging, place 3/);
    await page.keyboard.press('Home');
    expect(await focused(page)).toContain('Mira Solberg');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toContain('Tom Okafor');
    await page.keyboard.press('ArrowRight');
    await expect.poll(liveNames).toEqual(['Tom Okafor']);
    await expect.poll(() => focused(page)).toContain('Aoife Brennan');
    await page.keyboard.press('End');
    await page.keyboard.press('Alt+ArrowUp');
    await expect.poll(stagingNames).toEqual(['Aoife Brennan', 'Mira Solberg']);
    await expect.poll(() => focused(page)).toContain('Aoife Brennan');
  });

  await test.step('Enter goes into the form of the post, Escape takes back what was written', async () => {
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
    await expect.poll(async () => (await readFirst(baseUrl)).stagingContents[0]?.message).toBe('Magic. Pure magic.');
  });

  await test.step('deleted at the second Enter only, and brought back by Ctrl Z', async () => {
    await tabTo(page, /^Delete, twice$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'AGAIN?' })).toBeFocused();
    expect(await stagingNames()).toContain('Aoife Brennan');
    await page.waitForTimeout(300);
    await page.keyboard.press('Enter');
    await expect.poll(stagingNames).toEqual(['Mira Solberg']);
    await page.keyboard.press('Control+z');
    await expect.poll(stagingNames).toEqual(['Aoife Brennan', 'Mira Solberg']);
  });
  await page.screenshot({ path: join(pictures, 'authoring-keyboard.png') });
});
