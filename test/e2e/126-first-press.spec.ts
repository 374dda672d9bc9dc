/** Presses rows by mouse, with the button held, in lists longer than the window in which nothing is selected. */
import { expect, type Locator, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeAll(async () => {
  show = await startShow('Harbour Night: viewer posts');
  await show.addFeed('side');
  for (let number = 1; number <= 24; number += 1) await addPost('live', `p${number}`);
  for (let number = 1; number <= 14; number += 1) await addPost('staging', `s${number}`);
  await expect.poll(async () => (await onAir()).length).toBe(24);
});
test.afterAll(() => show.stop());

function addPost(list: 'live' | 'staging', id: string) {
  const at = new Date(Date.now() - 240_000).toISOString();
  return show.callAuthoringApi('POST', '/items', {
    ...{ list, id, fullName: `Author ${id}`, username: id, source: 'INSTAGRAM', message: `The text of ${id}` },
    ...{ profileImageUrl: null, media: [], publishedAt: at, lastModifiedDate: at },
  });
}

const onAir = async () => (await show.readFeed()).items.map(({ id }) => id);
const listOf = (page: Page, name: 'Live' | 'Staging') => page.getByRole('listbox', { name: new RegExp(`^${name}`) });
const optionOf = (page: Page, id: string) =>
  listOf(page, id.startsWith('p') ? 'Live' : 'Staging').getByRole('option', { name: new RegExp(`Author ${id}\\b`) });
const idIn = (label: string | null): string => /Author ([ps]\d+)/.exec(label ?? '')?.[1] ?? '';
const selectedOf = async (list: Locator) => {
  const options = await list.getByRole('option', { selected: true }).all();
  return Promise.all(options.map(async (option) => idIn(await option.getAttribute('aria-label'))));
};

/** The posts whose rows are fully visible, except blocked ones. */
async function visibleIn(list: Locator): Promise<readonly string[]> {
  const labels = await list.evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...element.querySelectorAll('[role="option"]')]
      .filter((row) => row.getBoundingClientRect().top >= box.top && row.getBoundingClientRect().bottom <= box.bottom)
      .map((row) => row.getAttribute('aria-label'));
  });
  return labels.filter((label) => label?.includes('blocked') === false).map(idIn);
}

/** As a person does: the list can move between the two. */
const heldMs = 60;

async function pressRow(page: Page, row: Locator): Promise<void> {
  const box = await row.boundingBox();
  if (box === null) throw new Error('The row is not shown');
  await pressAt(page, box.x + box.width / 2, box.y + box.height / 2);
}

async function pressAt(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.waitForTimeout(heldMs);
  await page.mouse.up();
}

async function open(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(show.desk);
  await expect(optionOf(page, 'p1')).toBeVisible();
}

async function scroll(page: Page, list: Locator, pixels: number): Promise<void> {
  await list.hover();
  await page.mouse.wheel(0, pixels);
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(pixels);
}

for (const key of takeTurn(['Control', 'Shift'] as const, 1))
  test(`a first press with ${key} selects only its row, and the next adds to it`, async ({ page }) => {
    await open(page);
    const live = listOf(page, 'Live');
    await scroll(page, live, 800);
    const [first = '', second = '', third = ''] = (await visibleIn(live)).slice(1);
    await page.keyboard.down(key);
    await pressRow(page, optionOf(page, first));
    await expect(optionOf(page, first)).toHaveAttribute('aria-selected', 'true');
    expect(await selectedOf(live)).toEqual([first]);
    await pressRow(page, optionOf(page, third));
    await page.keyboard.up(key);
    await expect(optionOf(page, third)).toHaveAttribute('aria-selected', 'true');
    expect(await selectedOf(live)).toEqual(key === 'Control' ? [first, third] : [first, second, third]);
    await page.keyboard.press('/');
    await expect(page.getByRole('textbox', { name: 'Find in live' })).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(page.getByText(key === 'Control' ? '2 selected' : '3 selected')).toBeVisible();
  });

const befores: readonly (readonly [string, (page: Page) => Promise<void>])[] = [
  ['after a reload', async (page) => void (await page.reload())],
  [
    'after another screen',
    async (page) => {
      await page.keyboard.press('F4');
      await page.keyboard.press('F1');
    },
  ],
  ['after Next by mouse', (page) => page.getByRole('button', { name: 'Next', exact: true }).click()],
  ['with a post of staging selected', (page) => pressRow(page, optionOf(page, 's2'))],
  [
    'after another feed',
    async (page) => {
      await page.keyboard.press('2');
      await expect(page.getByText('Live is empty.')).toBeVisible();
      await page.keyboard.press('1');
    },
  ],
];

