/** Ticker, wall and the look of the overlays in Chromium, fed by a fake feed. */
import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { toAirText } from '../../src/core/feed/airText.ts';
import type { FeedItem } from '../../src/core/feed/document.ts';
import { hostile } from '../core/feed/samples.ts';
import { createDocument, createItem, createPicture, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';
import { full } from '../shortRun.ts';
import { comparePicture } from './comparePicture.ts';
import { findOverflow, watchOverlayFaults } from './overlayFaults.ts';

const face = '/media/face-200x200.svg';

const mira = createItem('mira', {
  fullName: 'Mira Solberg',
  handle: '@mirasolberg',
  profileImage: face,
  message: 'The whole quay is singing along. Goosebumps and wet shoes 🌧️🎶',
  media: [createPicture('concert', 1280, 720)],
});
const aoife = createItem('aoife', { fullName: 'Aoife Brennan', handle: null, source: 'WHATSAPP', message: 'Magic.' });
const omar = createItem('omar', {
  fullName: 'عمر الحداد',
  handle: '@omar.alhaddad',
  message: 'أجمل ليلة على الميناء منذ سنوات، والمطر لم يوقف أحدًا عن الرقص 💃',
  media: [createPicture('umbrellas', 1080, 1350)],
});
const kenji = createItem('kenji', {
  fullName: '田中 健司',
  handle: '@kenji_tnk',
  message: '港の花火、雨でも最高でした！来年も絶対に来ます。',
  media: [createPicture('fireworks', 1080, 1080)],
});
const priya = createItem('priya', {
  fullName: 'Priya Raghunathan',
  handle: null,
  source: 'FACEBOOK',
  message: 'बारिश में भी भीड़ कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।',
  media: [createPicture('lanterns', 1080, 1080)],
});
const page1 = [mira, aoife, omar, kenji, priya];
const tom = createItem('tom', { fullName: 'Tom Okafor', message: 'Second page' });

// Pictures of half the size are enough to compare.
test.use({ deviceScaleFactor: 0.5 });

let feed: FakeFeed;
let pageErrors: readonly string[];

test.beforeEach(async ({ page }) => {
  feed = await startFakeFeed(resolve('out/overlay'));
  pageErrors = watchOverlayFaults(page);
});
test.afterEach(async () => {
  await feed.stop();
  expect(pageErrors).toEqual([]);
});

const collection = { ...{ id: 'c', name: 'Harbour Night: viewer posts' }, contentType: 'X', lastModifiedDate: '' };

async function open(page: Page, path: string, items: readonly FeedItem[], size = { width: 1920, height: 1080 }) {
  await page.setViewportSize(size);
  feed.publish({ ...createDocument(1, items, items.length === 0 ? null : 0), collection });
  await page.goto(`${feed.origin}/overlay/${path}`);
}

for (const size of [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
]) {
  test(`the wall shows a page of five posts without overflow, at ${size.width} × ${size.height}`, async ({ page }) => {
    await open(page, 'wall?feed=main', page1, size);
    await expect(page.locator('greenroom-wall.is-shown .tile')).toHaveCount(5);
    await expect(page.locator('greenroom-wall.is-shown')).toHaveCSS('opacity', '1');
    expect(await findOverflow(page)).toEqual([]);
    await comparePicture(page.locator('greenroom-stage'), `wall-${size.width}`, 0.002);
  });
}

test('the wall turns its pages, and removes a post that left air in the next frame', async ({ page }) => {
  await open(page, 'wall?feed=main&page=1', [...page1, tom]);
  await expect(page.locator('.is-shown [data-post="tom"]')).toBeVisible();
  await expect(page.locator('.is-shown [data-post="mira"]')).toBeVisible();
  await page.goto(`${feed.origin}/overlay/wall?feed=main`);
  await expect(page.locator('.is-shown [data-post="mira"]')).toBeVisible();
  feed.holdMedia();
  feed.publish({ ...createDocument(2, [aoife, omar, kenji, priya], 0), collection });
  await expect(page.locator('[data-post="mira"]')).toHaveCount(0);
  feed.releaseMedia();
  await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: 2 });
  feed.publish({ ...createDocument(3, [], null), collection });
  await expect(page.locator('[data-post]')).toHaveCount(0);
});

