/** Finds parts of rows that are hidden although there is room for them, with the names of authors or with names of many lengths. */
import type { Page } from '@playwright/test';

const longName = 'Christopher Montgomery-Featherstonehaugh of W';

/** Names of each length up to 45 characters. */
export const namesOfAnyLength: readonly string[] = Array.from(longName, (_, index) => longName.slice(0, index + 1));

/** One line for each hidden part. Without `names`, the rows keep theirs. */
export function findHiddenParts(page: Page, names: readonly string[] = []): Promise<readonly string[]> {
  return page.evaluate((tried) => {
    const faults: string[] = [];
    const widthOf = (part: Element): number => part.getBoundingClientRect().width;
    const findIn = (line: Element, name: Element): void => {
      const end = line.getBoundingClientRect().bottom - 1;
      const isInView = (part: Element): boolean => part.getBoundingClientRect().top < end;
      const badges = [...line.querySelectorAll('.badge')];
      const parts = [...line.querySelectorAll('.source-icon, .row-age')].filter((part) => part.checkVisibility());
      const padding =
        badges.length > 0 ? Number.parseFloat(getComputedStyle(badges[0]?.parentElement ?? line).paddingLeft) : 0;
      let used = widthOf(name) + padding - 6;
      // Two pixels are left for fractions. From the most important part to the first that gives way.
      for (const [part, gap] of [
        ...badges.map((badge) => [badge, 6] as const),
        ...parts.map((part) => [part, 8] as const),
      ]) {
        used += gap + widthOf(part);
        if (isInView(part)) continue;
        const room = widthOf(line) - used;
        if (room > 2) faults.push(`hidden beside ${room} px: “${part.textContent}” of “${name.textContent}”`);
        return;
      }
    };
    for (const line of document.querySelectorAll('.row-line')) {
      const name = line.querySelector('.row-name');
      if (name === null || !line.checkVisibility()) continue;
      const shown = name.textContent;
      for (const text of tried.length === 0 ? [shown] : tried) {
        if (tried.length > 0) name.textContent = text;
        findIn(line, name);
      }
      if (tried.length > 0) name.textContent = shown;
    }
    return faults;
  }, names);
}
