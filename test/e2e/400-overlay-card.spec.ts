/** The card overlay in Chromium, fed by a fake feed. */
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { FeedItem } from '../../src/core/feed/document.ts';
import { createDocument, createItem, createPicture, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';
import { takeTurn } from '../shortRun.ts';
import { comparePicture } from './comparePicture.ts';
import { watchOverlayFaults } from './overlayFaults.ts';
import { test } from './watchedPages.ts';

const face = '/media/face-200x200.svg';
const longText = `${'I have worked on these docks for thirty-one years and I have never heard them like this. At six this morning we were still pumping water off the apron, nobody believed there would be a show at 8 pm. '.repeat(3)}Thank you.`;

const posts = {
  joonas: createItem('joonas', {
    fullName: 'Joonas Virtanen',
    handle: '@joonasv',
    profileImage: face,
    message: 'POV: you are the only one who brought an umbrella ☔',
    media: [createPicture('umbrellas', 1080, 1350)],
  }),
  omar: createItem('omar', {
    fullName: 'عمر الحداد',
    handle: '@omar.alhaddad',
    profileImage: face,
    message: 'أجمل ليلة على الميناء منذ سنوات، والمطر لم يوقف أحدًا عن الرقص 💃',
    media: [createPicture('umbrellas', 1080, 1350)],
  }),
  priya: createItem('priya', {
    fullName: 'Priya Raghunathan',
    handle: null,
    source: 'FACEBOOK',
    message: 'बारिश में भी भीड़ कम नहीं हुई। समुद्र किनारे का यह संगीत हमेशा याद रहेगा।',
    media: [createPicture('lanterns', 1080, 1080)],
  }),
  kenji: createItem('kenji', {
    fullName: '田中 健司',
    handle: '@kenji_tnk',
    message: '港の花火、雨でも最高でした！来年も絶対に来ます。',
  }),
  aoife: createItem('aoife', {
    fullName: 'Aoife Brennan',
    handle: null,
    source: 'WHATSAPP',
    profileImage: face,
    message: 'Magic.',
  }),
  tom: createItem('tom', {
    fullName: 'Tom Okafor',
    handle: '@tomokafor',
    source: 'FACEBOOK',
    profileImage: face,
    message: longText,
  }),
  endless: createItem('endless', { fullName: 'Very Long', message: longText.repeat(6) }),
  unnamed: createItem('unnamed', {
    fullName: null,
    handle: null,
    source: 'WHATSAPP',
    message: 'First time my grandmother hears this band live. She is 91 and she knows every word ❤️',
  }),
} satisfies Readonly<Record<string, FeedItem>>;

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

const findShownCard = (page: Page) => page.locator('greenroom-card.is-shown');

function readPaintedRevision(): number | null {
  const last = feed.received.filter((frame) => frame['type'] === 'painted').at(-1);
  return typeof last?.['revision'] === 'number' ? last['revision'] : null;
}

for (const [name, post] of takeTurn(Object.entries(posts), 0)) {
  test(`${name}’s card stays inside the safe area and shows all the text that fits`, async ({ page }) => {
    feed.publish(createDocument(1, [post], 0));
    await page.goto(`${feed.origin}/overlay/card?feed=main`);
    await expect(findShownCard(page)).toHaveCSS('opacity', '1');
    await comparePicture(findShownCard(page), `card-${name}`, 0.002);
    const box = await findShownCard(page).boundingBox();
    expect(box?.x).toBe(96);
    expect(box?.y).toBeGreaterThanOrEqual(54);
    expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(1296);
    expect((box?.y ?? 0) + (box?.height ?? 9999)).toBe(1026);
    const text = findShownCard(page).locator('.post-text');
    if (name === 'endless') await expect(text).toHaveText(/\w…$/);
    else await expect(text).toHaveText(post.message);
    expect(
      Number.parseFloat(await text.evaluate((element) => getComputedStyle(element).fontSize)),
    ).toBeGreaterThanOrEqual(30);
    await expect.poll(readPaintedRevision).toBe(1);
  });
}

test('shows “A viewer” for a post without a name, and turns the card right to left for Arabic', async ({ page }) => {
  feed.publish(createDocument(1, [posts.unnamed, posts.omar], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page).locator('.who-name')).toHaveText('A viewer');
  await expect(findShownCard(page)).toHaveAttribute('dir', 'ltr');
  feed.publish(createDocument(1, [posts.unnamed, posts.omar], 1));
  await expect(findShownCard(page).locator('.who-name')).toHaveText('عمر الحداد');
  await expect(findShownCard(page)).toHaveAttribute('dir', 'rtl');
});

test('draws emoji with the bundled font', async ({ page }) => {
  feed.publish(createDocument(1, [posts.joonas], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page)).toHaveCount(1);
  const colouredPixels = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const stage = document.querySelector('greenroom-stage');
    if (context === null || stage === null) return 0;
    context.font = `60px ${getComputedStyle(stage).fontFamily}`;
    context.fillText('☔', 10, 80);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 2 && value > 100).length;
  });
  expect(colouredPixels).toBeGreaterThan(100);
  const faces = await page.evaluate(() =>
    Array.from(document.fonts)
      .filter((face) => face.status === 'loaded')
      .map((face) => face.family.replace(/"/g, '')),
  );
  expect(faces).toContain('Noto Color Emoji');
});