for (const [index, [when, prepare]] of befores.entries())
  for (const pixels of takeTurn([140, 1000], index % 2))
    test(`B blocks the row that was pressed ${when}, in a list scrolled by ${pixels} pixels`, async ({ page }) => {
      await open(page);
      await prepare(page);
      const live = listOf(page, 'Live');
      await expect(live.getByRole('option').first()).toBeVisible();
      await scroll(page, live, pixels);
      const before = await onAir();
      const id = (await visibleIn(live))[index % 3] ?? '';
      await pressRow(page, optionOf(page, id));
      await expect(optionOf(page, id)).toHaveAttribute('aria-selected', 'true');
      expect(await selectedOf(live)).toEqual([id]);
      expect(await live.evaluate((element) => element.scrollTop)).toBe(pixels);
      await page.keyboard.press('b');
      await expect.poll(onAir).toEqual(before.filter((other) => other !== id));
    });

test('a row of staging is pressed while a post of live is selected', async ({ page }) => {
  await open(page);
  await pressRow(page, optionOf(page, 'p1'));
  const staging = listOf(page, 'Staging');
  await scroll(page, staging, 400);
  await pressRow(page, optionOf(page, 's8'));
  await expect(optionOf(page, 's8')).toHaveAttribute('aria-selected', 'true');
  expect(await selectedOf(staging)).toEqual(['s8']);
  expect(await selectedOf(listOf(page, 'Live'))).toEqual([]);
});

test('a row that is partly visible is the row that a press selects', async ({ page }) => {
  await open(page);
  const live = listOf(page, 'Live');
  await scroll(page, live, 570);
  const box = await live.boundingBox();
  if (box === null) throw new Error('The list is not shown');
  const y = box.y + 10;
  const pressed = await live
    .getByRole('option')
    .evaluateAll(
      (rows, at) =>
        rows
          .find((row) => row.getBoundingClientRect().top <= at && row.getBoundingClientRect().bottom > at)
          ?.getAttribute('aria-label') ?? '',
      y,
    );
  await pressAt(page, box.x + box.width / 2, y);
  await expect(live.getByRole('option', { selected: true })).toHaveAccessibleName(pressed);
});

test('a press below the rows, or on the count on air, selects nothing', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: /Opens the live list/ }).click();
  await expect(listOf(page, 'Live')).toBeFocused();
  await page.getByRole('textbox', { name: 'Find in staging' }).fill('s3');
  await expect(optionOf(page, 's2')).toBeHidden();
  const staging = await listOf(page, 'Staging').boundingBox();
  if (staging === null) throw new Error('The list is not shown');
  await pressAt(page, staging.x + 40, staging.y + staging.height - 40);
  await expect(listOf(page, 'Staging')).toBeFocused();
  expect(await page.getByRole('option', { selected: true }).count()).toBe(0);
});

test('the keyboard selects the first row that is fully visible when it enters a list', async ({ page }) => {
  await open(page);
  const live = listOf(page, 'Live');
  await scroll(page, live, 1000);
  await page.getByRole('button', { name: 'Rotation settings' }).focus();
  await page.keyboard.press('Tab');
  await expect(live).toBeFocused();
  await expect(live.getByRole('option', { selected: true })).toHaveCount(1);
  const [row, list] = await Promise.all([
    live.getByRole('option', { selected: true }).boundingBox(),
    live.boundingBox(),
  ]);
  expect((row?.y ?? 0) - (list?.y ?? 0)).toBeGreaterThanOrEqual(0);
  expect((row?.y ?? 0) - (list?.y ?? 0)).toBeLessThan(88);
  expect(await live.evaluate((element) => element.scrollTop)).toBe(1000);
});

test('a post of staging that was blocked with a reason keeps the selection and the focus', async ({ page }) => {
  await open(page);
  const before = await onAir();
  await pressRow(page, optionOf(page, 's3'));
  await page.keyboard.press('Shift+B');
  await page.getByRole('textbox', { name: /^Reason for blocking/ }).fill('libel');
  await page.keyboard.press('Enter');
  await expect(listOf(page, 'Staging')).toBeFocused();
  await expect(optionOf(page, 's3').getByText(/^BLOCKED/)).toBeVisible();
  expect(await selectedOf(listOf(page, 'Staging'))).toEqual(['s3']);
  await page.keyboard.press('b');
  await expect(page.getByText('Block: already blocked.').first()).toBeVisible();
  expect(await onAir()).toEqual(before);
});
