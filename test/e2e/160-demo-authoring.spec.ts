/** The demo can author: its token, its ready line, and the desk’s way to the service’s page, at two window sizes, by mouse and by keys. */
import { expect, type Page } from '@playwright/test';
import { isInRun } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { tabTo } from './accessibility.ts';
import { type RunningProgram, startDemo } from './startShow.ts';
import { test } from './watchedPages.ts';

const token = 'a-token-from-the-environment';

let demo: RunningProgram;

test.beforeEach(async () => {
  demo = await startDemo(createTemporaryFolder('demo-authoring'), { GREENROOM_SERVICE_TOKEN: token });
});
test.afterEach(() => demo.stop());

const openService = {
  mouse: (page: Page) => page.getByRole('button', { name: 'Service', exact: true }).click(),
  keys: async (page: Page) => {
    await tabTo(page, /^Service$/);
    await page.keyboard.press('Enter');
  },
} as const;

for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
] as const) {
  for (const [input, open] of Object.entries(openService)) {
    if (!isInRun(width, input, 0)) continue;
    test(`one press on the desk opens the service’s page signed in, where a post is promoted, at ${width} × ${height} by ${input}`, async ({
      page,
    }) => {
      const { desk = '', token: deskToken = '', feed = '' } = demo.ready as Record<string, string>;
      await page.setViewportSize({ width, height });
      await page.goto(`${desk}/#token=${deskToken}`);
      await expect(page.getByRole('listbox', { name: /^live/i })).toBeVisible();
      const opened = page.waitForEvent('popup');
      await open(page);
      const service = await opened;
      await page.screenshot({ path: `out/test/pictures/demo-${width}-${input}.png` });
      // The demo promotes posts from the top of staging from time to time, never the last.
      const promote = service.getByRole('button', { name: /^Promote to live: / }).last();
      const name = (await promote.getAttribute('aria-label'))?.replace('Promote to live: ', '');
      await promote.click();
      const readNames = async () => {
        const { items } = (await (await fetch(`${feed}/feeds/main/live.json`)).json()) as {
          items: { fullName: string | null }[];
        };
        return items.map(({ fullName }) => fullName);
      };
      await expect.poll(readNames).toContain(name);
      expect(service.url()).not.toContain(token);
    });
  }
}

test('the name of the demo’s collection is whole at 1920 × 1080, also with the mark of an alarm beside its feed', async ({
  page,
}) => {
  const { desk = '', token: deskToken = '' } = demo.ready as Record<string, string>;
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(`${desk}/#token=${deskToken}`);
  const name = page.locator('.top-collection-long');
  await expect(name).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  const hiddenWidth = await name.evaluate((element) => {
    // The mark and its gap.
    for (const tab of document.querySelectorAll<HTMLElement>('.feed-tabs .is-on')) tab.style.paddingRight = '42px';
    return element.scrollWidth - element.clientWidth;
  });
  expect(hiddenWidth).toBeLessThanOrEqual(0);
});

test('the ready line has the page of the service, with the token of the environment', async () => {
  expect(demo.ready).toMatchObject({
    service: { authoring: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/authoring\/$/), token },
  });
});