test('removes a post that left air without waiting for the next, and shows nothing for an empty list', async ({
  page,
}) => {
  feed.publish(createDocument(1, [posts.aoife, posts.joonas], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page)).toHaveCount(1);
  feed.holdMedia();
  feed.publish(createDocument(2, [{ ...posts.joonas, media: [createPicture('held', 900, 1200)] }], 0));
  await expect(page.locator('greenroom-card')).toHaveCount(0);
  feed.releaseMedia();
  await expect(findShownCard(page).locator('.post-media.is-portrait')).toHaveCount(1);
  feed.publish(createDocument(3, [], null));
  await expect(page.locator('greenroom-card')).toHaveCount(0);
  await expect.poll(readPaintedRevision).toBe(3);
  expect(await page.evaluate(() => document.querySelector('greenroom-stage')?.childElementCount)).toBe(0);
});

test('shows the next post only with its picture, and never an outdated post after a late load', async ({ page }) => {
  const slow = { ...posts.joonas, media: [createPicture('slow', 900, 1200)] };
  feed.publish(createDocument(1, [posts.aoife, slow, posts.tom], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page).locator('.post-text')).toHaveText('Magic.');
  await page.evaluate(() => {
    const shownNames: string[] = [];
    Object.assign(window, { shownNames });
    new MutationObserver(() => {
      const name = document.querySelector('greenroom-card.is-shown .who-name')?.textContent ?? '';
      if (shownNames.at(-1) !== name) shownNames.push(name);
    }).observe(document, { subtree: true, attributes: true, childList: true });
  });
  feed.holdMedia();
  feed.publish(createDocument(1, [posts.aoife, slow, posts.tom], 1));
  feed.publish(createDocument(1, [posts.aoife, slow, { ...posts.tom, profileImage: null }], 2));
  await expect(findShownCard(page).locator('.who-name')).toHaveText('Tom Okafor');
  const latePicture = page.waitForResponse(/slow/);
  feed.releaseMedia();
  await (await latePicture).finished();
  feed.publish(createDocument(2, [posts.aoife, slow, { ...posts.tom, profileImage: null }], 2));
  await expect.poll(readPaintedRevision).toBe(2);
  expect(await page.evaluate(() => Reflect.get(window, 'shownNames'))).not.toContain('Joonas Virtanen');
});

test('says that nothing is on screen when the page is left or reloaded, but not when it crashes', async ({ page }) => {
  const open = async (): Promise<void> => {
    await page.goto(`${feed.origin}/overlay/card`);
    await expect(findShownCard(page)).toBeVisible();
  };
  feed.publish(createDocument(1, [posts.joonas], 0));
  await open();
  await page.reload();
  await expect.poll(() => feed.closeCodes).toEqual([4001]);
  await expect(findShownCard(page)).toBeVisible();
  await page.goto('about:blank');
  await expect.poll(() => feed.closeCodes).toEqual([4001, 4001]);
  await open();
  await page.goto('chrome://crash').catch(() => undefined);
  await expect.poll(() => feed.closeCodes).toEqual([4001, 4001, 1001]);
});

test('keeps the card while the feed is down and shows only the newest state on reconnection', async ({ page }) => {
  feed.publish(createDocument(1, [posts.aoife], 0));
  await page.goto(`${feed.origin}/overlay/card?name=Overlay%20test`);
  await expect(findShownCard(page)).toHaveCount(1);
  expect(feed.received[0]).toEqual({ type: 'hello', name: 'Overlay test' });
  feed.disconnect();
  const before = feed.socketUrls.length;
  await expect.poll(() => feed.socketUrls.length).toBeGreaterThan(before + 2);
  await expect(findShownCard(page).locator('.post-text')).toHaveText('Magic.');
  feed.publish(createDocument(7, [posts.tom], 0));
  feed.reconnect();
  await expect(findShownCard(page).locator('.who-name')).toHaveText('Tom Okafor');
  await expect.poll(readPaintedRevision).toBe(7);
});

