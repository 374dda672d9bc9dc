/** Posters of the demo’s videos: a desk that is open in a browser draws them, and the feed serves them to graphics. */
import { expect } from '@playwright/test';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type RunningProgram, startDemo } from './startShow.ts';
import { skipWithoutH264 } from './videoSupport.ts';
import { test } from './watchedPages.ts';

type Medium = { readonly mediaType: string; readonly url: string; readonly posterUrl: string | null };

let demo: RunningProgram;
const folder = createTemporaryFolder('posters');

test.beforeEach(async () => {
  demo = await startDemo(folder, {});
});
test.afterEach(() => demo.stop());

const readVideos = async (): Promise<readonly Medium[]> => {
  const live = await (await fetch(`${demo.ready['feed']}/feeds/main/live.json`)).json();
  const media: readonly Medium[] = live.items.flatMap((item: { media: readonly Medium[] }) => item.media);
  return media.filter(({ mediaType }) => mediaType === 'video/mp4');
};

test('a desk draws a poster for each video of the demo, and the feed serves it after a restart without a desk', async ({
  page,
}) => {
  const { desk = '', token = '' } = demo.ready;
  await page.goto('about:blank');
  await skipWithoutH264(page);
  await page.goto(`${desk}/#token=${token}`);
  await expect(page.locator('.row video').first()).toBeVisible();
  await expect
    .poll(() => page.locator('.row video').evaluateAll((videos) => videos.map((each) => each.getAttribute('poster'))))
    .toEqual(expect.arrayContaining([expect.stringMatching(/^\/media\/[0-9a-f]{64}\.jpg\?w=320$/)]));
  await expect(page.locator('.row video:not([poster])')).toHaveCount(0);
  await expect(page.locator('.row img.picture').first()).toHaveAttribute('src', /^\/media\/[0-9a-f]{64}\.\w+\?w=320$/);
  await page.screenshot({ path: 'out/test/pictures/posters.png' });

  await expect.poll(async () => (await readVideos()).filter(({ posterUrl }) => posterUrl === null)).toEqual([]);
  await page.close();
  const before = await readVideos();
  expect(before.length).toBeGreaterThan(0);
  await demo.stop();
  demo = await startDemo(folder, {});
  await expect
    .poll(async () => (await readVideos()).map(({ posterUrl }) => posterUrl?.split('/').at(-1)))
    .toEqual(before.map(({ posterUrl }) => posterUrl?.split('/').at(-1)));
  for (const { posterUrl } of await readVideos()) {
    for (const address of [posterUrl ?? '', `${posterUrl}?w=640`]) {
      const response = await fetch(address);
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  }
});
