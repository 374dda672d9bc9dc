/** Tests each state of the desk at widths between the tested sizes, in the longest language. Only a release runs all of it. */
import { expect } from '@playwright/test';
import { isEveryTest } from '../shortRun.ts';
import { deskStates, openDeskState, shareStatesPage } from './deskStates.ts';
import { findLayoutFaults } from './layoutFaults.ts';
import { test } from './watchedPages.ts';

/** Common windows and monitors, on each side of the widths at which the layout changes. */
const sizes = [
  { width: 1100, height: 720 },
  { width: 1366, height: 768 },
  { width: 1440, height: 900 },
  { width: 1600, height: 900 },
  { width: 1728, height: 1117 },
  { width: 2560, height: 1440 },
] as const;

const shared = shareStatesPage();

for (const state of isEveryTest ? deskStates : ['held-guarded']) {
  test(`${state} fits at widths between the tested sizes, in the longest language`, async () => {
    const { page, base } = shared;
    await page.setViewportSize({ width: 1920, height: 1080 });
    await openDeskState(page, base, state, 'longest');
    for (const size of sizes) {
      await page.setViewportSize(size);
      expect.soft(await findLayoutFaults(page), `${state}-${size.width}x${size.height}`).toEqual([]);
    }
  });
}