test('the ticker runs through every post under the name of the show, and confirms what it shows', async ({ page }) => {
  await open(page, 'ticker?feed=main', page1);
  await expect(page.locator('.ticker-label')).toHaveText('Harbour Night');
  const first = page.locator('.ticker-post').first();
  await expect(first).toContainText('Mira Solberg');
  const before = (await first.boundingBox())?.x ?? 0;
  await expect.poll(async () => (await first.boundingBox())?.x ?? 0).toBeLessThan(before - 20);
  await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: 1 });
  feed.publish({ ...createDocument(2, [mira, omar, kenji, priya], 0), collection });
  await expect(page.locator('[data-post="aoife"]')).toHaveCount(0);
  feed.publish({ ...createDocument(3, [], null), collection });
  await expect(page.locator('.ticker')).toBeHidden();
  await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: 3 });
});

test('the ticker does not run for people who prefer reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'ticker?feed=main', page1);
  const first = page.locator('.ticker-post').first();
  await expect(first).toContainText('Mira Solberg');
  const { x } = (await first.boundingBox()) ?? { x: 0 };
  await page.waitForTimeout(600);
  expect((await first.boundingBox())?.x).toBe(x);
  await comparePicture(page.locator('.ticker'), 'ticker-1920', 0.002);
});

test('the station’s appearance reaches an overlay on air, and the address overrides it', async ({ page }) => {
  feed.setTheme({ accent: '#00ff88', position: 'top-right', label: 'Live' });
  await open(page, 'card?feed=main&hide=handle', [aoife]);
  const card = page.locator('greenroom-card.is-shown');
  await expect(card).toHaveCSS('border-left-color', 'rgb(0, 255, 136)');
  await expect(card.locator('.who-handle, .who-dot')).toHaveCount(0);
  const box = await card.boundingBox();
  expect(Math.round((box?.x ?? 0) + (box?.width ?? 0))).toBe(1920 - 96);
  expect(Math.round(box?.y ?? 0)).toBe(54);
  await page.goto(`${feed.origin}/overlay/card?feed=main&accent=ff0000&position=top-left`);
  await expect(page.locator('greenroom-card.is-shown')).toHaveCSS('border-left-color', 'rgb(255, 0, 0)');
});

test('a font of the station that could not be loaded is tried again', async ({ page }) => {
  await page.clock.install();
  const font = resolve(globSync('out/overlay/assets/ibm-plex-sans-latin-600-*.woff2')[0] ?? '');
  let requests = 0;
  await page.route('**/station.woff2', (route) => {
    requests += 1;
    return requests < 3 ? route.fulfill({ status: 503 }) : route.fulfill({ path: font, contentType: 'font/woff2' });
  });
  feed.setTheme({ font: 'Station', fontFile: '/station.woff2', accent: '#00ff88' });
  await open(page, 'card?feed=main', [aoife]);
  await expect(page.locator('greenroom-card.is-shown')).toHaveCSS('border-left-color', 'rgb(0, 255, 136)');
  const hasFont = () => page.evaluate(() => Array.from(document.fonts).some(({ family }) => family === 'Station'));
  expect([requests, await hasFont()]).toEqual([1, false]);
  await page.clock.runFor(10_100);
  await expect.poll(() => requests).toBe(2);
  await page.clock.runFor(10_100);
  await expect.poll(hasFont).toBe(true);
  await page.clock.runFor(10_100);
  expect(requests).toBe(3);
});

