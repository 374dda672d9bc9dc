/** Compares what is on screen with a picture in `test/fixtures/pictures`. */
import { expect, type Locator, test } from '@playwright/test';
import { hasHeadlessShell } from '../../scripts/findBrowser.ts';

/** Text has other edges on other platforms and in a whole browser, so only the headless shell on Linux compares. The comparison waits until the picture matches, without animations. */
export async function comparePicture(subject: Locator, name: string, maxDiffPixelRatio: number): Promise<void> {
  if (!canCompare()) return;
  await expect(subject).toHaveScreenshot(`${name}.png`, { scale: 'device', maxDiffPixelRatio });
}

/** Like `comparePicture`, but passes only if the picture differs. */
export async function expectOtherPicture(subject: Locator, name: string, maxDiffPixelRatio: number): Promise<void> {
  if (!canCompare()) return;
  await expect(subject).not.toHaveScreenshot(`${name}.png`, { scale: 'device', maxDiffPixelRatio });
}

function canCompare(): boolean {
  if (process.platform === 'linux' && hasHeadlessShell()) return true;
  test.info().annotations.push({
    type: 'not compared',
    description: 'pictures are compared on Linux in the headless shell only',
  });
  return false;
}
