/** Presses of an operator's keys, at the pace of a hand. */
import { expect, type Page } from '@playwright/test';

/** Presses a guarded key twice. A press right after a change is refused on purpose, so the first is tried until the desk asks for the second. */
export async function pressTwice(page: Page, key: string): Promise<void> {
  const armed = page.getByText(new RegExp(`^Press \\S*${key.slice(-1).toUpperCase()} again|^Press again`)).first();
  await expect(async () => {
    if (!(await armed.isVisible())) await page.keyboard.press(key);
    await expect(armed).toBeVisible({ timeout: 500 });
  }).toPass();
  // A second press that comes at once is taken for the first one bouncing.
  await page.waitForTimeout(200);
  await page.keyboard.press(key);
}
