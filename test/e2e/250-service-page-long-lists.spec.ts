/** The service's page with a long show: few rows are rendered, and every post can be reached. */
import { expect, test } from '@playwright/test';
import { authoringToken } from './authoringPage.ts';
import { serveCanned } from './servicePage/cannedService.ts';
import { calmLog } from './servicePage/deliveries.ts';
import * as show from './servicePage/show.ts';

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
    liveContents: posts.slice(0, 700).map((post) => ({ ...post, id: `live ${post.id}` })),
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
