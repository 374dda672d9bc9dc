/** Tests that each painted frame shows one state, also while ten changes a second reach a list of ten thousand posts. */
import { expect } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { twoSizes } from './buttonPositions.ts';
import { openDeskState, overlaysOfOneAddress, type ServedStates, serveDeskStates } from './deskStates.ts';
import { test } from './watchedPages.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

for (const size of takeTurn(twoSizes, 1)) {
  test(`the rows and the revision number of each frame belong together, at ${size.width} px`, async ({
    page,
    expectedMessages,
  }) => {
    expectedMessages.push(...overlaysOfOneAddress);
    await page.setViewportSize(size);
    await openDeskState(page, served.base, 'following');
    const frames = await page.evaluate(async () => {
      const seen: (readonly [revision: string, first: string])[] = [];
      const desk = document.querySelector('.desk');
      window.dispatchEvent(new CustomEvent('play', { detail: 'ten-thousand-changes' }));
      let framesLeft = 3;
      while (framesLeft > 0) {
        await new Promise(requestAnimationFrame);
        const revision = /Revision (\d+)/.exec(document.querySelector('.strip')?.textContent ?? '')?.[1] ?? '';
        const first = document.querySelector('#list-live [aria-posinset="1"] .row-name')?.textContent ?? '';
        seen.push([revision, first]);
        if (desk?.getAttribute('data-pushed') === 'all') framesLeft -= 1;
      }
      return seen;
    });
    const changed = frames.filter(([revision]) => Number(revision) > 128);
    expect(changed.filter(([revision, first]) => first !== `Change ${revision}`)).toEqual([]);
    // Changes reach the screen while others still come in, and the last one does.
    expect(new Set(changed.map(([revision]) => revision)).size).toBeGreaterThan(5);
    expect(frames.at(-1)).toEqual(['158', 'Change 158']);
  });
}
