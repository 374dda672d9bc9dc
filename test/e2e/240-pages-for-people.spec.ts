/** Tests the feed's page and the service's API reference in a browser: styles, accessibility, policy and no script. */
import AxeBuilder from '@axe-core/playwright';
import { type Browser, expect, type Page } from '@playwright/test';
import { chooseFrom } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;
test.beforeAll(async () => {
  show = await startShow('Viewer posts');
  await show.callAuthoringApi('POST', '/items', {
    list: 'live',
    id: 'mira',
    fullName: 'Mira Solberg',
    username: 'mira',
    source: 'INSTAGRAM',
    message: 'Hello from the harbour',
    profileImageUrl: null,
    media: [],
    publishedAt: new Date().toISOString(),
    lastModifiedDate: new Date().toISOString(),
  });
  // A preview, because a program that reads the feed twice is a consumer.
  const previewUrl = `${show.feed}/feeds/main/live.json?preview=1`;
  await expect.poll(async () => (await (await fetch(previewUrl)).json()).items.length).toBe(1);
});
test.afterAll(() => show.stop());

/** Opens a page and records its errors, and requests to any other server. */
async function openPage(browser: Browser, address: string, javaScriptEnabled: boolean) {
  const context = await browser.newContext({ javaScriptEnabled });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(address).origin)) faults.push(request.url());
  });
  const response = await page.goto(address, { waitUntil: 'networkidle' });
  return { page, faults, policy: response?.headers()['content-security-policy'] ?? '' };
}

/** In legacy mode, axe collects the results in the page itself, and it describes only the violations: half the time. */
const listViolations = async (page: Page): Promise<readonly unknown[]> => {
  const axe = new AxeBuilder({ page })
    .exclude('iframe')
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] });
  return (await axe.analyze()).violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
};

/** The font that draws the page’s text, and the page’s colour. */
const readStyle = (page: Page): Promise<readonly unknown[]> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const fonts = [...document.fonts].filter(({ status }) => status === 'loaded');
    return [fonts.some(({ family }) => /IBM Plex Sans/.test(family)), getComputedStyle(document.body).backgroundColor];
  });

const styled = [true, 'rgb(10, 11, 11)'];
const addressOf = { feed: () => show.feed, reference: () => `${show.service.ready['baseUrl']}/openapi` };

for (const name of ['feed', 'reference'] as const) {
  for (const width of chooseFrom([1920, 1280], name === 'feed' ? 1920 : 1280)) {
    test(`the ${name} page is accessible and loads only its own files, ${width} px wide`, async ({ browser }) => {
      const { page, faults, policy } = await openPage(browser, addressOf[name](), true);
      await page.setViewportSize({ width, height: 900 });
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toContain('unsafe');
      for (const details of (await page.locator('details').all()).slice(0, 12))
        await details.evaluate((it) => it.toggleAttribute('open', true));
      expect(await readStyle(page)).toEqual(styled);
      expect(await listViolations(page)).toEqual([]);
      expect(faults).toEqual([]);
      await page.context().close();
    });
  }

  test(`the ${name} page has its style and text without JavaScript`, async ({ browser }) => {
    const { page, faults } = await openPage(browser, addressOf[name](), false);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(10, 11, 11)');
    await expect(page.locator('h1')).toBeVisible();
    expect(faults).toEqual([]);
    await page.context().close();
  });
}

test('the feed page shows the overlay, without counting it as a consumer, and copies an address', async ({
  browser,
}) => {
  const { page } = await openPage(browser, show.feed, true);
  await expect(page.frameLocator('.screen iframe').getByText('Hello from the harbour')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No consumers.')).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('.addresses li', { hasText: 'live.xml' }).getByRole('button').click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${show.feed}/feeds/main/live.xml`);
  await page.context().close();
});
