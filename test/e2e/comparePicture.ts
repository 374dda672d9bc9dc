/** Compares what is on screen with a picture in `test/fixtures/pictures`. */
import { expect, type Locator, type Page, test } from '@playwright/test';

/** Text looks different on other platforms, so only Linux compares. The comparison waits until two pictures are equal, without animations. */
export async function comparePicture(subject: Page | Locator, name: string): Promise<void> {
  if (process.platform !== 'linux') {
    test.info().annotations.push({ type: 'not compared', description: 'pictures are compared on Linux only' });
    return;
  }
  if ('goto' in subject) await expect(subject).toHaveScreenshot(`${name}.png`, { scale: 'device' });
  else await expect(subject).toHaveScreenshot(`${name}.png`, { scale: 'device' });
}
