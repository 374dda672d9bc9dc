/** Collects what an overlay must never do: throw, or break its content policy. */
import type { Page } from '@playwright/test';

export function watchOverlayFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return faults;
}
