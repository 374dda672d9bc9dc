/** Finds what an overlay must never do: throw, break its content policy, or let text run out of its box. */
import type { Page } from '@playwright/test';

export function watchOverlayFaults(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) faults.push(message.text());
  });
  return faults;
}

/** Elements whose text is wider or higher than their box, or that reach out of the frame. */
export const findOverflow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('.is-shown .post-text, .is-shown .who-name, .is-shown .who-from, .is-shown'))
      .filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const isOutside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
        const isText = element.matches('.post-text');
        return isOutside || (isText && element.scrollWidth > element.clientWidth + 1);
      })
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`),
  );
