/** Tests on frames of the card: no post that was blocked, and no blank while Greenroom restarts. */
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { createDocument, createItem, createPicture, startFakeFeed } from '../overlay/fakeFeed.ts';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { isShort } from '../shortRun.ts';
import { watchOverlayFaults } from './overlayFaults.ts';
import { startShow } from './startShow.ts';

/** Each post has a picture of one primary colour, so that a crossfade of two of them still shows both. */
const colours = ['ff0000', '00ff00', '0000ff'] as const;

/** The colours in the frame, however faint. `reader` is a page that decodes the picture. */
async function readColours(page: Page, reader: Page): Promise<readonly string[]> {
  const png = (await page.screenshot({ omitBackground: true })).toString('base64');
  const counts = await reader.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    const found = [0, 0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      const channels = [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0];
      // Text and the card itself are grey.
      if (Math.max(...channels) - Math.min(...channels) < 40) continue;
      for (const [index, value] of channels.entries())
        if (value - Math.min(...channels) > 30) found[index] = (found[index] ?? 0) + 1;
    }
    return found;
  }, png);
  return colours.filter((_, index) => (counts[index] ?? 0) > 200);
}

const steps = isShort ? 60 : 200;

test.describe('at a quarter of the size', () => {
  test.use({ deviceScaleFactor: 0.25 });
  test(`over ${steps} random steps of seed ${seed}, no frame after a confirmation shows a post that is not on air`, async ({
    page,
    context,
  }) => {
    const faults = watchOverlayFaults(page);
    const reader = await context.newPage();
    const feed = await startFakeFeed(resolve('out/overlay'));
    const posts = colours.map((colour) =>
      createItem(colour, { message: colour, media: [createPicture(`flat-${colour}`, 1080, 1080)] }),
    );
    await page.goto(`${feed.origin}/overlay/card?feed=main&accent=000000`);
    const random = createRandom(seed);
    let blocked = new Set<string>();
    let shownFrames = 0;
    for (let revision = 1; revision <= steps; revision += 1) {
      const chosen = random.pick(colours);
      // Blocks and unblocks one post, or clears and takes everything.
      if (revision % 10 === 0) blocked = new Set(blocked.size === colours.length ? [] : colours);
      else if (!blocked.delete(chosen)) blocked.add(chosen);
      const onAir = posts.filter(({ id }) => !blocked.has(id));
      const current = onAir.length === 0 ? null : random.between(0, onAir.length - 1);
      feed.publish(createDocument(revision, onAir, current));
      await expect.poll(() => feed.received.at(-1), { intervals: [5] }).toEqual({ type: 'painted', revision });
      const seen = await readColours(page, reader);
      expect(
        seen.filter((colour) => blocked.has(colour)),
        `revision ${revision}`,
      ).toEqual([]);
      if (current !== null && seen.includes(onAir[current]?.id ?? '')) shownFrames += 1;
    }
    await feed.stop();
    // Otherwise the colours are not recognised.
    expect(shownFrames).toBeGreaterThan(steps * 0.3);
    expect(faults).toEqual([]);
  });
});

test('while Greenroom restarts, the card stays in every frame, and then follows again', async ({ page }) => {
  const show = await startShow('Harbour Night');
  const port = await new Promise<number>((done) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
  await show.changeSettings({ feedServer: { port } });
  const post = { id: 'ada', list: 'live', fullName: 'Ada', message: 'Before', source: 'X' };
  await show.callAuthoringApi('POST', '/items', post);
  await page.goto(`http://127.0.0.1:${port}/overlay/card?feed=main`);
  const text = page.locator('greenroom-card.is-shown .post-text');
  await expect(text).toHaveText('Before');
  await expect(page.locator('greenroom-card.is-shown')).toHaveCSS('opacity', '1');
  await page.evaluate(() => {
    const watched = { frames: 0, blanks: 0 };
    Object.assign(window, { watched });
    const watch = (): void => {
      watched.frames += 1;
      const cards = Array.from(document.querySelectorAll('greenroom-card'));
      const through = cards.reduce((rest, card) => rest * (1 - Number(getComputedStyle(card).opacity)), 1);
      if (through > 0.01) watched.blanks += 1;
      requestAnimationFrame(watch);
    };
    requestAnimationFrame(watch);
  });
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    await show.restartEngine(signal);
    const startedMs = performance.now();
    await show.callAuthoringApi('PATCH', '/items/ada', { message: `After ${signal}` });
    await expect(text).toHaveText(`After ${signal}`);
    const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
    test.info().annotations.push({ type: 'measured', description: `${signal}: a new text after ${seconds} s` });
    process.stdout.write(`${signal}: a new text is on screen ${seconds} s after the start\n`);
  }
  const { frames, blanks } = (await page.evaluate('watched')) as { frames: number; blanks: number };
  expect(frames).toBeGreaterThan(50);
  expect(blanks).toBe(0);
  await show.stop();
});
