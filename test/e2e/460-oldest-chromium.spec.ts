/** The overlays in Chromium 71, the browser of CasparCG 2.3. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { createDocument, createItem, createPicture, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';
import { type OldChromium, startOldChromium } from './oldChromium.ts';

const program = process.env['OLD_CHROMIUM'] ?? '';
test.skip(!existsSync(program), 'OLD_CHROMIUM does not name a browser; scripts/installOldChromium.ts unpacks one');

const posts = [
  createItem('mira', {
    message: 'The whole quay is singing along. Goosebumps and wet shoes 🌧️🎶',
    profileImage: '/media/face-200x200.svg',
    media: [createPicture('concert', 1280, 720), createPicture('lanterns', 1080, 1080)],
  }),
  createItem('omar', { fullName: 'عمر الحداد', message: 'أجمل ليلة على الميناء منذ سنوات 💃' }),
  createItem('kenji', { fullName: '田中 健司', message: '港の花火、雨でも最高でした！来年も絶対に来ます。' }),
  createItem('endless', { message: `${'Donaudampfschifffahrtsgesellschaft'.repeat(8)} ${'word '.repeat(400)}` }),
  createItem('missing', { message: 'Hello', media: [createPicture('missing', 900, 1200)] }),
];

let feed: FakeFeed;
let browser: OldChromium;
test.beforeEach(async () => {
  feed = await startFakeFeed(resolve('out/overlay'));
  browser = await startOldChromium(program);
});
test.afterEach(async () => {
  await browser.stop();
  await feed.stop();
});

for (const name of ['card', 'ticker', 'wall']) {
  test(`the ${name} shows every kind of post, a theme and a change, without an error`, async () => {
    const { page } = browser;
    expect(browser.version).toContain('/71.');
    feed.setTheme({ accent: '#00ff88', position: 'top-right', label: 'Live', scale: 1.2 });
    feed.publish(createDocument(1, posts, 0));
    await page.goto(`${feed.origin}/overlay/${name}?feed=main&debug=1`);
    await expect.poll(() => feed.received.at(-1), { timeout: 30_000 }).toEqual({ type: 'painted', revision: 1 });
    for (const [index, post] of posts.entries()) {
      feed.publish(createDocument(index + 2, posts, index));
      await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: index + 2 });
      // The ticker runs through the posts, so any of them may be on screen.
      const wanted = name === 'ticker' ? '[data-post]' : `[data-post="${post.id}"]`;
      await expect.poll(() => page.evaluate(`document.querySelector('${wanted}') !== null`)).toBe(true);
    }
    if (name === 'ticker') {
      const firstX = () => page.evaluate(`document.querySelector('.ticker-post').getBoundingClientRect().left`);
      const before = await firstX();
      await expect.poll(firstX).toBeLessThan(Number(before) - 20);
    }
    feed.publish(createDocument(9, [], null));
    await expect.poll(() => page.evaluate(`document.querySelectorAll('[data-post]').length`)).toBe(0);
    await page.evaluate('update(\'{"feed":"second"}\'); play(); next(); stop()');
    // The server has no such picture.
    expect(page.faults.filter((fault) => !fault.includes('missing-900x1200'))).toEqual([]);
  });
}
