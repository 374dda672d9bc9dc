/** Tests the operator's settings on the built product: changed keys, rotation by length, and the confirmation of a block. */
import { expect, type Page } from '@playwright/test';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeAll(async () => {
  show = await startShow('Harbour Night: viewer posts');
  const at = new Date(Date.now() - 240_000).toISOString();
  const posts = [
    ['short', 'Short Post', 'Magic.'],
    ['long', 'Long Post', 'Nobody believed there would be a show. '.repeat(4)],
  ] as const;
  for (const [id, fullName, message] of posts) {
    await show.callAuthoringApi('POST', '/items', {
      list: 'live',
      id,
      fullName,
      username: id,
      source: 'INSTAGRAM',
      message,
      profileImageUrl: null,
      media: [],
      publishedAt: at,
      lastModifiedDate: at,
    });
  }
  await expect.poll(async () => (await panel()).onAirCount).toBe(2);
});
test.afterAll(() => show.stop());

const row = (page: Page, name: string) =>
  page.getByRole('listbox', { name: /^live/i }).getByRole('option', { name: new RegExp(name) });
/** Reads the control API, because a client that polls the feed counts as a consumer and must confirm a block. */
const readApi = async (path: string): Promise<unknown> => {
  const answer = await fetch(`${show.desk.split('/#')[0]}/api/${path}`, {
    headers: { authorization: `Bearer ${show.engine.ready['token']}` },
  });
  return answer.json();
};
const panel = async () => (await readApi('panel?feed=main')) as { gate: string; onAirCount: number };
const gate = async (): Promise<string> => (await panel()).gate;

async function openDesk(page: Page): Promise<readonly string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  await page.goto(show.desk);
  await expect(row(page, 'Short Post')).toBeVisible();
  return errors;
}

test('assigning a key names the action that loses it, survives a reload, and can be reset', async ({ page }, info) => {
  const errors = await openDesk(page);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Change keys' }).click();
  const change = page.getByRole('button', { name: /^Change the key for Hold/ });
  await change.click();
  await expect(change).toHaveText('press…');
  await page.keyboard.press('Tab');
  await expect(page.getByText('That key is used for navigation. Nothing changed.')).toBeVisible();
  await expect(change).toHaveText('H');
  await change.click();
  await page.keyboard.press('r');
  await expect(change).toHaveText('R');
  await expect(page.getByText(/^R was the key for Release, which now has no key\.$/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('keys-changed.png') });
  await change.click();
  await page.keyboard.press('j');
  // A click elsewhere cancels, so the next keystroke acts normally.
  await change.click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('h');
  expect(await gate()).toBe('following');
  await page.keyboard.press('j');
  await expect.poll(gate).toBe('held');
  await expect(page.getByRole('button', { name: /^HELD: since/ }).getByText('J', { exact: true })).toBeVisible();
  await page.screenshot({ path: info.outputPath('held-by-j.png') });

  await page.reload();
  await expect(row(page, 'Short Post')).toBeVisible();
  // Release has no key now; the Keys panel resets it.
  await page.keyboard.press('r');
  expect(await gate()).toBe('held');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Change keys' }).click();
  await page.getByRole('button', { name: 'Reset to defaults' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect.poll(gate).toBe('following');
  expect(errors).toEqual([]);
});

test('switching letter keys off leaves the function keys on', async ({ page }) => {
  await openDesk(page);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Switch letter keys off' }).click();
  await page.getByText('KEYS', { exact: true }).click();
  await page.keyboard.press('h');
  await page.keyboard.press('F7');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  expect(await gate()).toBe('following');
});

test('rotation gives a long post more time, and the as-run log shows the time and the cause', async ({
  page,
}, info) => {
  const errors = await openDesk(page);
  await page.keyboard.press('Shift+O');
  await page.getByLabel('Seconds for each post').fill('2');
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Rotation' }).click();
  await page.getByRole('switch', { name: 'More time for long posts' }).click();
  await expect(page.getByText('On: next post every 2 s, more time for long posts')).toBeVisible();
  await page.screenshot({ path: info.outputPath('rotation.png') });
  type Entry = { itemId: string; seconds: number; off: string | null; onCause: string };
  const readEntries = async (): Promise<readonly Entry[]> => {
    const all = (await readApi('feeds/main/as-run.json?of=playhead')) as readonly Entry[];
    return all.filter(({ off, onCause }) => off !== null && onCause === 'rule');
  };
  // Waits until both posts have been shown; the long one has 156 characters, which adds 6 s.
  await expect
    .poll(async () => new Set((await readEntries()).map(({ itemId }) => itemId)), { timeout: 60_000 })
    .toEqual(new Set(['short', 'long']));
  const secondsOf = async (id: string) => (await readEntries()).find(({ itemId }) => itemId === id)?.seconds ?? 0;
  expect((await secondsOf('long')) - (await secondsOf('short'))).toBeGreaterThan(4);
  await page.keyboard.press('x');
  await page.getByRole('radio', { name: 'Current post' }).click();
  await expect(page.getByRole('cell', { name: 'rule, rotation', exact: true }).first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('as-run-of-rotation.png') });
  await page.keyboard.press('Escape');
  await page.keyboard.press('o');
  expect(errors).toEqual([]);
});

test('every overlay that showed a blocked post confirms the block, and the desk shows the time it took', async ({
  browser,
  page,
}, info) => {
  const errors = await openDesk(page);
  const overlay = await browser.newPage();
  await overlay.goto(`${show.feed}/overlay/card?feed=main`);
  await expect(page.getByRole('region', { name: 'Consumers' }).getByLabel('confirmed')).toHaveCount(1);
  await row(page, 'Long Post').click();
  await page.keyboard.press('b');
  await expect(row(page, 'Long Post')).toContainText('BLOCKED');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('region', { name: 'Post details' });
  await expect(detail.getByText(/Confirmed off air in \d+ ms/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('confirmed.png') });
  const { feeds } = (await readApi('state')) as {
    feeds: readonly { blocked: readonly { itemId: string; confirmedOffAirAt: string | null }[] }[];
  };
  expect(feeds[0]?.blocked).toMatchObject([{ itemId: 'long', confirmedOffAirAt: expect.stringMatching(/Z$/) }]);
  await overlay.close();
  expect(errors).toEqual([]);
});
