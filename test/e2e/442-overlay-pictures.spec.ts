/** Pictures of the overlays for every kind of post, in frames of both usual sizes, and measurements of text that runs out of its box. */
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createDocument, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';
import { createPostOf, type PostKind, postKinds } from '../overlay/postKinds.ts';
import { isShort, isTurn, takeTurn } from '../shortRun.ts';
import { comparePicture } from './comparePicture.ts';
import { findOverflow, watchOverlayFaults } from './overlayFaults.ts';

/** The wall’s pages, so that its pictures show every kind. */
const pages: readonly (readonly PostKind[])[] = [postKinds.slice(0, 5), postKinds.slice(5, 10), postKinds.slice(10)];
const postsPerPage = 5;

// Pictures of half the size are enough to compare.
test.use({ deviceScaleFactor: 0.5 });

let feed: FakeFeed;
let faults: readonly string[];
test.beforeEach(async ({ page }) => {
  feed = await startFakeFeed(resolve('out/overlay'));
  faults = watchOverlayFaults(page);
});
test.afterEach(async () => {
  await feed.stop();
  expect(faults).toEqual([]);
});

const publish = (revision: number, kinds: readonly PostKind[]): void =>
  feed.publish(createDocument(revision, kinds.map(createPostOf), 0));

/** Opens a template with these posts, and waits until it shows them with every medium. */
async function open(page: Page, width: number, template: string, kinds: readonly PostKind[]): Promise<void> {
  await page.setViewportSize({ width, height: (width * 9) / 16 });
  const isLate = kinds.includes('late-media') && template !== 'ticker';
  if (isLate) feed.holdMedia();
  publish(1, kinds);
  await page.goto(`${feed.origin}/overlay/${template}?feed=main`);
  const picture = page.locator('greenroom-stage > .is-shown');
  await expect(picture).toHaveCSS('opacity', '1');
  if (isLate) {
    await expect(picture.locator('img')).toHaveCount(0);
    feed.releaseMedia();
    await expect(picture.locator('.post-media img')).toBeVisible();
  }
  if (kinds.includes('video') && template !== 'ticker') await stopVideo(page);
}

/** Back to the first frame, because a video moves on by itself. */
async function stopVideo(page: Page): Promise<void> {
  const clip = page.locator('.is-shown video');
  const readState = (element: HTMLVideoElement) => [element.readyState >= 2, element.muted, element.videoWidth > 0];
  await expect.poll(() => clip.evaluate(readState)).toEqual([true, true, true]);
  await clip.evaluate((element: HTMLVideoElement) => {
    element.pause();
    element.currentTime = 0;
  });
}

for (const [turn, width] of [1920, 1280].entries()) {
  for (const [index, kind] of takeTurn(postKinds, turn).entries()) {
    if (isTurn(index))
      test(`the card with ${kind}, in a frame of ${width} pixels`, async ({ page }) => {
        await open(page, width, 'card', [kind]);
        expect(await findOverflow(page)).toEqual([]);
        await comparePicture(page.locator('greenroom-card.is-shown'), `card-${kind}-${width}`, 0.004);
      });

    if (isTurn(index + 1))
      test(`the ticker with ${kind}, in a frame of ${width} pixels`, async ({ page }) => {
        // The line does not move.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await open(page, width, 'ticker', [kind]);
        expect(await findOverflow(page)).toEqual([]);
        await comparePicture(page.locator('.ticker.is-shown'), `ticker-${kind}-${width}`, 0.004);
      });
  }

  for (const [index, kinds] of pages.entries()) {
    if (isShort && index % 2 !== turn) continue;
    test(`the wall with ${kinds.join(', ')}, in a frame of ${width} pixels`, async ({ page }) => {
      await open(page, width, 'wall', kinds);
      expect(await findOverflow(page)).toEqual([]);
      await comparePicture(page.locator('greenroom-stage'), `wall-kinds-${index + 1}-${width}`, 0.002);
    });
  }
}

test('no kind of post runs out of a tile of the wall, in any tile of a page of any length', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  let revision = 0;
  for (let length = 1; length <= postsPerPage; length += 1) {
    for (const start of postKinds.keys()) {
      const kinds = Array.from({ length }, (_, index) => postKinds[(start + index) % postKinds.length] ?? 'one-line');
      revision += 1;
      publish(revision, kinds);
      if (revision === 1) await page.goto(`${feed.origin}/overlay/wall?feed=main`);
      await expect.poll(() => feed.received.at(-1), { intervals: [20] }).toEqual({ type: 'painted', revision });
      expect(await findOverflow(page), kinds.join(', ')).toEqual([]);
    }
  }
});
