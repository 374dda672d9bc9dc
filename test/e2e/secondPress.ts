/** Presses what needs a second press, with the pages’ clock stopped, so that a busy machine cannot use up the two seconds. */
import { expect, type Locator, type Page } from '@playwright/test';

/** Longer than a desk ignores presses of a row that changed; shorter than the silence that disconnects it. */
const settleMs = 900;
/** Longer than the time in which a second press is a bounce. */
const betweenPressesMs = 200;

/** Needs `page.clock.install()` before the page is opened. `armed` is what shows after the first press. */
export async function confirmPress(
  page: Page,
  press: () => Promise<void>,
  armed: Locator,
  pressAgain: () => Promise<void>,
): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + settleMs);
  await press();
  await expect(armed).toBeVisible();
  await page.clock.runFor(betweenPressesMs);
  await pressAgain();
  await page.clock.resume();
}

/** Presses a key of the desk twice. */
export async function pressTwice(page: Page, key: string): Promise<void> {
  const press = () => page.keyboard.press(key);
  const armed = page.getByText(new RegExp(`^Press \\S*${key.slice(-1).toUpperCase()} again|^Press again`)).first();
  await confirmPress(page, press, armed, press);
}

/** Clicks a button twice; after the first click its name has “press again”, on a key of the desk with the letter. */
export async function clickTwice(page: Page, button: Locator): Promise<void> {
  const again = page.getByRole('button', { name: /^press again|: press \S+ again$/i });
  await confirmPress(
    page,
    () => button.click(),
    again,
    () => again.click(),
  );
}
