/** Enters a secret in Settings, Source, as an operator does. */
import { expect, type Locator, type Page } from '@playwright/test';
import type { Means } from './driver.ts';

/** Replaces it if there is one. The screen is open; `title` is the label of the field. */
export async function enterSecret(page: Page, means: Means, title: string, value: string): Promise<void> {
  const row = page.locator('[data-secret]').filter({ has: page.getByText(title, { exact: true }) });
  const replace = row.getByRole('button', { name: /^Replace/ });
  const field = row.getByRole('textbox');
  await expect(field).toBeVisible();
  if (means === 'mouse') {
    if (await replace.isVisible()) await replace.click();
    await field.fill(value);
    await row.getByRole('button', { name: /^(?:Set|Use this .*)$/ }).click();
  } else {
    await tabToInside(page, row);
    await page.keyboard.type(value);
    await page.keyboard.press('Enter');
  }
  await expect(replace).toBeVisible();
}

/** Presses Tab until the focus is in this part of the page. */
export async function tabToInside(page: Page, part: Locator): Promise<void> {
  for (let step = 0; step < 120; step += 1) {
    await page.keyboard.press('Tab');
    if (await part.evaluate((element) => element.contains(document.activeElement))) return;
  }
  throw new Error('Tab never reached it');
}
