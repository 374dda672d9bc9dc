/** Tests that an alarm, a hold and a lost connection move neither the strip nor the keys nor the lists, which an operator finds without looking. */
import { expect, type Page } from '@playwright/test';
import { isShort, takeTurn } from '../shortRun.ts';
import { openDeskState, shareStatesPage } from './deskStates.ts';
import { test } from './watchedPages.ts';

/** Below 1024 px, an alarm takes the room that its words need. */
const sizes = [
  { width: 1920, height: 1080 },
  { width: 1600, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
] as const;
const languages = ['en', 'de', 'es', 'fr'] as const;

const shared = shareStatesPage();

async function findPositions(page: Page): Promise<Readonly<Record<string, readonly number[]>>> {
  const positions: Record<string, readonly number[]> = {};
  for (const size of sizes) {
    await page.setViewportSize(size);
    positions[`${size.width} × ${size.height}`] = await page
      .locator('.strip, .key, .show .list-rows')
      .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().y));
  }
  return positions;
}

for (const language of isShort ? takeTurn(languages, 0) : languages) {
  test(`an alarm, a hold and a lost connection move no strip, key or list in ${language}`, async () => {
    const { page, base } = shared;
    await openDeskState(page, base, 'following', language);
    const positions = await findPositions(page);
    for (const state of ['onair-risk', 'cut-off', 'held']) {
      await openDeskState(page, base, state, language);
      expect.soft(await findPositions(page), state).toEqual(positions);
    }
  });
}
