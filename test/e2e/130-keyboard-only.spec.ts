/** The operator's journeys with only the keyboard: the main job, an earlier list, a collection, a reason and another key. */
import { expect, type Page, test } from '@playwright/test';
import { tabTo } from './accessibility.ts';
import { pressTwice } from './secondPress.ts';
import { type Show, startShow } from './startShow.ts';

const names = ['Mira Solberg', 'Omar Haddad', 'Ticket Hunter 24'] as const;

let show: Show;
let errors: string[] = [];
test.beforeEach(async ({ page }) => {
  errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    // For example, a style that the page's policy refuses.
    if (message.type() === 'error') errors.push(message.text());
  });
  show = await startShow('Harbour Night: viewer posts');
  const at = new Date(Date.now() - 240_000).toISOString();
  for (const fullName of names) {
    const post = { fullName, source: 'INSTAGRAM', message: `The text of ${fullName}`, media: [], publishedAt: at };
    await show.callAuthoringApi('POST', '/items', { list: 'live', id: idOf(fullName), ...post, lastModifiedDate: at });
  }
  await page.clock.install();
  await page.goto(show.desk);
  await expect(page.getByRole('option')).toHaveCount(names.length);
  await expect.poll(onAir).toEqual(names.map(idOf));
});
test.afterEach(async () => {
  const errorsOfTest = [...errors];
  await show.stop();
  expect(errorsOfTest).toEqual([]);
});

const idOf = (name: string): string => name.split(' ')[0]?.toLowerCase() ?? '';
const onAir = async (): Promise<readonly string[]> => (await show.readFeed()).items.map(({ id }) => id);
const gate = async (): Promise<string> => (await show.readFeed()).gate;
const selected = (page: Page) => page.getByRole('option', { selected: true });

test('the main job: hold, block, take, clear, back, release, unblock', async ({ page }) => {
  await page.keyboard.press('End');
  await expect(selected(page)).toContainText('Ticket Hunter 24');
  await page.keyboard.press('b');
  await expect.poll(onAir).toEqual(['mira', 'omar']);
  await page.keyboard.press('h');
  await expect.poll(gate).toBe('held');
  await show.callAuthoringApi('DELETE', '/items/mira', {});
  await show.callAuthoringApi('PATCH', '/items/omar', { message: 'New text of Omar' });
  await expect(page.getByText('1 removed, 1 edited.', { exact: true })).toBeVisible();
  await page.keyboard.press('Shift+T');
  await expect.poll(onAir).toEqual(['omar']);
  await page.keyboard.press('t');
  await expect.poll(async () => (await show.readFeed()).items[0]?.message).toBe('New text of Omar');
  await pressTwice(page, 'c');
  await expect.poll(onAir).toEqual([]);
  await pressTwice(page, 'z');
  await expect.poll(onAir).toEqual(['omar']);
  await page.keyboard.press('r');
  await expect.poll(gate).toBe('following');
  await pressTwice(page, 'u');
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
});

test('an earlier list is found in the history and restored, from the tabs of the log', async ({ page }) => {
  await show.callAuthoringApi('DELETE', '/items/mira', {});
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
  await page.keyboard.press('F4');
  await tabTo(page, /^Events$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'History', selected: true })).toBeFocused();
  await expect(selected(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Restore, two presses: revision/ })).toBeVisible();
  await pressTwice(page, 'z');
  await expect.poll(onAir).toEqual(['mira', 'omar', 'ticket']);
  expect(await gate()).toBe('held');
  await page.keyboard.press('F1');
  await page.keyboard.press('r');
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
});

test('a post is blocked with a reason, a key is changed, and the focus returns from each panel', async ({ page }) => {
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+B');
  await expect(page.getByRole('textbox', { name: /^Reason for blocking Mira Solberg/ })).toBeFocused();
  await page.keyboard.type('Not our picture');
  await page.keyboard.press('Enter');
  await expect.poll(onAir).toEqual(['omar', 'ticket']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeFocused();

  await page.keyboard.press('?');
  await expect(page.getByRole('region', { name: 'Keys' })).toBeFocused();
  await tabTo(page, /^Change keys$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^Change the key for Hold/);
  await page.keyboard.press('Enter');
  await page.keyboard.press(';');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeFocused();
  await page.keyboard.press(';');
  await expect.poll(gate).toBe('held');
});
