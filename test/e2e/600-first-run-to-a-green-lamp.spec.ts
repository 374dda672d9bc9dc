/** Journey: from the first run, through the setup, to the green lamp of a real program that reads the feed, there and on the desk’s Recipes screen. */
import { expect, type Page } from '@playwright/test';
import { full } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { findAccessibilityProblems, tabTo } from './accessibility.ts';
import { findMissingProgram, startObs } from './obsStudio.ts';
import { type RunningProgram, startFirstRun } from './startShow.ts';
import { type OpenPage, test } from './watchedPages.ts';

/** OBS starts on a busy machine, and its script reads every five seconds. */
const longTimeout = { timeout: 60_000 };

let engine: RunningProgram;
let stopReader: () => Promise<void> = async () => undefined;
test.beforeEach(async ({ context, expectedMessages, lastly }) => {
  test.setTimeout(180_000);
  // The desk’s connection while the demo starts.
  expectedMessages.push(/WebSocket connection to '.*' failed: /);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  engine = await startFirstRun(createTemporaryFolder('recipes'));
  lastly(engine.stop);
});
test.afterEach(() => stopReader());

async function openDesk(page: Page, size: { readonly width: number; readonly height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.goto(`${engine.ready['desk']}/#token=${engine.ready['token']}`);
  await expect(page.getByRole('heading', { name: 'Start with the demo' })).toBeVisible(longTimeout);
}

/** The lamp of the setup’s step in OBS. */
const setupLamp = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).locator('.lamp');
const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name });

async function expectWaitingForObs(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'See it in OBS' })).toBeVisible(longTimeout);
  await expect(setupLamp(page, /^Waiting for OBS to connect\./)).toBeVisible();
  await expect(page.frameLocator('iframe[src*="/overlay/card"]').getByText(/\S/).first()).toBeVisible(longTimeout);
}

async function expectGreenInSetup(page: Page): Promise<void> {
  await expect(setupLamp(page, /^OBS is connected\.$/)).toHaveClass(/is-good/, longTimeout);
}

const target = (page: Page, name: RegExp) => page.getByRole('radio', { name });
const proof = (page: Page) => page.locator('.proof');
const readClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** A real OBS reads the text source’s address; without one, a browser with OBS’s user agent shows the overlay. */
async function startReader(openPage: OpenPage, textSource: string): Promise<string> {
  const missing = findMissingProgram();
  if (missing === null) {
    const obs = await startObs(textSource);
    stopReader = () => obs.stop();
    return 'It read text/message.';
  }
  console.log(`No real OBS: ${missing}`);
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/127.0.0.0 Safari/537.36 OBS/32.0.1';
  const source = await openPage(`${engine.ready['feed']}/overlay/card?feed=main`, { userAgent });
  stopReader = () => source.context().close();
  return 'It used the socket.';
}

async function expectGreen(page: Page, read: string): Promise<void> {
  await expect(target(page, /^OBS\s*Pulled/)).toBeVisible(longTimeout);
  await expect(proof(page)).toHaveClass(/is-good/);
  await expect(proof(page)).toContainText(/^OBS is pulling\. Last pull .+ ago from .*this machine/);
  await expect(proof(page)).toContainText(read);
  await expect(proof(page)).toContainText('It has the newest list.', longTimeout);
  await expect(page.getByRole('status').filter({ hasText: /^OBS is pulling\.$/ })).toHaveCount(1);
}