test('shows only the text if a picture is unavailable', async ({ page, expectedMessages }) => {
  expectedMessages.push(/status of 404/);
  feed.publish(
    createDocument(
      1,
      [{ ...posts.joonas, profileImage: '/media/missing-1x1.svg', media: [createPicture('missing', 900, 1200)] }],
      0,
    ),
  );
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page).locator('.post-text')).toHaveText(posts.joonas.message);
  await expect(findShownCard(page).locator('img')).toHaveCount(0);
});

test('in CasparCG, waits for play, empties on stop, and switches feed on update', async ({ page }) => {
  await page.addInitScript(() => Object.assign(window, { caspar: {} }));
  feed.publish(createDocument(1, [posts.aoife], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect.poll(readPaintedRevision).toBe(1);
  await expect(page.locator('greenroom-card')).toHaveCount(0);
  const call = (name: string, data: string | null) =>
    page.evaluate(([functionName, argument]) => Reflect.get(window, functionName ?? '')(argument), [
      name,
      data,
    ] as const);
  await call('play', null);
  await expect(findShownCard(page)).toHaveCount(1);
  await call('next', null);
  await expect(findShownCard(page)).toHaveCount(1);
  await call('stop', null);
  await expect(page.locator('greenroom-card')).toHaveCount(0);
  await call('update', '{"feed":"second"}');
  await expect.poll(() => feed.socketUrls.at(-1)).toContain('/feeds/second/socket?');
});

test('told to change to a feed that does not exist, keeps following its feed', async ({ page }) => {
  feed.publish(createDocument(1, [posts.aoife, posts.tom], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page)).toHaveCount(1);
  await page.evaluate(() => Reflect.get(window, 'update')('{"feed":"missing"}'));
  await expect.poll(() => feed.socketUrls.some((url) => url.startsWith('/feeds/missing/'))).toBe(true);
  feed.publish(createDocument(2, [posts.tom], 0));
  await expect(findShownCard(page).locator('.who-name')).toHaveText('Tom Okafor');
  await expect(page.getByText('Magic.')).toHaveCount(0);
  await expect.poll(readPaintedRevision).toBe(2);
});

test('hidden and without animation frames, confirms what it shows', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'hidden', { get: () => true });
    window.requestAnimationFrame = () => 0;
  });
  feed.publish(createDocument(1, [posts.aoife], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect.poll(readPaintedRevision).toBe(1);
  feed.publish(createDocument(2, [], null));
  await expect.poll(readPaintedRevision).toBe(2);
  await expect(page.locator('greenroom-card')).toHaveCount(0);
});

test('a crossfade never lets the background through', async ({ page }) => {
  feed.publish(createDocument(1, [posts.kenji, { ...posts.kenji, id: 'again' }], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page)).toHaveCSS('opacity', '1');
  await page.evaluate(() => {
    const coverages: number[] = [];
    Object.assign(window, { coverages });
    const measure = (): void => {
      const cards = Array.from(document.querySelectorAll('greenroom-card'));
      const through = cards.reduce((rest, card) => rest * (1 - Number(getComputedStyle(card).opacity)), 1);
      coverages.push(1 - through);
      requestAnimationFrame(measure);
    };
    measure();
  });
  feed.publish(createDocument(1, [posts.kenji, { ...posts.kenji, id: 'again' }], 1));
  await expect(page.locator('greenroom-card')).toHaveCount(2);
  await expect(page.locator('greenroom-card')).toHaveCount(1);
  const coverages: readonly number[] = await page.evaluate(() => Reflect.get(window, 'coverages'));
  expect(Math.min(...coverages)).toBeGreaterThan(0.999);
});

test('shows a picture that arrives late, and a late profile picture', async ({ page }) => {
  feed.holdMedia();
  feed.publish(createDocument(1, [posts.joonas], 0));
  await page.goto(`${feed.origin}/overlay/card`);
  await expect(findShownCard(page).locator('.post-text')).toHaveText(posts.joonas.message);
  await expect(findShownCard(page).locator('img')).toHaveCount(0);
  feed.releaseMedia();
  await expect(findShownCard(page).locator('.post-media.is-portrait img')).toBeVisible();
  await expect(findShownCard(page).locator('img.who-avatar')).toBeVisible();
  await comparePicture(findShownCard(page), 'card-joonas', 0.002);
});

test('a preview identifies itself and scales to its frame', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 360 });
  feed.publish(createDocument(1, [posts.aoife], 0));
  await page.goto(`${feed.origin}/overlay/card?preview=1`);
  await expect(findShownCard(page)).toHaveCount(1);
  expect(feed.socketUrls[0]).toBe('/feeds/main/socket?items=current&preview=1');
  expect((await findShownCard(page).boundingBox())?.x).toBe(32);
});
