/** Presses operator keys at a realistic pace. */
import { expect, type Page } from '@playwright/test';

/** Presses a guarded key twice. The desk refuses a press right after a change, so the first press repeats until the key is armed. */
export async function pressTwice(page: Page, key: string): Promise<void> {
  const armed = page.getByText(new RegExp(`^Press \\S*${key.slice(-1).toUpperCase()} again|^Again\\?`)).first();
  await expect(async () => {
    if (!(await armed.isVisible())) await page.keyboard.press(key);
    await expect(armed).toBeVisible({ timeout: 500 });
  }).toPass();
  // The desk ignores a second press that follows too quickly, as key bounce.
  await page.waitForTimeout(200);
  await page.keyboard.press(key);
}
