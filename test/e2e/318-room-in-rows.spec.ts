/** Tests that a row hides a badge, the source or the age only if the author’s name leaves no room, and that the head of live shows its counts. */
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
