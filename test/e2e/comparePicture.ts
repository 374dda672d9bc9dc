/** Compares what is on screen with a picture in `test/fixtures/pictures`. */
import { type Browser, expect, type Locator, test } from '@playwright/test';
import { hasHeadlessShell } from '../../scripts/findBrowser.ts';

/** The comparison waits until the picture matches, without animations. */
export async function comparePicture(subject: Locator, name: string, maxDiffPixelRatio: number): Promise<void> {
  if (!(await canCompare(subject))) return;
  await expect(subject).toHaveScreenshot(`${name}.png`, { scale: 'device', maxDiffPixelRatio });
}

/** Like `comparePicture`, but passes only if the picture differs. */
export async function expectOtherPicture(subject: Locator, name: string, maxDiffPixelRatio: number): Promise<void> {
  if (!(await canCompare(subject))) return;
  await expect(subject).not.toHaveScreenshot(`${name}.png`, { scale: 'device', maxDiffPixelRatio });
}

/** Text of the system’s own fonts, with characters that the product’s fonts lack. Greenroom’s styles play no part in it. */
const sample = `<body style="margin:0;width:320px;height:120px;font-size:24px">
<div style="font-family:sans-serif">Hamburgefonstiv 0123</div><div style="font-family:monospace">→ ✓ ⏎ ☔ ▲ ⇧</div></body>`;

let fault: Promise<string | null> | null = null;

async function canCompare(subject: Locator): Promise<boolean> {
  fault ??= findFault(subject.page().context().browser());
  const description = await fault;
  if (description !== null) test.info().annotations.push({ type: 'not compared', description });
  return description === null;
}

/** Text has other edges on other platforms, in other browsers and with other fonts. Resolves with `null` if it is drawn here as in the pictures. */
async function findFault(browser: Browser | null): Promise<string | null> {
  if (process.platform !== 'linux' || !hasHeadlessShell() || browser === null)
    return 'pictures are compared on Linux in the headless shell only';
  // Otherwise the page has the scale of the spec that comes first.
  const page = await browser.newPage({ viewport: { width: 320, height: 120 }, deviceScaleFactor: 1 });
  try {
    await page.setContent(sample);
    expect(await page.screenshot()).toMatchSnapshot('system-fonts.png', { maxDiffPixelRatio: 0.002 });
    return null;
  } catch (error) {
    // Fonts never change its size, so such a picture is a mistake that would skip every comparison.
    if (String(error).includes('Expected an image')) throw error;
    return 'this browser draws the system’s fonts otherwise than in the pictures (system-fonts.png)';
  } finally {
    await page.close();
  }
}
