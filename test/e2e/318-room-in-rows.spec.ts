/** Tests that a row hides a badge, the source or the age only if the author’s name leaves no room, and that heads and filters use the room they have. */
import { expect } from '@playwright/test';
import { isShort, takeTurn } from '../shortRun.ts';
import { openDeskState, shareStatesPage } from './deskStates.ts';
import { findHiddenParts, namesOfAnyLength } from './hiddenParts.ts';
import { test } from './watchedPages.ts';

const sizes = [
  { width: 1920, height: 1080 },
  { width: 1600, height: 1000 },
  { width: 1280, height: 720 },
] as const;

const shared = shareStatesPage();

for (const language of isShort ? takeTurn(['en', 'de', 'es', 'fr'], 1) : ['en', 'de', 'es', 'fr']) {
  test(`rows hide no part beside room, with names of any length in ${language}`, async () => {
    const { page, base } = shared;
    await page.setViewportSize(sizes[0]);
    await openDeskState(page, base, 'crowded', language);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await expect(page.locator('.row-line .badge + .badge').first()).toBeAttached({ attached: size.width >= 1600 });
      expect.soft(await findHiddenParts(page, namesOfAnyLength), `${size.width} px`).toEqual([]);
    }
  });

  test(`the head of live shows the counts of guarded and blocked posts at 1280 px in ${language}`, async () => {
    const { page, base } = shared;
    await page.setViewportSize({ width: 1280, height: 720 });
    await openDeskState(page, base, 'crowded', language);
    const [note, counts] = [page.locator('.is-live .list-note'), page.locator('.is-live .list-note > span')];
    const [shown, inner] = [await note.boundingBox(), await counts.boundingBox()];
    // Counts without room are beside it.
    expect(inner?.x).toBe(shown?.x);
  });
}

test('a badge with the name of an operator cuts the name, never the time after it', async () => {
  const { page, base } = shared;
  for (const language of ['en', 'es'])
    for (const width of [1920, 1280, 1024]) {
      await page.setViewportSize({ width, height: 768 });
      await openDeskState(page, base, 'two-desks', language);
      const badge = page.getByRole('option', { name: /Luca Moretti/ }).locator('.badge');
      const hidden = await badge.evaluate((element) => {
        const end = document.createRange();
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        while (texts.nextNode() !== null) end.selectNodeContents(texts.currentNode);
        const line = element.closest('.row-line') ?? element;
        const edges = [element, line].map((part) => part.getBoundingClientRect().right);
        return `${end}`.endsWith('20:42:47') ? end.getBoundingClientRect().right - Math.min(...edges) : null;
      });
      expect(hidden, `${language}, ${width} px`).toBeLessThan(0);
    }
});

test('the Collections screen begins at the edge of its head, and each of its filters is one line', async () => {
  const { page, base } = shared;
  for (const [language, width] of [
    ['en', 1920],
    ['es', 1280],
    ['de', 1024],
    ['es', 1024],
  ] as const) {
    await page.setViewportSize({ width, height: 768 });
    await openDeskState(page, base, 'collections', language);
    const edges = await page
      .locator('.page-head .button, .collections-list .find, .collections')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().left));
    expect(new Set([edges[0], ...edges.slice(-2)]).size, `${language}, ${width} px: ${edges}`).toBe(1);
    const wrapped = await page
      .locator('.collections-list .chips > *')
      .evaluateAll((chips) => chips.filter((chip) => chip.clientHeight > 44).map(({ textContent }) => textContent));
    expect(wrapped, `${language}, ${width} px`).toEqual([]);
  }
});
