/** Skips a test in a browser that can’t play the videos of the tests, such as Playwright’s own Chromium. */
import { type Page, test } from '@playwright/test';

/** The page may be empty. */
export async function skipWithoutH264(page: Page): Promise<void> {
  const answer = await page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="avc1.42c028"'),
  );
  test.skip(answer === '', 'This browser can’t play H.264.');
}
