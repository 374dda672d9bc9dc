/** A poster that is drawn while its post is already on air: a video that plays goes on, and a broken video gets a picture. */
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import type { FeedItem } from '../../src/core/feed/document.ts';
import { createDocument, createItem, createPicture, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';
import { skipWithoutH264 } from './videoSupport.ts';

const videoAt = (url: string, posterUrl: string | null): FeedItem['media'][number] => ({
  ...createPicture('clip', 320, 240),
  ...{ mediaUrl: `https://far.example${url}`, mediaType: 'video/mp4', url, posterUrl },
});
const choir = (url: string, posterUrl: string | null): FeedItem =>
  createItem('choir', { message: 'The choir in yellow boots', media: [videoAt(url, posterUrl)] });
const poster = '/media/poster-320x240.svg';

let feed: FakeFeed;
test.beforeEach(async () => {
  feed = await startFakeFeed(resolve('out/overlay'));
});
test.afterEach(() => feed.stop());

for (const template of ['card', 'wall']) {
  test(`the ${template} goes on with a video when its poster arrives, and shows a later change of the text`, async ({
    page,
  }) => {
    await skipWithoutH264(page);
    feed.publish(createDocument(1, [choir('/media/ferry.mp4', null)], 0));
    await page.goto(`${feed.origin}/overlay/${template}?feed=main`);
    const picture = page.locator(`greenroom-${template}`);
    const video = picture.locator('video');
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
    await page.evaluate((selector) => {
      // Each picture that is added would show the video from its start.
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => Array.from(addedNodes));
        if (added.length > 0) document.body.dataset['added'] = 'yes';
      }).observe(document.querySelector(selector) ?? document.body, { childList: true });
    }, 'greenroom-stage');
    feed.publish(createDocument(2, [choir('/media/ferry.mp4', poster)], 0));
    await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: 2 });
    expect(await page.locator('body').getAttribute('data-added')).toBeNull();
    await expect(video).toHaveCount(1);
    await expect(picture.locator('.post-media img')).toHaveCount(0);

    const edited = { ...choir('/media/ferry.mp4', poster), message: 'The choir in blue boots' };
    feed.publish(createDocument(3, [edited], 0));
    const shown = page.locator(`greenroom-${template}.is-shown`);
    await expect(shown.locator('.post-text')).toHaveText(edited.message);
    await expect(shown.locator('.post-media img')).toHaveCount(1);
  });

  test(`the ${template} shows the poster of a video that can’t be played when it arrives`, async ({ page }) => {
    feed.publish(createDocument(1, [choir('/media/missing.webm', null)], 0));
    await page.goto(`${feed.origin}/overlay/${template}?feed=main`);
    const picture = page.locator(`greenroom-${template}.is-shown`);
    await expect(picture).toBeVisible();
    await expect(picture.locator('.post-media')).toHaveCount(0);
    feed.publish(createDocument(2, [choir('/media/missing.webm', poster)], 0));
    await expect(picture.locator('.post-media img')).toBeVisible();
  });
}
