/** Compares each state of the desk with its picture, in which a missing part, another colour or another place differs. */
import { expect, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { comparePicture, expectOtherPicture } from './comparePicture.ts';
import { deskStates, feedOrigin, openDeskState, shareMockUpPages } from './deskStates.ts';
import { test } from './watchedPages.ts';

// Pictures of half the size are enough to compare.
// With reduced motion, the video of a selected post does not play.
const shared = shareMockUpPages({
  ...{ deviceScaleFactor: 0.5, viewport: { width: 1280, height: 720 } },
  reducedMotion: 'reduce',
});
/** One page for all states, so that code and fonts load once. */
let page: Page;

test.beforeAll(async () => {
  page = await shared.newPage();
});

/** At this size, other hinting of the text changes no pixel; a hidden key changes at least 220 of 230,400. */
const maxDiffPixelRatio = 0.0008;
const desk = () => page.locator('#desk');

/** A third of them in a short run, and not those of 300. */
const statesOfRun = takeTurn(deskStates, 1, 3);

for (const state of statesOfRun) {
  test(`${state} looks as in its picture`, async () => {
    await openDeskState(page, `${feedOrigin}/`, state);
    await expect(page.getByText('Checking…')).toHaveCount(0);
    await comparePicture(desk(), `desk-${state}`, maxDiffPixelRatio);
  });
}

test('a hidden key, hidden notes, another colour and a moved part differ from the picture', async () => {
  await openDeskState(page, `${feedOrigin}/`, 'following');
  await comparePicture(desk(), 'desk-following', maxDiffPixelRatio);
  for (const rule of [
    '.key:nth-child(2) { visibility: hidden }',
    '.fact-note { visibility: hidden }',
    ':root { --air-now: gray }',
    '.list-head { margin-top: 4px }',
  ]) {
    const style = await page.addStyleTag({ content: rule });
    await test.step(rule, () => expectOtherPicture(desk(), 'desk-following', maxDiffPixelRatio));
    await style.evaluate((element) => element.parentNode?.removeChild(element));
  }
});
