/** The window sizes every screen must fit, and what doesn't fit in the page at its present size. */
import type { Page } from '@playwright/test';
import { isShort } from '../shortRun.ts';
import { findCutTexts } from './cutTexts.ts';
import { findHiddenParts } from './hiddenParts.ts';

/** 640×360 and 960×540 are 1280×720 and 1920×1080 at 200 % zoom; 320 is WCAG 1.4.10. */
export const sizes = [
  { width: 1920, height: 1080 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  { width: 960, height: 540 },
  { width: 800, height: 1200 },
  { width: 640, height: 360 },
  { width: 320, height: 640 },
] as const;

/** All sizes, or in a short run the usual one, the narrowest, and one of the others by turns. */
export function sizesOfTurn(turn: number): readonly (typeof sizes)[number][] {
  if (!isShort) return sizes;
  const others = sizes.filter(({ width }) => width !== 1280 && width !== 320);
  const inTurn = others[turn % others.length];
  return sizes.filter((size) => size === inTurn || !others.includes(size));
}

/** The folder for a picture at each size, for `npm run pictures -- FOLDER DESIGN`. */
export const sizePictures = process.env['PICTURES'];

/** Interface texts that are cut off, parts of rows that are hidden beside room, parts beyond the window's sides, and controls below 24 px. */
export async function findLayoutFaults(page: Page): Promise<readonly string[]> {
  const misplaced = await findMisplacedParts(page);
  return [...(await findCutTexts(page)), ...(await findHiddenParts(page)), ...misplaced];
}

function findMisplacedParts(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    await frame();
    await frame();
    const describe = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className} “${(element.textContent ?? '').slice(0, 40)}”`;
    const isVisible = (element: Element): boolean =>
      element.checkVisibility() && element.closest('.visually-hidden, svg, [aria-hidden="true"]') === null;
    /** A table or code may scroll sideways in its own box, where WCAG 1.4.10 allows it. */
    const scrollsSideways = (element: Element): boolean =>
      element.closest('.as-run, .log-rows, .collections-list, .curl, .history-lists') !== null;
    const all = [...document.body.querySelectorAll('*')].filter(isVisible);
    const faults: string[] = [];
    const width = document.documentElement.clientWidth;
    for (const element of all) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 || scrollsSideways(element)) continue;
      const line = element.parentElement?.closest('.row-line')?.getBoundingClientRect();
      // A part of a row without room is out of view.
      if (line !== undefined && box.top >= line.bottom - 1) continue;
      // The end of a text from outside may be cut.
      const isInCutText = element.parentElement?.closest('.is-outside') != null;
      if (!isInCutText && (box.right > width + 1 || box.left < -1))
        faults.push(`beyond the side: ${describe(element)} ${box.left}–${box.right}`);
      if (line !== undefined && (box.right > line.right + 1 || box.left < line.left - 1))
        faults.push(`beyond its line: ${describe(element)} ${box.left}–${box.right}`);
    }
    for (const part of document.querySelectorAll('.list-head *')) {
      const box = part.getBoundingClientRect();
      const head = part.closest('.list-head')?.getBoundingClientRect();
      if (head === undefined || !isVisible(part) || box.width === 0 || part.closest('.list-note') !== null) continue;
      if (box.right > head.right + 1 || box.left < head.left - 1)
        faults.push(`beyond its head: ${describe(part)} ${box.left}–${box.right}`);
    }
    for (const name of document.querySelectorAll('.row-line .row-name')) {
      const line = name.parentElement;
      if (line === null || !isVisible(name) || name.scrollWidth <= name.clientWidth + 1) continue;
      const isInView = (part: Element): boolean => {
        const box = part.getBoundingClientRect();
        return isVisible(part) && box.width > 0 && box.top < line.getBoundingClientRect().bottom - 1;
      };
      const kept = [...line.querySelectorAll('.row-handle > *, .row-age, .source-icon, .badge + .badge')].find(
        isInView,
      );
      if (kept !== undefined) faults.push(`shrinks before “${kept.textContent}”: ${describe(name)}`);
      if (name.clientWidth < 40) faults.push(`too narrow: ${describe(name)} ${name.clientWidth} < 40`);
    }
    for (const element of document.querySelectorAll('button, select, a[href], input, [role="option"]')) {
      const box = element.getBoundingClientRect();
      if (!isVisible(element) || element.closest('label') !== null) continue;
      if (box.width < 24 || box.height < 23.5)
        faults.push(`below 24 px: ${describe(element)} ${box.width}×${box.height}`);
    }
    for (const element of document.querySelectorAll('.fact.is-tally, .feed-tabs .tally, .key')) {
      const box = element.getBoundingClientRect();
      const isInside = box.top >= -1 && box.bottom <= window.innerHeight + 1 && box.width > 0;
      if (element.checkVisibility() && !isInside && element.closest('.history-actions') === null)
        faults.push(`out of view: ${describe(element)} ${box.top}–${box.bottom}`);
    }
    // Below 1024 px, the page scrolls.
    const rail = document.querySelector('.show > .rail');
    const railBottom = Math.min(rail?.getBoundingClientRect().bottom ?? 0, window.innerHeight);
    for (const panel of document.querySelectorAll('.show > .rail > .panel')) {
      const { top, bottom } = panel.getBoundingClientRect();
      if (width >= 1024 && panel.checkVisibility() && bottom > railBottom + 1)
        faults.push(`out of view: ${describe(panel)} ${top}–${bottom} of ${railBottom}`);
    }
    for (const area of document.querySelectorAll('.scroll-area')) {
      if (!area.checkVisibility() || area.scrollHeight <= area.clientHeight) continue;
      if (!area.matches('[tabindex="0"]')) faults.push(`scrolls and takes no focus: ${describe(area)}`);
      if (area.clientHeight < 20) faults.push(`lower than a line: ${describe(area)} ${area.clientHeight}`);
    }
    return faults;
  });
}
