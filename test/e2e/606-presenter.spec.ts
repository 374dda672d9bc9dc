/** Journey: the presenter’s page: a link from the desk, a show, a mark of use, Greenroom away and back, a revoked link; by mouse and by keys. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { findAccessibilityProblems, readFocusedName, tabTo } from './accessibility.ts';
import { type Show, startShow } from './startShow.ts';

const stagedWords = 'Words that only staging has';

let show: Show;
test.beforeEach(async () => {
  show = await startShow('Harbour Night');
  for (const [id, list, fullName, message] of [
    ['mira', 'live', 'Mira Solberg', 'The whole quay is singing along.'],
    ['omar', 'live', 'عمر الحداد', 'أجمل ليلة على الميناء منذ سنوات'],
    ['jonas', 'staging', 'Jonas Reyes', stagedWords],
  ] as const)
    await show.callAuthoringApi('POST', '/items', { id, list, fullName, source: 'INSTAGRAM', message });
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(2);
});
test.afterEach(() => show.stop());

/** Creates a presenter’s token on the desk, and returns the link that the desk offers to copy. */
async function createLink(desk: Page, isByMouse: boolean): Promise<string> {
  await desk.goto(show.desk);
  await expect(desk.getByRole('option', { name: /Mira Solberg/ }).first()).toBeVisible();
  if (isByMouse) {
    await desk.getByRole('button', { name: 'Settings', exact: true }).click();
    await desk.getByRole('radio', { name: 'Control and tokens' }).click();
    await desk.getByRole('textbox', { name: 'New token' }).fill('Tablet');
    await desk.getByRole('radio', { name: 'Present' }).click();
    await desk.getByRole('button', { name: 'Create token' }).click();
  } else {
    await desk.keyboard.press('F8');
    await tabTo(desk, /^Source$/);
    for (let press = 0; press < 20 && (await readFocusedName(desk)) !== 'Control and tokens'; press += 1)
      await desk.keyboard.press('ArrowRight');
    await desk.keyboard.press('Space');
    await tabTo(desk, /^Desk$/);
    await desk.keyboard.press('Shift+Tab');
    await desk.keyboard.type('Tablet');
    await desk.keyboard.press('Tab');
    await desk.keyboard.press('ArrowRight');
    await desk.keyboard.press('ArrowRight');
    await desk.keyboard.press('Space');
    await tabTo(desk, /^Create token/);
    await desk.keyboard.press('Enter');
  }
  const shown = desk.locator('.shown-once');
  await expect(shown).toContainText('Tablet');
  return (await shown.locator('b.mono').innerText()).trim();
}

async function openPresenter(browser: Browser, link: string) {
  const context = await browser.newContext({ viewport: { width: 1024, height: 768 }, colorScheme: 'dark' });
  const page = await context.newPage();
  const faults: string[] = [];
  const origin = new URL(link).origin;
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) faults.push(request.url());
  });
  let received = '';
  page.on('response', (response) => {
    if (!response.url().includes('/api/'))
      void response.text().then(
        (text) => (received += text),
        () => undefined,
      );
  });
  const response = await page.goto(link);
  expect(response?.headers()['content-security-policy']).toContain("default-src 'none'");
  expect(response?.headers()['content-security-policy']).toContain("frame-src 'none'");
  return { page, faults, received: () => received };
}

for (const isByMouse of [true, false]) {
  const means = isByMouse ? 'mouse' : 'keys';

  test(`a presenter sees the current and the next post, marks it used and never a blank page, by ${means}`, async ({
    browser,
  }) => {
    const desk = await (await browser.newContext()).newPage();
    const link = await createLink(desk, isByMouse);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/present\?feed=main#token=[\w-]+$/);
    const { page, faults, received } = await openPresenter(browser, link);
    await expect(page.getByRole('heading', { name: 'Mira Solberg' })).toBeVisible();
    await expect(page.locator('.presenter-tally')).toHaveText('ON AIR');
    await expect(page.locator('.presenter-next')).toContainText('عمر الحداد');
    await expect(page.locator('.presenter-status')).toHaveText('Up to date');
    // The token is kept out of the address bar and out of the history.
    expect(page.url()).not.toContain('token');
    await page.screenshot({ path: `out/test/pictures/presenter-${means}.png` });
    expect(await findAccessibilityProblems(page)).toEqual([]);

    const pressButton = async (): Promise<void> => {
      if (isByMouse) await page.getByRole('button').click();
      else {
        await page.getByRole('button').focus();
        await page.keyboard.press('Space');
      }
    };
    await page.waitForTimeout(300);
    await pressButton();
    await expect(page.getByRole('button', { name: 'Marked used' })).toHaveAttribute('aria-pressed', 'true');
    await show.postToDesk('/api/feeds/main/next', {});
    await expect(page.getByRole('heading').locator('bdi')).toHaveText('عمر الحداد');
    await expect(page.getByRole('button', { name: 'Mark used' })).toHaveAttribute('aria-pressed', 'false');
    expect(faults).toEqual([]);

    const restarting = show.restartEngine('SIGKILL');
    await expect(page.locator('.presenter-status')).toContainText('Not up to date');
    await expect(page.locator('.presenter-tally')).toHaveText('WAS ON AIR');
    await expect(page.getByRole('heading', { name: 'عمر الحداد' })).toBeVisible();
    await page.screenshot({ path: `out/test/pictures/presenter-late-${means}.png` });
    await restarting;
    await expect(page.locator('.presenter-status')).toHaveText('Up to date', { timeout: 30_000 });
    await expect(page.locator('.presenter-tally')).toHaveText('ON AIR');

    await show.postToDesk('/api/feeds/main/clear', {});
    await expect(page.locator('.presenter-tally')).toHaveText('NOTHING ON AIR');
    await expect(page.locator('main')).toContainText('Nothing is on air.');
    expect(`${await page.content()} ${received()}`).not.toContain(stagedWords);
    await page.context().close();
    await desk.context().close();
  });
}

test('a revoked link says so, keeps the last post, and a page without a token says so too', async ({ browser }) => {
  const desk = await (await browser.newContext()).newPage();
  const link = await createLink(desk, true);
  const { page } = await openPresenter(browser, link);
  await expect(page.getByRole('heading', { name: 'Mira Solberg' })).toBeVisible();
  await desk.getByRole('button', { name: /^Revoke/ }).click();
  await desk.waitForTimeout(300);
  await desk.getByRole('button', { name: /revoke/i }).click();
  await expect(page.locator('main')).toContainText('This link is not accepted. Ask the gallery for a new one.');
  await expect(page.getByRole('heading', { name: 'Mira Solberg' })).toBeVisible();
  await expect(page.locator('.presenter-tally')).toHaveText('WAS ON AIR');
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${new URL(link).origin}/present`);
  await expect(stranger.locator('main')).toHaveText('This link is not accepted. Ask the gallery for a new one.');
  await stranger.context().close();
  await page.context().close();
  await desk.context().close();
});
