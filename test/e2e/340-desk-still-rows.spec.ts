/** Tests that the row under the pointer, or the row selected by keys, stays in place while rows come and go around it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { twoSizes, waysAt } from './buttonPositions.ts';
import { openDeskState, type ServedStates, serveDeskStates, statesTest as test } from './deskStates.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

/** Longer than a row counts as pointed at after the pointer has left it. */
const restingMs = 1700;

const push = (page: Page, name: string): Promise<void> =>
  page.evaluate(async (detail) => {
    window.dispatchEvent(new CustomEvent('play', { detail }));
    // Longer than a row takes to slide.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }, name);
/** The row’s place once no row slides, which a busy machine delays. */
const topOf = (row: Locator): Promise<number> =>
  row.evaluate(async (element) => {
    const slides = element.closest('.list-rows')?.getAnimations({ subtree: true }) ?? [];
    await Promise.allSettled(slides.filter((slide) => slide instanceof CSSTransition).map(({ finished }) => finished));
    return Math.round(element.getBoundingClientRect().top);
  });

const cases = [
  ['live', 'Tom Okafor', 'first-goes-live'],
  ['staging', 'Petra', 'first-goes-live'],
  ['staging', 'Petra', 'arrivals'],
] as const;

for (const [turn, [list, name, change]] of cases.entries()) {
  for (const size of twoSizes) {
    for (const by of waysAt(size, turn)) {
      test(`${name} in ${list} stays in place when ${change} changes the rows above, by ${by} at ${size.width} px`, async ({
        page,
      }) => {
        await page.setViewportSize(size);
        await openDeskState(page, served.base, 'following');
        const row = page.locator(`#list-${list} [role="option"]`, { hasText: name });
        if (by === 'mouse') {
          await row.hover();
          // A resting pointer is still over its row.
          await page.waitForTimeout(restingMs);
        } else {
          await page.keyboard.press(list === 'live' ? 'ArrowRight' : 'ArrowLeft');
          await page.keyboard.press('Home');
          for (let n = 0; n < 12 && !((await row.getAttribute('aria-selected')) === 'true'); n += 1)
            await page.keyboard.press('ArrowDown');
          await expect(row).toHaveAttribute('aria-selected', 'true');
          await page.waitForTimeout(300);
        }
        const before = await topOf(row);
        const position = await row.getAttribute('aria-posinset');
        await push(page, change);
        expect(await row.getAttribute('aria-posinset')).not.toBe(position);
        expect(await topOf(row)).toBe(before);
      });
    }
  }
}

for (const size of twoSizes) {
  for (const by of waysAt(size, 1)) {
    test(`a filtered row stays in place while the current post is pinned above it, and no longer, by ${by} at ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await openDeskState(page, served.base, 'following');
      // The selected row, which is in live.
      await page.keyboard.press('/');
      await page.keyboard.type('Tom Okafor');
      const row = page.locator('#list-live [role="option"]', { hasText: 'Tom Okafor' });
      const pinned = page.locator('.list-pinned');
      await expect(pinned).toHaveCount(1);
      if (by === 'mouse') {
        await row.hover();
        await page.waitForTimeout(restingMs);
      } else {
        await page.locator('#list-live').focus();
        await expect(row).toHaveAttribute('aria-selected', 'true');
      }
      const before = await topOf(row);
      for (const [change, count] of [
        ['tom-is-now', 0],
        ['mira-is-now', 1],
        ['tom-is-now', 0],
      ] as const) {
        await push(page, change);
        await expect(pinned).toHaveCount(count);
        expect(await topOf(row), change).toBe(before);
      }
    });
  }
}

for (const [size, count] of [
  [twoSizes[0], 8],
  [twoSizes[1], 5],
] as const) {
  for (const by of waysAt(size, 0)) {
    test(`a row stays in place while posts come and leave above it in a list of ${count}, by ${by} at ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await openDeskState(page, served.base, 'following');
      await push(page, `short-list ${count} 0`);
      const row = page.locator('#list-live [role="option"]', { hasText: 'Post 3' });
      if (by === 'mouse') {
        await row.hover();
        await page.waitForTimeout(restingMs);
      } else {
        await row.click();
        await page.mouse.move(0, 0);
        await page.locator('#list-live').focus();
        // The pointer that was over the row counts no longer.
        await page.waitForTimeout(restingMs);
      }
      const before = await topOf(row);
      for (const added of [1, 2, 3, 2, 1, 0, 3, 0]) {
        await push(page, `short-list ${count} ${added}`);
        await expect(row).toHaveAttribute('aria-posinset', String(4 + added));
        expect(await topOf(row), `with ${added} above`).toBe(before);
      }
    });
  }
}

for (const size of twoSizes) {
  for (const by of waysAt(size, 0)) {
    test(`new posts are counted and announced as they arrive one by one above the first rows of a long list, by ${by} at ${size.width} px`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await openDeskState(page, served.base, 'following');
      await push(page, 'long-staging 0');
      const row = page.locator('#list-staging [role="option"]', { has: page.getByText('Post 2', { exact: true }) });
      if (by === 'mouse') {
        await row.hover();
      } else {
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('Home');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowDown');
        await expect(row).toHaveAttribute('aria-selected', 'true');
      }
      const before = await topOf(row);
      const count = page.locator('[data-arrivals]');
      for (const added of [1, 2, 3, 5]) {
        await push(page, `long-staging ${added}`);
        await expect(count).toContainText(`${added} new above`);
        await expect(page.locator('.announcer')).toContainText(`New in staging: ${added} post`);
        expect(await topOf(row), `with ${added} above`).toBe(before);
      }
      // A new post that leaves is not counted any more.
      await push(page, 'long-staging 4');
      await expect(count).toContainText('4 new above');
      await page.keyboard.press('a');
      await expect(count).toHaveCount(0);
      await expect(page.locator('.announcer')).not.toContainText('New in staging');
    });
  }
}

test('the preflight opens unscrolled under a resting pointer, although its verdict takes a second line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await openDeskState(page, served.base, 'following', 'fr');
  await page.mouse.move(500, 400);
  for (const key of ['F2', 'F1', 'F3']) {
    await page.keyboard.press(key);
    // The browser finds the row under a resting pointer later.
    await page.waitForTimeout(300);
  }
  await expect(page.locator('.verdict.is-warning')).toBeVisible();
  expect(await page.locator('.page').evaluate(({ scrollTop }) => scrollTop)).toBe(0);
});
