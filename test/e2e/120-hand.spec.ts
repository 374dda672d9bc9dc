/** The operator's own settings, on the built product: keys of his own, a rotation by length, and the proof that a post is off. */
import { expect, type Page, test } from '@playwright/test';
import { type Show, startShow } from './products.ts';

let show: Show;
test.beforeAll(async () => {
  show = await startShow('Harbour Night: viewer posts');
  const at = new Date(Date.now() - 240_000).toISOString();
  const posts = [
    ['short', 'Short Post', 'Magic.'],
    ['long', 'Long Post', 'Nobody believed there would be a show. '.repeat(4)],
  ] as const;
  for (const [id, fullName, message] of posts) {
    await show.author('POST', '/items', {
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
/** Read from the control port: whoever reads the feed twice is a consumer, whose word on a block would be waited for. */
const ask = async (path: string): Promise<unknown> => {
  const answer = await fetch(`${show.desk.split('/#')[0]}/api/${path}`, {
    headers: { authorization: `Bearer ${show.engine.ready['token']}` },
  });
  return answer.json();
};
const panel = async () => (await ask('panel?feed=main')) as { gate: string; onAirCount: number };
const gate = async (): Promise<string> => (await panel()).gate;

async function openDesk(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  await page.goto(show.desk);
  await expect(row(page, 'Short Post')).toBeVisible();
  return faults;
}

test('a key is given to another action, says who lost it, is kept, and can be taken back', async ({ page }, info) => {
  const faults = await openDesk(page);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Change keys' }).click();
  const change = page.getByRole('button', { name: /^Change the key of: Hold/ });
  await change.click();
  await expect(change).toHaveText('press…');
  await page.keyboard.press('Tab');
  await expect(page.getByText('That key is needed for moving about. Nothing was changed.')).toBeVisible();
  await expect(change).toHaveText('H');
  await change.click();
  await page.keyboard.press('r');
  await expect(change).toHaveText('R');
  await expect(page.getByText(/^R was the key of: .*That has none now\.$/)).toBeVisible();
  await page.screenshot({ path: info.outputPath('keys-changed.png') });
  await change.click();
  await page.keyboard.press('j');
  // Somebody who thinks better of it presses elsewhere: the next stroke is a stroke again.
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
  // Release lost its letter above: its key on the desk still works, and the sheet gives it back.
  await page.keyboard.press('r');
  expect(await gate()).toBe('held');
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Change keys' }).click();
  await page.getByRole('button', { name: 'As they were at first' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect.poll(gate).toBe('following');
  expect(faults).toEqual([]);
});

test('letters rest when they are switched off, and function keys do not', async ({ page }) => {
  await openDesk(page);
  await page.keyboard.press('?');
  await page.getByRole('button', { name: 'Switch letters off' }).click();
  await page.getByText('KEYS', { exact: true }).click();
  await page.keyboard.press('h');
  await page.keyboard.press('F7');
  await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
  expect(await gate()).toBe('following');
});

test('a long text stays longer in the rotation, and the as-run log says how long and by what', async ({
  page,
}, info) => {
  const faults = await openDesk(page);
  await page.keyboard.press('Shift+O');
  await page.getByLabel('Seconds for each post').fill('2');
  await page.keyboard.press('Enter');
  await page.getByRole('switch', { name: 'Rotation' }).click();
  await page.getByRole('switch', { name: 'More time for long posts' }).click();
  await expect(page.getByText('On: next post every 2 s, more time for long posts')).toBeVisible();
  await page.screenshot({ path: info.outputPath('rotation.png') });
  type Line = { itemId: string; seconds: number; off: string | null; onCause: string };
  const lines = async (): Promise<readonly Line[]> => {
    const all = (await ask('feeds/main/as-run.json?of=playhead')) as readonly Line[];
    return all.filter(({ off, onCause }) => off !== null && onCause === 'rule');
  };
  // Both once from beginning to end: the long one stands for 156 letters, which is six seconds more.
  await expect
    .poll(async () => new Set((await lines()).map(({ itemId }) => itemId)), { timeout: 60_000 })
    .toEqual(new Set(['short', 'long']));
  const secondsOf = async (id: string) => (await lines()).find(({ itemId }) => itemId === id)?.seconds ?? 0;
  expect((await secondsOf('long')) - (await secondsOf('short'))).toBeGreaterThan(4);
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Current post' }).click();
  await expect(page.getByRole('cell', { name: 'rule, rotation', exact: true }).first()).toBeVisible();
  await page.screenshot({ path: info.outputPath('as-run-of-rotation.png') });
  await page.keyboard.press('Escape');
  await page.keyboard.press('o');
  expect(faults).toEqual([]);
});

test('a block is proved by every overlay that showed the post, and the desk says how long that took', async ({
  browser,
  page,
}, info) => {
  const faults = await openDesk(page);
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
  const { feeds } = (await ask('state')) as {
    feeds: readonly { blocked: readonly { itemId: string; confirmedOffAirAt: string | null }[] }[];
  };
  expect(feeds[0]?.blocked).toMatchObject([{ itemId: 'long', confirmedOffAirAt: expect.stringMatching(/Z$/) }]);
  await overlay.close();
  expect(faults).toEqual([]);
});
