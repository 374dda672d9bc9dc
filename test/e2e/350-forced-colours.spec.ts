/** Tests that forced colours keep the chosen tab, and the difference between solid (on air) and hollow (not on air). */
import { expect, type Locator, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { twoSizes, waysAt } from './buttonPositions.ts';
import { openDeskState, type ServedStates, serveDeskStates, statesTest as test } from './deskStates.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

const open = async (page: Page, state: string): Promise<void> => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openDeskState(page, served.base, state);
};
const fillOf = (part: Locator): Promise<string> =>
  part.first().evaluate((element) => getComputedStyle(element).backgroundColor);
const frameOf = (part: Locator): Promise<string> =>
  part.first().evaluate((element) => {
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth}, ${borderTopStyle} ${borderTopWidth}`;
  });
const canvas = /^rgba?\(255, 255, 255(, [01])?\)$|^rgba\(0, 0, 0, 0\)$/;
const tally = (page: Page, state: string): Locator => page.locator(`.row.is-${state} > .row-tally`);

for (const size of takeTurn(twoSizes, 1)) {
  test(`solid is on air and hollow is not, at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, 'held');
    for (const state of ['air', 'now', 'leaving']) expect(await fillOf(tally(page, state)), state).not.toMatch(canvas);
    for (const state of ['waiting', 'blocked']) {
      expect(await fillOf(tally(page, state)), state).toMatch(canvas);
      expect(await frameOf(tally(page, state)), state).toMatch(/^solid [1-9]/);
    }
    expect(await fillOf(page.locator('.fact.is-tally'))).not.toMatch(canvas);
    await open(page, 'cleared');
    expect(await fillOf(page.locator('.fact.is-tally'))).toMatch(canvas);
    expect(await frameOf(page.locator('.fact.is-tally'))).toMatch(/^solid [1-9]/);
    expect(await frameOf(tally(page, 'off'))).toMatch(/^solid [1-9]/);
    await page.screenshot({ path: test.info().outputPath('cleared.png') });
    await open(page, 'following');
    await expect(page.locator('.list.is-live .list-foot')).not.toContainText('red');
    await page.screenshot({ path: test.info().outputPath('following.png') });
  });

  test(`the chosen recipe and a green lamp differ from the others, at ${size.width} px`, async ({ page }) => {
    await page.setViewportSize(size);
    await open(page, 'recipes');
    const chosen = page.locator('.recipe-list .is-on');
    expect(await fillOf(chosen)).not.toBe(await fillOf(page.locator('.recipe-list button:not(.is-on)')));
    await expect(page.locator('.proof svg')).toBeVisible();
    expect(await frameOf(page.locator('.proof'))).toMatch(/solid 1px$/);
    await page.screenshot({ path: test.info().outputPath('recipes.png') });
  });

  for (const by of waysAt(size, 1)) {
    test(`the chosen tab, feed and screen differ from the others, by ${by} at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size);
      await open(page, 'log');
      const tab = (name: string): Locator => page.getByRole('tab', { name });
      if (by === 'mouse') await tab('History').click();
      else {
        await tab('Events').focus();
        await page.keyboard.press('ArrowRight');
      }
      await expect(tab('History')).toHaveAttribute('aria-selected', 'true');
      const chosen = await fillOf(tab('History'));
      expect(chosen).not.toBe(await fillOf(tab('Events')));
      expect(await fillOf(page.locator('.feed-tabs .is-on'))).not.toBe(
        await fillOf(page.locator('.feed-tabs button:not(.is-on)')),
      );
      expect(await fillOf(page.locator('.tool[aria-current]'))).not.toBe(
        await fillOf(page.locator('.tool:not([aria-current])')),
      );
      expect(await fillOf(page.locator('.revision.is-selected'))).not.toBe(
        await fillOf(page.locator('.revision:not(.is-selected)')),
      );
    });
  }
}
