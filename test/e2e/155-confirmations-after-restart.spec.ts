/** A block after a restart, while an overlay that crashed before it may still show the post, at two window sizes. */
import { expect, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeEach(async () => {
  show = await startShow('Harbour Night');
});
test.afterEach(() => show.stop());

const postRow = (page: Page) => page.getByRole('option', { name: /Mira Solberg/ }).first();
for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
] as const) {
  for (const signal of takeTurn(['SIGTERM', 'SIGKILL'] as const, width === 1920 ? 0 : 1)) {
    test(`is not confirmed by another overlay, at ${width} × ${height} after ${signal}`, async ({ context, page }) => {
      const post = { id: 'mira', list: 'live', fullName: 'Mira Solberg', source: 'INSTAGRAM', message: 'On the quay.' };
      await show.callAuthoringApi('POST', '/items', post);
      await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
      const overlay = await context.newPage();
      await overlay.goto(`${show.feed}/overlay/card?feed=main&name=Wall`);
      await expect(overlay.getByText('On the quay.')).toBeVisible();
      // Longer than the consumers take to be saved.
      await page.waitForTimeout(1000);
      const devtools = await context.newCDPSession(overlay);
      devtools.send('Page.crash').catch(() => undefined);
      const desk = await show.restartEngine(signal);
      await page.setViewportSize({ width, height });
      await page.goto(desk);
      await expect(postRow(page)).toBeVisible();
      const consumers = page.getByRole('region', { name: 'Consumers' });
      await expect(consumers).toContainText('Wall');
      await postRow(page).focus();
      await page.keyboard.press('b');
      const alarm = page.locator('.announcer');
      await expect(alarm).toContainText('Mira Solberg may still be on screen.', { timeout: 10_000 });
      await expect(alarm).toContainText('Wall');
      await expect(consumers).not.toContainText('all confirmed');
      await page.screenshot({ path: `out/test/pictures/unconfirmed-${width}-${signal}.png` });
    });
  }
}