test('several pictures of a post are shown in turn', async ({ page }) => {
  await page.clock.install();
  const post = { ...aoife, media: [createPicture('concert', 1280, 720), createPicture('lanterns', 1080, 1080)] };
  await open(page, 'card?feed=main', [post]);
  const picture = page.locator('greenroom-card.is-shown .medium img');
  await expect(picture).toHaveAttribute('src', /concert/);
  await page.clock.runFor(6100);
  await expect(picture).toHaveAttribute('src', /lanterns/);
  await expect(picture).toHaveCount(1);
});

test('text in Hebrew, Thai, Korean and Chinese is drawn with the bundled fonts', async ({ page }) => {
  const texts = ['ערב טוב לכולם', 'สวัสดีทุกคน', '안녕하세요 여러분', '大家晚上好，码头太美了'];
  for (const [index, message] of texts.entries()) {
    feed.publish(createDocument(index + 1, [createItem(`p${index}`, { message })], 0));
    await page.goto(`${feed.origin}/overlay/card?feed=main`);
    await expect(page.locator('greenroom-card.is-shown')).toBeVisible();
    const loaded = await page.evaluate(() =>
      Array.from(document.fonts)
        .filter(({ status }) => status === 'loaded')
        .map(({ family }) => family.replaceAll('"', '')),
    );
    expect(loaded).toContain(['IBM Plex Sans Hebrew', 'IBM Plex Sans Thai', 'IBM Plex Sans KR', 'Noto Sans SC'][index]);
  }
});

test('no text runs off the card, not even long words, long names and hostile text', async ({ page }) => {
  await open(page, 'card?feed=main', [aoife]);
  const word = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);
  const texts = [word, `short ${word}`, 'a '.repeat(3000), ...hostile.filter((_, index) => index % 25 === 0)];
  let revision = 1;
  for (const text of texts) {
    revision += 1;
    const shown = toAirText(text).slice(0, 20_000);
    const item = createItem(`p${revision}`, {
      message: shown,
      fullName: shown.slice(0, 300),
      handle: `@${shown.slice(0, 200)}`,
    });
    feed.publish(createDocument(revision, [item], 0));
    await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision });
    expect(await findOverflow(page), JSON.stringify(shown.slice(0, 60))).toEqual([]);
  }
});

test('over a hundred random changes, no frame has a post that is not on air', full, async ({ page }) => {
  await page.addInitScript(() => {
    const faults: string[] = [];
    let onAir: Set<unknown> | null = null;
    const NativeSocket = WebSocket;
    class WatchedSocket extends NativeSocket {
      constructor(url: string) {
        super(url);
        this.addEventListener('message', ({ data }) => {
          const frame = JSON.parse(data);
          if (frame.type !== 'state') return;
          const ids = new Set(frame.items.map(({ id }: { id: string }) => id));
          // The page draws in the same turn, so the next frame must be right.
          setTimeout(() => {
            onAir = ids;
          });
        });
      }
    }
    const watch = (): void => {
      for (const post of Array.from(document.querySelectorAll('[data-post]'))) {
        const picture = post.closest('greenroom-stage > *');
        const isSeen = picture !== null && Number(getComputedStyle(picture).opacity) > 0;
        const id = post.getAttribute('data-post');
        if (isSeen && onAir !== null && !onAir.has(id)) faults.push(String(id));
      }
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
    Object.assign(window, { WebSocket: WatchedSocket, faults });
  });
  const posts = page1.map((post) => ({ ...post, media: [], profileImage: null }));
  await open(page, 'card?feed=main', posts);
  let random = 7;
  const next = (below: number): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return random % below;
  };
  for (let revision = 2; revision < 102; revision += 1) {
    const list = posts.filter(() => next(3) > 0);
    feed.publish(createDocument(revision, list, list.length === 0 ? null : next(list.length)));
    await page.waitForTimeout(next(120));
  }
  await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: 101 });
  expect(await page.evaluate('faults')).toEqual([]);
});
