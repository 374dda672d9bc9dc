/** Tests each state of the presenter’s page at sizes of tablets and phones, dark and light: layout, accessibility, pictures. */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { isShort, takeTurn } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { comparePicture } from './comparePicture.ts';
import { openPresenterState, presenterStates, shareStatesPage } from './deskStates.ts';
import { findLayoutFaults, sizePictures } from './layoutFaults.ts';
import { test } from './watchedPages.ts';

/** A tablet either way, a phone either way, and a phone at 200 % zoom. */
const sizes = [
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 320, height: 480 },
] as const;

const shared = shareStatesPage();

for (const [turn, colorScheme] of (['dark', 'light'] as const).entries()) {
  for (const state of takeTurn(presenterStates, turn)) {
    test(`the presenter’s page, ${state}, fits at each size and has no serious accessibility problem, ${colorScheme}`, async () => {
      const { page, base } = shared;
      await page.emulateMedia({ colorScheme });
      await openPresenterState(page, base, state);
      for (const size of sizes) {
        const name = `presenter-${state}-${colorScheme}-${size.width}x${size.height}`;
        await page.setViewportSize(size);
        expect.soft(await findLayoutFaults(page), name).toEqual([]);
        // The button is in sight without scrolling.
        const box = await page.getByRole('button').boundingBox();
        expect.soft((box?.y ?? 0) + (box?.height ?? 9999), name).toBeLessThanOrEqual(size.height);
        expect.soft(box?.height, name).toBeGreaterThanOrEqual(44);
        const next = await page.getByRole('region', { name: 'Next post' }).boundingBox();
        if (size.height > 340 && size.width > 320)
          expect.soft((next?.y ?? 0) + (next?.height ?? 9999), name).toBeLessThanOrEqual(box?.y ?? 0);
        if (sizePictures !== undefined) await page.screenshot({ path: join(sizePictures, `${name}.png`) });
        if (!isShort || size.width === 390) expect.soft(await findAccessibilityProblems(page), name).toEqual([]);
      }
      await page.setViewportSize({ width: 1024, height: 768 });
      await comparePicture(page.locator('.presenter'), `presenter-${state}-${colorScheme}`, 0.002);
    });
  }
}

for (const [turn, language] of ['en', 'de', 'es', 'fr'].entries())
  test(`the tally and the clock are one line on a phone, in the language ${language}`, async () => {
    const { page, base } = shared;
    for (const state of takeTurn(presenterStates, turn % 2)) {
      await openPresenterState(page, base, state, language);
      for (const width of [320, 360, 390]) {
        await page.setViewportSize({ width, height: 780 });
        const [tally, clock] = await Promise.all(
          ['.presenter-tally', '.presenter-clock'].map((part) => page.locator(part).boundingBox()),
        );
        const name = `${state} ${width}`;
        expect.soft(clock?.y ?? 9999, name).toBeLessThan((tally?.y ?? 0) + (tally?.height ?? 0));
        expect.soft((clock?.x ?? 0) + (clock?.width ?? 0), name).toBeCloseTo(width - 16, 0);
      }
    }
  });

test('nothing on the presenter’s page moves, and the focus is in sight', async () => {
  const { page, base } = shared;
  await page.goto(`${base}presenterStates.html?state=now`);
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
  const button = page.getByRole('button', { name: 'Mark used' });
  for (let press = 0; press < 3 && !(await button.evaluate((element) => element.matches(':focus'))); press += 1)
    await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  expect(await button.evaluate((element) => getComputedStyle(element).outlineWidth)).toBe('3px');
});

for (const size of [sizes[0], { width: 740, height: 360 }])
  test(`the lower edge of a long post is shaded until its end is in view, ${size.width} × ${size.height}`, async () => {
    const { page, base } = shared;
    await page.setViewportSize(size);
    await openPresenterState(page, base, 'long');
    const words = page.locator('.presenter-words');
    const scrollTo = (y: number) => words.evaluate((element, top) => element.scrollTo({ top }), y);
    const box = await words.boundingBox();
    if (box === null) throw new Error('no words');
    // No text reaches the last column.
    const clip = { x: box.x + box.width - 1, y: box.y + box.height - 4, width: 1, height: 4 };
    const edge = async () => (await page.screenshot({ clip })).toString('base64');
    await scrollTo(9999);
    const atEnd = await edge();
    await scrollTo(0);
    expect(await edge()).not.toBe(atEnd);
  });
