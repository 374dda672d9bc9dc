/** The desk in each of its states, in a real browser over a wire with no engine: pictures, the aimed row, ten thousand posts. */
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';

let server: ViteDevServer;
let base = '';

test.beforeAll(async () => {
  server = await createServer({
    configFile: resolve('vite.renderer.config.ts'),
    server: { host: '127.0.0.1', port: 0 },
    logLevel: 'error',
  });
  await server.listen();
  base = server.resolvedUrls?.local[0] ?? '';
});
test.afterAll(() => server.close());

const states = [
  'following',
  'held',
  'cleared',
  'trouble',
  'onair-risk',
  'clear-armed',
  'arrivals',
  'detail',
  'keys',
  'cut-off',
  'two-desks',
  'restored',
  'guarded',
  'empty',
  'collections',
  'log',
  'source',
  'addresses',
  'history',
  'history-armed',
  'as-run',
  'rehearsal',
  'recordings',
  'kept-off',
  'rotation',
];

/** Screens beside the show, on which the gate's keys are not in sight. */
const pages = ['collections', 'log', 'history', 'history-armed', 'as-run', 'rehearsal', 'recordings'];
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
];

async function open(page: Page, state: string): Promise<readonly string[]> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${base}states.html?state=${state}`);
  await expect(page.locator('.desk')).toHaveAttribute('data-played', state);
  await page.evaluate(() => document.fonts.ready);
  return faults;
}

for (const size of sizes) {
  test(`each state stands at ${size.width}x${size.height}: nothing wider than its place, no key out of sight`, async ({
    page,
  }, info) => {
    await page.setViewportSize(size);
    for (const state of states) {
      const faults = await open(page, state);
      expect(faults, state).toEqual([]);
      const spills = await page.evaluate(() =>
        [...document.querySelectorAll('.key-name, .row-word, .list-title, .fact-words, .clock, .tally')]
          .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
          .map((element) => element.textContent),
      );
      expect(spills, state).toEqual([]);
      const isWide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(isWide, state).toBe(false);
      if (!pages.includes(state)) {
        await expect(page.locator('.key')).toHaveCount(6);
        const last = await page.locator('.key').last().boundingBox();
        expect((last?.y ?? 0) + (last?.height ?? 0), state).toBeLessThan(size.height);
      }
      await page.screenshot({ path: info.outputPath(`${state}-${size.width}x${size.height}.png`) });
    }
  });
}

test('the aimed row keeps its pixel when posts arrive above it, and what arrived is counted', async ({ page }) => {
  await open(page, 'trouble');
  // One turn of the page: an aim lasts a second and a half, and this machine may be busy.
  const [before, after] = await page.evaluate(async () => {
    const slot = () =>
      [...document.querySelectorAll('#list-staging .list-slot')].find((one) => one.textContent?.includes('Petra'));
    const top = () => slot()?.getBoundingClientRect().top;
    const frame = () => new Promise(requestAnimationFrame);
    const first = top();
    slot()?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    window.dispatchEvent(new CustomEvent('play', { detail: 'arrivals' }));
    await frame();
    await frame();
    return [first, top()];
  });
  expect(after).toBe(before);
  await expect(page.getByText('2 new above')).toBeVisible();
  await page.keyboard.press('a');
  await expect(page.getByText('2 new above')).toHaveCount(0);
});

test('ten thousand posts are scrolled and found with a handful of rows drawn', async ({ page }) => {
  await open(page, 'following');
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('play', { detail: 'ten-thousand' })));
  await expect(page.getByText('LIVE 10,000')).toBeVisible();
  expect(await page.locator('#list-live .list-slot').count()).toBeLessThan(80);
  await page.locator('#list-live').focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('option', { name: /Post 9999/ })).toBeVisible();
  await page.keyboard.press('/');
  await page.keyboard.type('post 4321');
  await expect(page.getByRole('option', { name: /Post 4321/ })).toBeVisible();
  await expect(page.getByText('filter on, 9,999 hidden')).toBeVisible();
});

test('a film plays while its row is pointed at, without sound', async ({ page }) => {
  await open(page, 'following');
  const film = page.getByRole('option', { name: /Mira Solberg/ }).locator('video');
  expect(await film.evaluate((video: HTMLVideoElement) => [video.paused, video.muted])).toEqual([true, true]);
  await page.getByRole('option', { name: /Mira Solberg/ }).hover();
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.paused)).toBe(false);
});
