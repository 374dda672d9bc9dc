/**
 * Tests each state of the desk and of the presenter’s page with the longest translation of each message: no interface text is cut off,
 * and axe finds nothing serious. A release tests the layout in each language too. `DESK_LANGUAGE=de` (or es, fr) tests one language.
 */
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { findAccessibilityProblems } from './accessibility.ts';
import { deskStates, openDeskState, type ServedStates, serveDeskStates } from './deskStates.ts';
import { findLayoutFaults, sizePictures, sizesOfTurn } from './layoutFaults.ts';
import { isEveryTest, isShort } from './shortRun.ts';

const chosen = process.env['DESK_LANGUAGE'] ?? 'longest';
const languages = isEveryTest ? ['longest', 'de', 'es', 'fr'] : [chosen];

let served: ServedStates;
let page: Page;

test.beforeAll(async ({ browser }) => {
  served = await serveDeskStates();
  page = await (await browser.newContext()).newPage();
});
test.afterAll(async () => {
  await page.context().close();
  await served.close();
});

async function expectFit(name: string, language: string, turn: number): Promise<void> {
  for (const size of sizesOfTurn(turn)) {
    await page.setViewportSize(size);
    const sized = `${name}-${size.width}x${size.height}`;
    expect.soft(await findLayoutFaults(page), sized).toEqual([]);
    if (sizePictures !== undefined) await page.screenshot({ path: join(sizePictures, `${sized}.png`) });
  }
  await page.setViewportSize({ width: 1920, height: 1080 });
  // A translation changes neither colours nor roles, so 300 covers a short run.
  if (!isShort && language === languages[0]) expect(await findAccessibilityProblems(page)).toEqual([]);
}

for (const language of languages) {
  for (const [turn, state] of deskStates.entries()) {
    test(`${state} fits at each size in the language ${language} and has no serious accessibility problem`, async () => {
      await page.setViewportSize({ width: 1920, height: 1080 });
      await openDeskState(page, served.base, state, language);
      await expectFit(`${state}-${language}`, language, turn);
    });
  }

  for (const [turn, state] of ['now', 'nothing', 'late', 'refused'].entries()) {
    test(`the presenter’s page, ${state}, fits at each size in the language ${language}`, async () => {
      await page.goto(`${served.base}presenterStates.html?state=${state}&language=${language}`);
      await expect(page.locator('.presenter')).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      await expectFit(`presenter-${state}-${language}`, language, turn);
    });
  }
}
