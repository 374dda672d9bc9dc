/** Push without a webhook secret, at two window sizes, by mouse and by keys: the desk says what is missing, before and after. */
import { expect, type Page } from '@playwright/test';
import { isInRun } from '../shortRun.ts';
import { tabTo } from './accessibility.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeEach(async () => {
  show = await startShow('Harbour Night: viewer posts');
});
test.afterEach(() => show.stop());

const inputs = {
  mouse: {
    openSource: (page: Page) => page.getByRole('button', { name: /Opens the source and its update mode/ }).click(),
    choose: (page: Page, mode: string) => page.getByText(mode, { exact: true }).click(),
  },
  keys: {
    openSource: async (page: Page) => {
      await tabTo(page, /Opens the source and its update mode/);
      await page.keyboard.press('Enter');
    },
    choose: async (page: Page) => {
      await page.getByRole('radiogroup', { name: 'Update mode' }).getByRole('radio', { checked: true }).focus();
      await page.keyboard.press('ArrowDown');
    },
  },
} as const;

for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
] as const) {
  for (const [name, input] of Object.entries(inputs)) {
    if (!isInRun(width, name, 1)) continue;
    test(`is announced as missing its secret before and after the press, at ${width} × ${height} by ${name}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(show.desk);
      await input.openSource(page);
      const push = page.locator('.choice', { hasText: 'Changes arrive in under a second.' });
      await expect(push).toContainText('Missing: the webhook secret.');
      await expect(page.locator('.choice', { hasText: 'Changes arrive within one interval.' })).not.toContainText(
        'Missing',
      );
      await page.screenshot({ path: `out/test/pictures/push-without-a-secret-${width}.png` });
      await input.choose(page, 'Push');
      await expect(page.locator('.announcer')).toContainText('No webhook secret is set');
    });
  }
}
