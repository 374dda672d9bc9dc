/** The motion of the overlays: the ticker runs evenly and halts when it should, and no overlay requests frames while nothing changes. */
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createDocument, createItem, createPicture, type FakeFeed, startFakeFeed } from '../overlay/fakeFeed.ts';
import { watchOverlayFaults } from './overlayFaults.ts';

const posts = [
  createItem('mira', { message: 'The whole quay is singing along.', media: [createPicture('wide', 1920, 1080)] }),
  createItem('aoife', { message: 'Magic.' }),
  createItem('omar', { message: 'أجمل ليلة على الميناء منذ سنوات' }),
];
/** Pixels a second. */
const speed = 150;

type Sample = {
  readonly atMs: number;
  /** Where each post begins, by a number of its own. */
  readonly starts: Readonly<Record<number, number>>;
  /** Where the last post ends. */
  readonly end: number;
};

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

async function open(page: Page, path: string): Promise<void> {
  feed.publish(createDocument(1, posts, 0));
  await page.goto(`${feed.origin}/overlay/${path}?feed=main`);
  await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: 1 });
}

/** Records the posts of the ticker in each frame. */
const samplePositions = (page: Page, milliseconds: number): Promise<readonly Sample[]> =>
  page.evaluate(async (lengthMs) => {
    const numbers = new Map<Element, number>();
    const samples: Sample[] = [];
    const startMs = performance.now();
    for (;;) {
      const atMs = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const starts: Record<number, number> = {};
      let end = 0;
      for (const post of Array.from(document.querySelectorAll('.ticker-post'))) {
        const number = numbers.get(post) ?? numbers.size;
        numbers.set(post, number);
        starts[number] = post.getBoundingClientRect().left;
        end = post.getBoundingClientRect().right;
      }
      samples.push({ atMs, starts, end });
      if (atMs - startMs > lengthMs) return samples;
    }
  }, milliseconds);

const firstX = async (page: Page): Promise<number> =>
  (await page.locator('.ticker-post').first().boundingBox())?.x ?? Number.NaN;

const setHidden = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { value: is, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

for (const path of ['card', 'ticker', 'wall']) {
  test(`the ${path} requests no frame while nothing changes`, async ({ page }) => {
    await page.addInitScript(() => {
      const native = requestAnimationFrame;
      Object.assign(window, { requested: 0 });
      window.requestAnimationFrame = (callback) => {
        Object.assign(window, { requested: Number(Reflect.get(window, 'requested')) + 1 });
        return native(callback);
      };
    });
    await open(page, path);
    const requested = (): Promise<number> => page.evaluate('requested');
    let before = 0;
    // On a busy machine, the last frames of the start come after `painted`.
    await expect
      .poll(async () => {
        const last = before;
        before = await requested();
        return before > 0 && before === last;
      })
      .toBe(true);
    await page.waitForTimeout(1500);
    expect(await requested()).toBe(before);
  });
}

test('the ticker runs at one speed, also where posts leave and are added, and always fills the frame', async ({
  page,
}) => {
  await open(page, 'ticker');
  const samples = await samplePositions(page, 14_000);
  const hitches = samples.slice(1).flatMap((after, index) => {
    const before = samples[index] ?? after;
    const expected = ((after.atMs - before.atMs) * speed) / 1000;
    return Object.entries(after.starts).filter(([number, x]) => {
      const earlier = before.starts[Number(number)];
      return earlier !== undefined && Math.abs(earlier - x - expected) > 1;
    });
  });
  expect(hitches).toEqual([]);
  const first = ({ starts }: Sample): string | undefined => Object.keys(starts)[0];
  // Posts have left, so the line was filled again.
  expect(new Set(samples.map(first)).size).toBeGreaterThan(2);
  expect(Math.min(...samples.map(({ end }) => end))).toBeGreaterThanOrEqual(1919);
});

test('the ticker halts while its page is hidden or stopped, and continues where it was', async ({ page }) => {
  await open(page, 'ticker');
  const halts: readonly (readonly [halt: () => Promise<unknown>, goOn: () => Promise<unknown>])[] = [
    [() => setHidden(page, true), () => setHidden(page, false)],
    [() => page.evaluate('stop()'), () => page.evaluate('play()')],
  ];
  for (const [halt, goOn] of halts) {
    await expect.poll(() => firstX(page)).not.toBe(await firstX(page));
    await halt();
    const halted = await firstX(page);
    await page.waitForTimeout(700);
    expect(await firstX(page)).toBe(halted);
    expect(await page.evaluate('document.getAnimations().filter((one) => one.playState === "running").length')).toBe(0);
    const fromMs = Number(await page.evaluate('performance.now()'));
    await goOn();
    const [sample] = await samplePositions(page, 0);
    const moved = halted - (Object.values(sample?.starts ?? {})[0] ?? Number.NaN);
    expect(moved).toBeGreaterThanOrEqual(0);
    // No more than its speed allows since then, and a few frames, so that no part is left out.
    expect(moved).toBeLessThan((((sample?.atMs ?? 0) - fromMs) * speed) / 1000 + 10);
  }
});

test('with reduced motion the ticker shows one post after the other, and follows a change of the setting', async ({
  page,
}) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'ticker');
  const id = () => page.locator('.ticker-post').first().getAttribute('data-post');
  expect(await id()).toBe('mira');
  await page.clock.runFor(8100);
  expect(await id()).toBe('aoife');
  await page.clock.runFor(8100);
  expect(await id()).toBe('omar');
  const still = await firstX(page);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => firstX(page)).toBeLessThan(still - 10);
});

