/** Presses a desk key that needs a second press, at an operator's pace. */
import { expect, type Page } from '@playwright/test';

/** Presses a key until it is armed, then once more. The desk ignores a press right after a change. */
export async function pressTwice(page: Page, key: string): Promise<void> {
  const armed = page.getByText(new RegExp(`^Press \\S*${key.slice(-1).toUpperCase()} again|^Press again`)).first();
  await expect(async () => {
    if (!(await armed.isVisible())) await page.keyboard.press(key);
    await expect(armed).toBeVisible({ timeout: 500 });
  }).toPass();
  // A second press within 150 ms counts as a bounce.
  await page.waitForTimeout(200);
  await page.keyboard.press(key);
}
