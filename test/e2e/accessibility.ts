/** Finds what axe reports as serious or critical on a page, and presses keys as someone without a pointer does. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** One line for each finding: the rule and the elements. */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
  // Legacy mode collects the results in the page itself instead of in a new one, in half the time; it skips frames from other servers, such as the overlay’s.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any.map(({ message }) => message).join('; ')}`).join(' | ')}`,
    );
}

/** Returns the accessible name of the focused element. */
export const readFocusedName = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return 'nothing';
    const label =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels?.[0] : null;
    return (element.getAttribute('aria-label') ?? label?.textContent ?? element.innerText).trim();
  });

/** Presses Tab until an element with this name has the focus. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const names: string[] = [];
  for (let n = 0; n < 120; n += 1) {
    await page.keyboard.press('Tab');
    names.push(await readFocusedName(page));
    if (name.test(names.at(-1) ?? '')) return;
  }
  throw new Error(`Tab never reached ${name}, only ${names.join(' | ')}`);
}
