/** Tests long names of authors, collections, desks, tokens and consumers: every screen names them, and nothing is pushed out of view. */
import { expect, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { twoSizes, waysAt } from './buttonPositions.ts';
import { findLayoutFaults } from './layoutFaults.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

const fill = (start: string, length: number): string =>
  `${start} ${'wonderful harbour name '.repeat(20)}`.slice(0, length);
const firstName = fill('First collection', 200);
const secondName = fill('Second collection', 200);
const author = fill('Author', 200).trim();
const deskName = fill('Desk', 40).trim();
const consumerName = fill('Consumer', 60).trim();

let show: Show;
let secondId = '';

test.beforeAll(async () => {
  show = await startShow(firstName);
  const at = new Date().toISOString();
  for (const [id, list] of [
    ['a', 'live'],
    ['b', 'live'],
    ['c', 'staging'],
  ] as const) {
    await show.callAuthoringApi('POST', '/items', {
      ...{ list, id, fullName: `${author} ${id}`, username: author, source: 'INSTAGRAM', message: `The text of ${id}` },
      ...{ profileImageUrl: null, media: [], publishedAt: at, lastModifiedDate: at },
    });
  }
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(2);
  secondId = await show.createCollection(secondName);
  const { collectionId } = await readFirstFeed();
  const steps = [
    ['/api/feeds/main/point', { collectionId: secondId, hold: false }],
    ['/api/feeds/main/point', { collectionId, hold: false }],
    ['/api/tokens', { name: fill('Token', 40).trim(), right: 'operate' }],
  ] as const;
  for (const [path, body] of steps) {
    const answer = await show.postToDesk(path, body);
    expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true);
  }
  // A poller with a name of its own.
  await fetch(`${show.feed}/feeds/main/live.json?name=${encodeURIComponent(consumerName)}`);
});
test.setTimeout(60_000);
test.afterAll(() => show.stop());

async function readFirstFeed(): Promise<{ readonly collectionId: string }> {
  const answer = await fetch(`${show.desk.split('/#')[0]}/api/state`, {
    headers: { authorization: `Bearer ${show.engine.ready['token']}` },
  });
  const { feeds } = (await answer.json()) as { feeds: { collection: { id: string } }[] };
  return { collectionId: feeds[0]?.collection.id ?? '' };
}

async function openDesk(page: Page): Promise<void> {
  await page.addInitScript((name) => localStorage.setItem('greenroom.name', name), deskName);
  await page.goto(show.desk);
  await expect(page.getByRole('heading', { name: 'LIVE 2' })).toBeVisible();
}

/** Presses the buttons of the top line, then the tab of the log. */
async function clickThrough(page: Page, names: readonly string[]): Promise<void> {
  const [first = '', tab] = names;
  await page
    .locator('.top')
    .getByRole('button', { name: new RegExp(`^${first}`) })
    .click();
  if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
}

/** Each screen, the key that opens it, and a part that shows when it has loaded. */
const screens = [
  ['Show', 'F1', '.list.is-live .row'],
  ['Collections', 'F6', 'tbody .plain-button'],
  ['Log', 'F4', '.log tbody tr'],
  ['As-run', 'x', '.as-run tbody tr'],
  ['History', 'F7', '.revision'],
  ['Rehearsal', 'y', '.recording'],
] as const;

for (const size of takeTurn(twoSizes, 1)) {
  test(`long names fit every screen at ${size.width} px`, async ({ page }, testInfo) => {
    await page.setViewportSize(size);
    await openDesk(page);
    for (const [name, key, part] of screens) {
      // Y does nothing within 0.3 s of F7: it could be the start of a word typed into the page.
      await expect(async () => {
        await page.keyboard.press(key);
        await expect(page.locator(part).first()).toBeVisible({ timeout: 5000 });
      }).toPass();
      await page.screenshot({ path: testInfo.outputPath(`${name}.png`) });
      expect.soft(await findLayoutFaults(page), name).toEqual([]);
      // Tables don’t scroll sideways at these sizes.
      for (const heading of await page.locator('thead th:visible').all())
        await expect.soft(heading, `${name}, ${await heading.textContent()}`).toBeInViewport({ ratio: 1 });
    }
  });

  for (const by of waysAt(size, 1)) {
    test(`As-run, History and the log name a collection by ${by} at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      await openDesk(page);
      const open = (key: string, ...tabs: readonly string[]) =>
        by === 'keys' ? page.keyboard.press(key) : clickThrough(page, tabs);
      await open('x', 'Log', 'As-run');
      await expect(page.locator('.as-run tbody tr').first()).toContainText('use “First collection');
      await open('F7', 'Log', 'History');
      await expect(page.locator('.revision-text', { hasText: 'Use “Second collection' })).toHaveCount(1);
      await open('F4', 'Log', 'Events');
      await expect(page.locator('.log td', { hasText: 'Use “Second collection' })).toHaveCount(1);
      await open('F6', 'Collection');
      await expect(page.locator('.collections')).toContainText('Second collection');
    });
  }
}
