/** The feed's own page: no serious accessibility problem in any state of the feed. */
import { expect } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeAll(async () => {
  show = await startShow('Harbour Night: viewer posts');
  const at = new Date().toISOString();
  const post = { fullName: 'Mira Solberg', message: 'Magic.', media: [], publishedAt: at, lastModifiedDate: at };
  await show.callAuthoringApi('POST', '/items', { list: 'live', id: 'mira', source: 'INSTAGRAM', ...post });
  await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
});
test.afterAll(() => show.stop());

for (const command of [null, 'hold', 'clear']) {
  test(`has no serious accessibility problem ${command === null ? 'while on air follows live' : `after ${command}`}`, async ({
    page,
  }) => {
    if (command !== null) expect((await show.postToDesk(`/api/feeds/main/${command}`, {})).ok).toBe(true);
    await page.goto(`${show.feed}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const recipe of await page.locator('summary').all()) await recipe.click();
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });
}
