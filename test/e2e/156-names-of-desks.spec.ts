/** Whose actions a desk calls its own: after another desk closed, and after the engine was killed, at two window sizes. */
import { type Browser, expect, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeEach(async () => {
  show = await startShow('Harbour Night');
  for (const [id, fullName] of [
    ['mira', 'Mira Solberg'],
    ['jonas', 'Jonas Reyes'],
  ] as const) {
    const post = { id, list: 'live', fullName, source: 'INSTAGRAM', message: 'On the quay.' };
    await show.callAuthoringApi('POST', '/items', post);
  }
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(2);
});
test.afterEach(() => show.stop());

const miraRow = (page: Page) => page.getByRole('option', { name: /Mira Solberg/ }).first();
const pageText = (page: Page) => page.locator('body');

/** Opens the desk in a browser of its own. */
async function openDesk(browser: Browser, size: { width: number; height: number }, address: string): Promise<Page> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await page.goto(address);
  await expect(miraRow(page)).toBeVisible();
  return page;
}

/** Blocks Mira’s post and holds. */
async function blockAndHold(page: Page): Promise<void> {
  await miraRow(page).focus();
  await page.keyboard.press('b');
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
  await page.keyboard.press('h');
  await expect(page.locator('.announcer')).toContainText('You’re holding');
}

const sizes: readonly (readonly [width: number, height: number])[] = [
  [1920, 1080],
  [1280, 720],
];
for (const [width, height] of takeTurn(sizes, 1)) {
  const size = { width, height };

  test(`a new desk does not get the name of a desk that blocked, held and closed, at ${width} × ${height}`, async ({
    browser,
  }) => {
    const first = await openDesk(browser, size, show.desk);
    await blockAndHold(first);
    await first.context().close();
    const second = await openDesk(browser, size, show.desk);
    await expect(second.locator('.announcer')).toContainText('Desk is holding');
    await expect(pageText(second)).not.toContainText(/You’re holding|by you/i);
    await expect(miraRow(second)).toContainText(/BY DESK/i);
    await second.keyboard.press('F7');
    await expect(second.getByRole('listbox', { name: 'Revisions, newest first' })).toContainText('DESK');
    await expect(second.getByRole('listbox', { name: 'Revisions, newest first' })).not.toContainText('YOU');
    await second.screenshot({ path: `out/test/pictures/new-desk-${width}.png` });
    await second.context().close();
  });

  test(`two desks keep their names when the engine is killed and when they are loaded again, at ${width} × ${height}`, async ({
    browser,
  }) => {
    const first = await openDesk(browser, size, show.desk);
    const second = await openDesk(browser, size, show.desk);
    await blockAndHold(first);
    await expect(second.locator('.announcer')).toContainText('Desk is holding');
    // The second desk tries again sooner than the first.
    await first.context().setOffline(true);
    await show.restartEngine('SIGKILL');
    await expect(second.getByRole('button', { name: 'Got it' }).first()).toBeVisible({ timeout: 15_000 });
    await first.context().setOffline(false);
    await expect(first.getByRole('button', { name: 'Got it' }).first()).toBeVisible({ timeout: 15_000 });
    const blockedBy = async (page: Page, text: RegExp): Promise<void> => expect(miraRow(page)).toContainText(text);
    await blockedBy(first, /BY YOU/i);
    await blockedBy(second, /BY DESK/i);
    await second.reload();
    await first.reload();
    await blockedBy(first, /BY YOU/i);
    await blockedBy(second, /BY DESK/i);
    await first.screenshot({ path: `out/test/pictures/first-desk-${width}.png` });
    await second.screenshot({ path: `out/test/pictures/second-desk-${width}.png` });
    await first.context().close();
    await second.context().close();
  });
}
