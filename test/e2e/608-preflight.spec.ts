/** Journey: a preflight with five planted faults, all found and named: by mouse, by keys alone, on paper, and with a service that never answers. */
import { expect, type Page } from '@playwright/test';
import { full } from '../shortRun.ts';
import { findAccessibilityProblems, tabTo } from './accessibility.ts';
import { sizes } from './layoutFaults.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeEach(async ({ lastly }) => {
  show = await startShow('Planted');
  lastly(show.stop);
});

const row = (page: Page, title: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: title }) });
const verdict = (page: Page) => page.locator('.verdict');

const add = (id: string, list: 'staging' | 'live', fields: object) =>
  show.callAuthoringApi('POST', '/items', {
    ...{ id, list, source: 'INSTAGRAM', publishedAt: '2026-11-20T17:55:00Z', media: [] },
    ...fields,
  });

/** Text that is too long, a character without a font, a video without a codec, a dead picture, and no consumer. */
async function plantFiveFaults(): Promise<void> {
  const { mediaUrl, mediaType } = await show.upload('ferry.jpg');
  const deadUrl = mediaUrl.replace(/[^/]+$/, 'gone.jpg');
  await add('long', 'staging', {
    fullName: 'Long Text',
    message: 'Nobody believed there would be a show. '.repeat(90),
  });
  await add('glyph', 'live', { fullName: 'Old Script', message: 'Papyrus 𓀀' });
  await add('video', 'live', { fullName: 'Ferry Video', message: 'Ferry', media: [await show.upload('ferry.mp4')] });
  await add('dead', 'staging', {
    fullName: 'Dead Picture',
    message: 'Where',
    media: [{ mediaUrl: deadUrl, mediaType }],
  });
}

async function expectFiveFaults(page: Page): Promise<void> {
  await expect(row(page, 'Text fits')).toContainText('Long Text: text cut on card and wall, at the smallest size');
  await expect(row(page, 'Fonts')).toContainText('Old Script: no font of the overlays has 𓀀');
  await expect(row(page, 'Video plays')).toContainText('Ferry Video: H.264, which CasparCG can’t play');
  await expect(row(page, 'Pictures, 1')).toContainText('Dead Picture: not stored, status 404');
  await expect(row(page, 'Consumers')).toContainText('None. Nothing is reading this feed');
  await expect(page.getByRole('row').filter({ hasText: /^(?:Warning|Fault)/ })).toHaveCount(5);
  // The window shows the findings without scrolling: they come first, and faults before warnings.
  await expect(
    page
      .locator('.checks tbody tr')
      .filter({ hasText: /^(?:Warning|Fault)/ })
      .last(),
  ).toBeInViewport();
  const results = await page.locator('.checks tbody .lamp').allTextContents();
  expect(results.slice(0, 6).map((text) => text.trim())).toEqual(['Fault', ...Array(4).fill('Warning'), 'Good']);
  await expect(verdict(page)).toContainText('Not ready: 1 fault, 4 warnings.');
  for (const title of ['Service', 'API key', 'Clock', 'Cache on the way', 'Ports', 'Disk', 'Collection', 'Takedowns'])
    await expect(row(page, title)).toContainText(/^Good/);
}

/** Until each file is stored or refused. Nothing reads the feed, because a reader would be a consumer. */
async function openDesk(page: Page): Promise<void> {
  const option = (name: string) => page.getByRole('option').filter({ hasText: name });
  await page.goto(show.desk);
  await expect(option('Dead Picture').getByText('Picture unavailable')).toBeVisible({ timeout: 45_000 });
  await expect(option('Ferry Video').getByText('0:04')).toBeVisible({ timeout: 45_000 });
}
const revision = (page: Page) => page.getByText(/^Revision \d+$/).textContent();