test('with reduced motion the ticker shows all of a long post before the next one', async ({ page }) => {
  await page.clock.install();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const message = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ');
  feed.publish(createDocument(1, [createItem('long', { message }), createItem('aoife', { message: 'Magic.' })], 0));
  await page.goto(`${feed.origin}/overlay/ticker?feed=main`);
  const first = page.locator('.ticker-post').first();
  await expect(first).toHaveAttribute('data-post', 'long');
  const view = (await page.locator('.ticker-view').boundingBox()) ?? { x: 0, width: 0 };
  const width = (await first.boundingBox())?.width ?? Number.NaN;
  expect(width).toBeGreaterThan(view.width * 2);
  /** Everything before this has been shown. */
  let shownTo = 0;
  for (let part = 0; shownTo < width - 1; part += 1) {
    expect(part).toBeLessThan(20);
    await expect(first).toHaveAttribute('data-post', 'long');
    const x = (await first.boundingBox())?.x ?? Number.NaN;
    expect(view.x - x).toBeLessThanOrEqual(shownTo);
    shownTo = view.x + view.width - x;
    await page.clock.runFor(8100);
  }
  await expect(first).toHaveAttribute('data-post', 'aoife');
});

test('when the first post of the ticker leaves air, the next one is read from its start', async ({ page }) => {
  await open(page, 'ticker');
  const start = await firstX(page);
  await expect.poll(() => firstX(page)).toBeLessThan(start - 60);
  feed.publish(createDocument(2, posts.slice(1), 0));
  await expect.poll(() => feed.received.at(-1)).toEqual({ type: 'painted', revision: 2 });
  await setHidden(page, true);
  const first = page.locator('.ticker-post').first();
  await expect(first).toHaveAttribute('data-post', 'aoife');
  const view = (await page.locator('.ticker-view').boundingBox())?.x ?? 0;
  expect(await firstX(page)).toBeGreaterThan(view - 60);
});

test('a ticker that was empty runs again with the next post', async ({ page }) => {
  await open(page, 'ticker');
  feed.publish(createDocument(2, [], null));
  await expect(page.locator('.ticker')).toBeHidden();
  feed.publish(createDocument(3, posts.slice(1, 2), 0));
  await expect(page.locator('.ticker')).toBeVisible();
  const ends = (await samplePositions(page, 500)).map(({ end }) => end);
  expect(Math.min(...ends)).toBeGreaterThanOrEqual(1919);
  expect(ends.at(-1)).toBeLessThan(ends[0] ?? 0);
});