test('a real reader turns its lamp green, by mouse', async ({ page, openPage, takePicture }) => {
  await openDesk(page, { width: 1920, height: 1080 });
  await takePicture(page, 'first run');
  await page.getByRole('button', { name: 'Start the demo' }).click();
  await expectWaitingForObs(page);
  await page.getByRole('button', { name: 'Copy the address for OBS' }).click();
  await expect.poll(() => readClipboard(page)).toBe(`${engine.ready['feed']}/overlay/card?feed=main`);
  await takePicture(page, 'before');

  const read = await startReader(openPage, `${engine.ready['feed']}/feeds/main/text/message`);
  await expectGreenInSetup(page);
  await takePicture(page, 'green in the setup');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByLabel('Service address')).toBeVisible();
  await expect(step(page, 'See it in OBS').getByRole('img', { name: 'done' })).toBeVisible();
  await page.getByRole('button', { name: 'Leave setup. The demo keeps running.' }).click();
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name: 'Recipes' }).click();
  await expectGreen(page, read);
  const text = page.locator('.address').filter({ hasText: 'Text source' });
  await text.getByRole('button', { name: 'Copy: Text source' }).click();
  await expect(text.getByText('Copied')).toBeVisible();
  expect(await readClipboard(page)).toBe(`${engine.ready['feed']}/feeds/main/text/message`);
  await takePicture(page, 'green');
  expect(await findAccessibilityProblems(page)).toEqual([]);
  await stopReader();
  stopReader = async () => undefined;
  await expect(target(page, /^OBS\s*Last pulled \d+ s ago/)).toBeVisible(longTimeout);
  await expect(proof(page)).toContainText('OBS has stopped pulling.');
  await expect(proof(page)).toHaveClass(/is-warn/);
  await takePicture(page, 'stopped');

  await target(page, /^vMix, data source\s*Never pulled/).click();
  await expect(proof(page)).toContainText('No data source has read an address with name=vMix.');
  await expect(page.getByRole('columnheader', { name: 'fullName' })).toBeVisible();
  // No other reader of this document is vMix.
  await fetch(`${engine.ready['feed']}/feeds/main/vmix.json?rows=12`);
  await expect(target(page, /^Plain HTTP\s*Pulled/)).toBeVisible();
  await expect(target(page, /^vMix, data source\s*Never pulled/)).toBeVisible();
  await expect(proof(page)).toContainText('If vMix reads an address without it, use one of the addresses below');
  const rows = page.locator('.address').filter({ hasText: 'All rows' });
  await rows.getByRole('button', { name: 'Copy: All rows' }).click();
  await expect(rows.getByText('Copied')).toBeVisible();
  await fetch(await readClipboard(page));
  await expect(target(page, /^vMix, data source\s*Pulled/)).toBeVisible();
  await expect(proof(page)).toContainText('It read vmix.json.');
});

test('a real reader turns its lamp green, by keys alone', full, async ({ page, openPage, takePicture }) => {
  await openDesk(page, { width: 1280, height: 720 });
  const overlay = `${engine.ready['feed']}/overlay/card?feed=main`;
  const textSource = `${engine.ready['feed']}/feeds/main/text/message`;
  await tabTo(page, /^Start the demo$/);
  await page.keyboard.press('Enter');
  await expectWaitingForObs(page);
  await tabTo(page, /^Copy the address for OBS/);
  await page.keyboard.press('Enter');
  await expect.poll(() => readClipboard(page)).toBe(overlay);
  await takePicture(page, 'before');

  const read = await startReader(openPage, textSource);
  await expectGreenInSetup(page);
  await takePicture(page, 'green in the setup');
  await tabTo(page, /^Continue$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Connect your service' })).toBeFocused();
  await tabTo(page, /^Leave setup/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('F2');
  await expectGreen(page, read);
  await page.keyboard.press('d');
  await expect.poll(() => readClipboard(page)).toBe(overlay);
  await page.keyboard.press('d');
  await expect.poll(() => readClipboard(page)).toBe(textSource);
  await takePicture(page, 'green');
  // The answers of every second take the focus from nothing.
  await tabTo(page, /^OBS/);
  await page.keyboard.press('ArrowDown');
  await expect(target(page, /^vMix, data source/)).toBeChecked();
  await page.waitForTimeout(2500);
  await expect(target(page, /^vMix, data source/)).toBeFocused();
  await page.keyboard.press('d');
  await expect.poll(() => readClipboard(page)).toBe(`${engine.ready['feed']}/feeds/main/vmix.json?rows=12&name=vMix`);
  await page.keyboard.press('Escape');
  await expect(page.locator('#list-live')).toBeVisible();
  await takePicture(page, 'the show');
});
