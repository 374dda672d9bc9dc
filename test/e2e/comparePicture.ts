/** Compares what is on screen with a picture in `test/fixtures/pictures`. */
import { expect, type Locator, test } from '@playwright/test';

/** Text looks different on other platforms, so only Linux compares. The comparison waits until two pictures are equal, without animations. */
export async function comparePicture(subject: Locator, name: string): Promise<void> {
  if (process.platform !== 'linux') {
    test.info().annotations.push({ type: 'not compared', description: 'pictures are compared on Linux only' });
    return;
  }
  await expect(subject).toHaveScreenshot(`${name}.png`, { scale: 'device' });
}