test('finds and names five planted faults, by mouse', async ({ page, takePicture }) => {
  await plantFiveFaults();
  await openDesk(page);
  const before = await revision(page);
  await page.getByRole('button', { name: 'Preflight', exact: true }).click();
  await expect(verdict(page)).toContainText(/Tested .* by .* for feed main/);
  await page.getByRole('radio', { name: 'CasparCG' }).click();
  await page.getByRole('button', { name: 'Test again' }).click();
  await expectFiveFaults(page);
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await takePicture(page, 'five faults');
  expect(await revision(page)).toBe(before);

  await page.emulateMedia({ media: 'print' });
  for (const hidden of [page.locator('.strip'), page.getByRole('button', { name: 'Print' })])
    await expect(hidden).toBeHidden();
  await expect(verdict(page)).toContainText(/Tested .* by /);
  await expect(row(page, 'Fonts')).toBeVisible();
  await takePicture(page, 'printed', { fullPage: true });
});

test('finds and names five planted faults, by keys alone', full, async ({ page, takePicture }) => {
  await plantFiveFaults();
  await openDesk(page);
  await page.keyboard.press('F3');
  await expect(verdict(page)).toContainText(/Tested .* by /);
  await tabTo(page, /^All that read/);
  for (let presses = 0; presses < 3; presses += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await tabTo(page, /^Test again/);
  await page.keyboard.press('Enter');
  await expectFiveFaults(page);
  await takePicture(page, 'five faults');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox', { name: /^Live/ })).toBeVisible();
});

test('ends while the service never answers, and names it', async ({ page, takePicture }) => {
  await add('only', 'live', { fullName: 'Only One', message: 'Hello' });
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
  await page.goto(show.desk);
  await expect(page.getByRole('option').filter({ hasText: 'Only One' })).toBeVisible();
  show.service.signal('SIGSTOP');
  try {
    await page.keyboard.press('F3');
    await expect(row(page, 'Service')).toContainText(/^(?:Warning|Fault)/, { timeout: 60_000 });
    await expect(row(page, 'Text fits')).toContainText('1 post in card, ticker, wall');
    await takePicture(page, 'the service never answers');
    expect((await show.readFeed()).items.map(({ id }) => id)).toEqual(['only']);
  } finally {
    show.service.signal('SIGCONT');
  }
});

/** Pixels of the checks that the starts of shows cover. */
function measureCovered(): number {
  const rows = document.querySelector('.preflight-rows');
  const table = rows?.querySelector('table');
  const schedule = document.querySelector('.preflight-schedule');
  if (rows == null || table == null || schedule === null) throw new Error('a part of the screen is missing');
  const shown = getComputedStyle(rows).overflowY === 'visible' ? table : rows;
  return shown.getBoundingClientRect().bottom - schedule.getBoundingClientRect().top;
}

test('runs by itself before a show, and says what it found on the show screen', async ({ page, takePicture }) => {
  const announced = (start: string) =>
    page
      .locator('b')
      // With the time zone of this machine.
      .filter({
        hasText: new RegExp(`The preflight of the feed main before the start at ${start}:00 \\S+: Ready, with`),
      });
  await add('only', 'live', { fullName: 'Only One', message: 'Hello' });
  await page.goto(show.desk);
  await expect(page.getByRole('option').filter({ hasText: 'Only One' })).toBeVisible();
  await page.keyboard.press('F3');
  await expect(verdict(page)).toContainText(/Tested .* by /);
  // A start so soon that its preflight is due now.
  const start = new Date(Date.now() + 10 * 60_000).toTimeString().slice(0, 5);
  await page.getByRole('textbox', { name: 'Shows start at' }).fill(start);
  await page.keyboard.press('Enter');
  await expect(verdict(page)).toContainText('by Greenroom');
  await takePicture(page, 'before a show');
  for (const size of sizes) {
    await page.setViewportSize(size);
    expect(await page.evaluate(measureCovered), `${size.width} × ${size.height}`).toBeLessThanOrEqual(0);
  }
  // The first leaves the field, in which another start could be typed.
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape');
  await expect(announced(start)).toBeVisible();
});
