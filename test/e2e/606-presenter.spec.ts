/** Journey: the presenter’s page: a link from the desk, a show, a mark of use, Greenroom away and back, a revoked link; by mouse and by keys. */
import { expect, type Page } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { findAccessibilityProblems, readFocusedName, tabTo } from './accessibility.ts';
import { bothMeans, createDriver, type Means } from './journeys/driver.ts';
import { confirmPress } from './secondPress.ts';
import { type Show, startShow } from './startShow.ts';
import { failedConnections, type OpenPage, test } from './watchedPages.ts';

const stagedWords = 'Words that only staging has';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Harbour Night');
  lastly(show.stop);
  for (const [id, list, fullName, message] of [
    ['mira', 'live', 'Mira Solberg', 'The whole quay is singing along.'],
    ['omar', 'live', 'عمر الحداد', 'أجمل ليلة على الميناء منذ سنوات'],
    ['jonas', 'staging', 'Jonas Reyes', stagedWords],
  ] as const)
    await show.callAuthoringApi('POST', '/items', { id, list, fullName, source: 'INSTAGRAM', message });
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(2);
});

async function openTokens(desk: Page, means: Means): Promise<void> {
  await createDriver(desk, means).openScreen('Settings', 'F8');
  if (means === 'mouse') await desk.getByRole('radio', { name: 'Control and tokens' }).click();
  else {
    // A later visit finds the chosen part.
    await tabTo(desk, /^(Source|Control and tokens)$/);
    for (let press = 0; press < 20 && (await readFocusedName(desk)) !== 'Control and tokens'; press += 1)
      await desk.keyboard.press('ArrowRight');
    await desk.keyboard.press('Space');
  }
}

/** Creates a presenter’s token on the desk, and returns the link that the desk offers to copy. */
async function createLink(desk: Page, means: Means): Promise<string> {
  await expect(desk.getByRole('option', { name: /Mira Solberg/ }).first()).toBeVisible();
  await openTokens(desk, means);
  if (means === 'mouse') {
    await desk.getByRole('textbox', { name: 'New token' }).fill('Tablet');
    await desk.getByRole('radio', { name: 'Present' }).click();
    await desk.getByRole('button', { name: 'Create token' }).click();
  } else {
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

async function revokeLink(desk: Page, means: Means): Promise<void> {
  const revoke = desk.getByRole('button', { name: /^Revoke/ });
  if (means === 'keys') await tabTo(desk, /^Revoke/);
  const press = () => (means === 'mouse' ? revoke.click() : desk.keyboard.press('Enter'));
  const again = desk.getByRole('button', { name: /revoke/i });
  await confirmPress(desk, press, again, () => (means === 'mouse' ? again.click() : press()));
}

async function openPresenter(openPage: OpenPage, link: string) {
  const faults: string[] = [];
  const policies: string[] = [];
  let received = '';
  const { origin } = new URL(link);
  const prepare = (page: Page): void => {
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== origin) faults.push(request.url());
    });
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) policies.push(response.headers()['content-security-policy'] ?? '');
      if (!response.url().includes('/api/'))
        void response.text().then(
          (text) => (received += text),
          () => undefined,
        );
    });
  };
  const page = await openPage(link, { size: { width: 1024, height: 768 }, colorScheme: 'dark', prepare });
  expect(policies).toHaveLength(1);
  expect(policies[0]).toContain("default-src 'none'");
  expect(policies[0]).toContain("frame-src 'none'");
  return { page, faults, received: () => received };
}

for (const means of chooseFrom(bothMeans, 'keys')) {
  test(`a presenter sees the current and the next post, marks it used and never a blank page, until the link is revoked, by ${means}`, async ({
    openPage,
    takePicture,
    expectedMessages,
  }) => {
    const desk = await openPage(show.desk);
    const { press, openScreen } = createDriver(desk, means);
    const link = await createLink(desk, means);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/present\?feed=main#token=[\w-]+$/);
    await takePicture(desk, 'the link');
    await openScreen('Show', 'F1');
    const { page, faults, received } = await openPresenter(openPage, link);
    const tally = page.locator('.presenter-tally');
    const status = page.locator('.presenter-status');
    await expect(page.getByRole('heading', { name: 'Mira Solberg' })).toBeVisible();
    await expect(tally).toHaveText('ON AIR');
    await expect(page.locator('.presenter-next')).toContainText('عمر الحداد');
    await expect(status).toHaveText('Up to date');
    // The token is kept out of the address bar and out of the history.
    expect(page.url()).not.toContain('token');
    await takePicture(page, 'on air');
    expect(await findAccessibilityProblems(page)).toEqual([]);

    await page.waitForTimeout(300);
    if (means === 'mouse') await page.getByRole('button').click();
    else {
      await tabTo(page, /^Mark used$/);
      await page.keyboard.press('Space');
    }
    await expect(page.getByRole('button', { name: 'Marked used' })).toHaveAttribute('aria-pressed', 'true');
    await press('next');
    await expect(page.getByRole('heading').locator('bdi')).toHaveText('عمر الحداد');
    await expect(page.getByRole('button', { name: 'Mark used' })).toHaveAttribute('aria-pressed', 'false');

    // A browser itself writes each connection that failed.
    expectedMessages.push(...failedConnections);
    // The feed keeps its port, as after any restart, because the desk’s page may show frames of no other.
    const restarting = show.restartEngine('SIGKILL', ['--feed-port', new URL(show.feed).port]);
    await expect(status).toContainText('Not up to date');
    await expect(tally).toHaveText('WAS ON AIR');
    await expect(page.getByRole('heading', { name: 'عمر الحداد' })).toBeVisible();
    await takePicture(page, 'not up to date');
    await restarting;
    await expect(status).toHaveText('Up to date', { timeout: 30_000 });
    await expect(tally).toHaveText('ON AIR');

    await expect(desk.locator('.announcer')).toContainText('Greenroom restarted', { timeout: 30_000 });
    await press('clear');
    await expect(tally).toHaveText('NOTHING ON AIR');
    await expect(page.locator('main')).toContainText('Nothing is on air.');
    await takePicture(page, 'nothing on air');
    await press('back');
    await expect(tally).toHaveText('ON AIR');

    expectedMessages.push(/the server responded with a status of 401/);
    const current = (await page.getByRole('heading').locator('bdi').textContent()) ?? '';
    await openTokens(desk, means);
    await revokeLink(desk, means);
    await expect(page.locator('main')).toContainText('This link is not accepted. Ask the gallery for a new one.');
    await expect(page.getByRole('heading', { name: current })).toBeVisible();
    await expect(tally).toHaveText('WAS ON AIR');
    await takePicture(page, 'revoked');
    const stranger = await openPage(`${new URL(link).origin}/present`);
    await expect(stranger.locator('main')).toHaveText('This link is not accepted. Ask the gallery for a new one.');
    expect(`${await page.content()} ${received()}`).not.toContain(stagedWords);
    expect(faults).toEqual([]);
  });
}
