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

/** Elements whose text is wider or higher than their box, or that reach out of their card, tile or ticker, or out of the frame. */
export const findOverflow = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const parts = '.post-text, .who, .who-name, .who-from, .post-media, .ticker-label, .ticker-post, .tile';
    const shown = Array.from(document.querySelectorAll('.is-shown')).flatMap((picture) => [
      picture,
      ...Array.from(picture.querySelectorAll(parts)),
    ]);
    const frame = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
    return shown
      .filter((element) => {
        if (element.getClientRects().length === 0) return false;
        const box = element.getBoundingClientRect();
        const holder = element.parentElement?.closest('.tile, .ticker, greenroom-card');
        const limit = holder?.getBoundingClientRect() ?? frame;
        const isTooHigh = box.top < limit.top - 1 || box.bottom > limit.bottom + 1;
        // The line of the ticker is longer than the frame.
        const isTooWide = box.left < limit.left - 1 || box.right > limit.right + 1;
        const isOutside = isTooHigh || (isTooWide && element.closest('.ticker-line') === null);
        const isClipping = getComputedStyle(element).overflowY === 'hidden';
        const isCut =
          element.scrollWidth > element.clientWidth + 1 ||
          (isClipping && element.scrollHeight > element.clientHeight + 1);
        return isOutside || (element.matches('.post-text') && isCut);
      })
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`);
  });
