/** Pictures and videos of one post that load late, never or not at all: the others go on in turn, without a blank. */
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { FeedItem } from '../../src/core/feed/document.ts';
import { createDocument, createItem, createPicture, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';

type Medium = FeedItem['media'][number];

const videoAt = (url: string, posterUrl: string | null): Medium => ({
  ...createPicture('clip', 320, 240),
  ...{ mediaUrl: `https://far.example${url}`, mediaType: 'video/mp4', url, posterUrl },
});
const first = createPicture('first', 1280, 720);
const last = createPicture('last', 1080, 1080);

let feed: FakeFeed;
test.beforeEach(async ({ page }) => {
  await page.clock.install();
  feed = await startFakeFeed(resolve('out/overlay'));
});
test.afterEach(() => feed.stop());

async function open(page: Page, template: string, media: readonly Medium[]): Promise<void> {
  feed.publish(createDocument(1, [createItem('choir', { message: 'The choir in yellow boots', media })], 0));
  await page.goto(`${feed.origin}/overlay/${template}?feed=main`);
  // The wait for a picture that does not come.
  await page.clock.runFor(1600);
}

/** Lets the time pass in short steps until this medium is shown. Every medium before it must have been a picture. */
async function runUntilShown(page: Page, wanted: string): Promise<void> {
  const shown = page.locator('.is-shown .post-media .medium');
  for (let seconds = 0; seconds < 50; seconds += 1) {
    await expect(shown).toHaveCount(1);
    if ((await shown.innerHTML()).includes(wanted)) return;
    await page.clock.runFor(1000);
  }
  throw new Error(`${wanted} is not shown`);
}

for (const template of ['card', 'wall']) {
  test(`the ${template} skips a later video and a later picture that never load, and ends their downloads`, async ({
    page,
  }) => {
    const ended: string[] = [];
    page.on('requestfailed', (request) => ended.push(new URL(request.url()).pathname));
    const never = [videoAt('/media/never.mp4', null), createPicture('never', 640, 480)];
    await open(page, template, [first, ...never, last]);
    await runUntilShown(page, 'first');
    await runUntilShown(page, 'last');
    await expect.poll(() => ended).toEqual(['/media/never.mp4', '/media/never-640x480.svg']);
    await runUntilShown(page, 'first');
  });

  test(`the ${template} shows the second medium when the first never loads`, async ({ page }) => {
    await open(page, template, [videoAt('/media/never.mp4', null), last]);
    await page.clock.runFor(8000);
    await runUntilShown(page, 'last');
  });

  test(`the ${template} shows the poster of a video that can’t be played for as long as a picture`, async ({
    page,
  }) => {
    await open(page, template, [videoAt('/media/missing.webm', '/media/poster-320x240.svg'), last]);
    await runUntilShown(page, 'poster');
    await page.clock.runFor(6100);
    await runUntilShown(page, 'last');
  });
}
