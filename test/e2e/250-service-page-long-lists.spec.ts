/** The service's page with a long show: few rows are rendered, and every post can be reached. */
import { expect } from '@playwright/test';
import { authoringToken } from './authoringPage.ts';
import { serveCanned } from './servicePage/cannedService.ts';
import { calmLog, lateLog } from './servicePage/deliveries.ts';
import * as show from './servicePage/show.ts';
import { test } from './watchedPages.ts';

const count = 4700;

test(`${count} posts are reached by keys, moved and scrolled with under 3,000 elements on the page`, async ({
  page,
}) => {
  const posts = Array.from({ length: count }, (_, n) => ({
    ...show.luca,
    media: [],
    id: `post-${n}`,
    fullName: `Author ${n + 1}`,
  }));
  const moves: unknown[] = [];
  const collection = {
    ...show.version341,
    stagingContents: posts,
    liveContents: posts
      .slice(0, 700)
      .map((post) => ({ ...post, id: `live ${post.id}`, fullName: `Live ${post.fullName}` })),
  };
  await serveCanned(page, {
    summaries: show.summaries,
    collection,
    keys: show.keys,
    webhooks: [],
    log: calmLog,
    faults: null,
    respondToChange: (request, body) => {
      moves.push({ request, body });
      return { status: 200, body: { collection } };
    },
  });
  await page.goto(`${show.origin}/authoring/#token=${authoringToken}`);
  const countElements = () => page.evaluate(() => document.querySelectorAll('*').length);
  const row = (n: number) => page.getByRole('button', { name: new RegExp(`^Author ${n}, staging, position ${n}$`) });
  await expect(page.getByRole('heading', { name: `STAGING ${count}` })).toBeVisible();
  await expect(row(1)).toBeAttached();
  expect(await countElements()).toBeLessThan(3000);

  await row(1).focus();
  await page.keyboard.press('End');
  await expect(row(count)).toBeFocused();
  await expect(row(count)).toBeInViewport();
  await page.keyboard.press('ArrowUp');
  await expect(row(count - 1)).toBeFocused();
  expect(await countElements()).toBeLessThan(3000);

  // The focus and the move survive scrolling far away.
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.locator('[data-list="staging"]').evaluate((list) => list.scrollTo(0, 0));
  await expect(row(1)).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect.poll(() => moves.length).toBe(1);
  expect(JSON.stringify(moves[0])).toContain(`post-${count - 2}`);
  expect(await countElements()).toBeLessThan(3000);
});

test('a thousand collections and 300 deliveries are scrolled with few rows rendered', async ({ page }) => {
  const [first] = show.summaries;
  if (first === undefined) throw new Error('The show has no collection.');
  const summaries = [
    first,
    ...Array.from({ length: 999 }, (_, n) => ({ ...first, id: `col_${n}`, name: `Show ${n + 1}` })),
  ];
  const { version341: collection, keys } = show;
  await serveCanned(page, {
    summaries,
    collection,
    keys,
    webhooks: [],
    log: lateLog,
    faults: null,
    respondToChange: () => ({ status: 200, body: { collection } }),
  });
  await page.goto(`${show.origin}/authoring/#token=${authoringToken}`);
  const column = page.getByRole('region', { name: 'Collections' });
  const collectionOf = (name: string) => column.getByRole('button', { name: new RegExp(`^${name}\\b`) });
  await expect(collectionOf('Show 1')).toBeInViewport();
  await collectionOf('Show 1').focus();
  await column.locator('.list-rows').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
  await expect(collectionOf('Show 999')).toBeInViewport();
  await expect(collectionOf('Show 1')).toBeFocused();
  expect(await column.getByRole('listitem').count()).toBeLessThan(80);

  await page.getByRole('button', { name: 'Webhooks' }).click();
  const rows = page.getByRole('region', { name: 'Deliveries' }).getByRole('row');
  await expect(rows.filter({ hasText: '20:42:44.310' }).first()).toBeInViewport();
  await page.locator('main').evaluate((pane) => pane.scrollTo(0, pane.scrollHeight));
  await expect(rows.filter({ hasText: '19:12:02.377' })).toBeInViewport();
  expect(await rows.count()).toBeLessThan(80);
});
