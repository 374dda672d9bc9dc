/** Pictures of the card for every kind of post, in frames of both usual sizes. */
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import type { FeedItem } from '../../src/core/feed/document.ts';
import { createDocument, createItem, createPicture, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';
import { comparePicture } from './comparePicture.ts';
import { findOverflow, watchOverlayFaults } from './overlayFaults.ts';
import { skipWithoutH264 } from './videoSupport.ts';

const face = '/media/face-200x200.svg';
const sentence =
  'At six this morning we were still pumping water off the apron, and nobody believed there would be a show. ';
const video: FeedItem['media'][number] = {
  ...createPicture('clip', 320, 240),
  mediaUrl: 'https://far.example/ferry.mp4',
  mediaType: 'video/mp4',
  url: '/media/ferry.mp4',
};

const kinds = {
  'one-line': { message: 'Magic.' },
  '600-characters': { message: sentence.repeat(6).slice(0, 600), profileImage: face },
  emoji: { message: 'Wet shoes 🌧️🎶 and the whole family 👩‍👩‍👧‍👦 from 🇫🇮 says 👍🏽' },
  arabic: { fullName: 'عمر الحداد', message: 'أجمل ليلة على الميناء منذ سنوات، والمطر لم يوقف أحدًا عن الرقص' },
  hindi: { fullName: 'प्रिया रघुनाथन', message: 'बारिश में भी भीड़ कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।' },
  cjk: {
    fullName: '田中 健司',
    message: '港の花火、雨でも最高でした！来年も絶対に来ます。大家晚上好。안녕하세요 여러분',
  },
  thai: { fullName: 'สมชาย ใจดี', message: 'สวัสดีทุกคน คืนนี้ดนตรีไพเราะมาก แม้ฝนจะตกหนักก็ไม่มีใครกลับบ้าน' },
  portrait: { message: 'The lanterns from our window', profileImage: face, media: [createPicture('tall', 1080, 1350)] },
  landscape: { message: 'The stage from the ferry', profileImage: face, media: [createPicture('wide', 1920, 1080)] },
  video: { message: 'The choir in yellow boots', media: [video] },
  'late-media': { message: 'The picture comes later', profileImage: face, media: [createPicture('late', 1080, 1080)] },
} satisfies Readonly<Record<string, Partial<FeedItem>>>;

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

for (const width of [1920, 1280]) {
  for (const [kind, fields] of Object.entries(kinds)) {
    test(`${kind}, in a frame of ${width} pixels`, async ({ page }) => {
      if (kind === 'video') await skipWithoutH264(page);
      await page.setViewportSize({ width, height: (width * 9) / 16 });
      if (kind === 'late-media') feed.holdMedia();
      feed.publish(createDocument(1, [createItem(kind, { handle: '@viewer', ...fields })], 0));
      await page.goto(`${feed.origin}/overlay/card?feed=main`);
      const card = page.locator('greenroom-card.is-shown');
      await expect(card).toHaveCSS('opacity', '1');
      if (kind === 'late-media') {
        await expect(card.locator('img')).toHaveCount(0);
        feed.releaseMedia();
        await expect(card.locator('.post-media img')).toBeVisible();
      }
      if (kind === 'video') {
        const clip = card.locator('video');
        const readState = (element: HTMLVideoElement) => [
          element.readyState >= 2,
          element.muted,
          element.videoWidth > 0,
        ];
        await expect.poll(() => clip.evaluate(readState)).toEqual([true, true, true]);
        // Back to the first frame, because a video moves on by itself.
        await clip.evaluate((element: HTMLVideoElement) => {
          element.pause();
          element.currentTime = 0;
        });
      }
      expect(await findOverflow(page)).toEqual([]);
      await comparePicture(card, `card-${kind}-${width}`, 0.004);
    });
  }
}
