/** Tests the second press on the desk: the button keeps its place, and every screen shows and announces what it will do. */
import { expect, type Locator, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { expectSamePosition, twoSizes, waysAt } from './buttonPositions.ts';
import { openDeskState, type ServedStates, serveDeskStates, statesTest as test } from './deskStates.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

const button = (page: Page, name: RegExp): Locator => page.getByRole('button', { name });
const open = (page: Page, state: string): Promise<void> => openDeskState(page, served.base, state);

type TwoPressButton = {
  readonly name: string;
  /** Opens the state that has the button, and returns it. */
  readonly show: (page: Page) => Promise<Locator>;
};

const buttons: readonly TwoPressButton[] = [
  {
    name: 'Clear',
    show: async (page) => {
      await open(page, 'following');
      return button(page, /^CLEAR/);
    },
  },
  {
    name: 'Back in the announcer',
    show: async (page) => {
      await open(page, 'cleared');
      return page.locator('.announcer').getByRole('button');
    },
  },
  {
    name: 'Use for main',
    show: async (page) => {
      await open(page, 'collections');
      await button(page, /^Harbour Night: crew picks/).click();
      return button(page, /^Use for main/);
    },
  },
  {
    name: 'Unblock',
    show: async (page) => {
      await open(page, 'following');
      await page.getByRole('option', { name: /Ticket Hunter/ }).click();
      await page.keyboard.press('Enter');
      return button(page, /^Unblock/);
    },
  },
  {
    name: 'Allow',
    show: async (page) => {
      await open(page, 'guarded');
      await page
        .getByRole('option', { name: /^guarded,/ })
        .first()
        .click();
      await page.keyboard.press('Enter');
      return button(page, /^Allow/);
    },
  },
  {
    name: 'Save in Kept off air',
    show: async (page) => {
      await open(page, 'guarded');
      await page.keyboard.press('w');
      await page.getByRole('button', { name: 'Edit guards' }).click();
      await page.getByLabel(/^Words/).fill('another');
      return button(page, /^Save/);
    },
  },
  {
    name: 'Restore',
    show: async (page) => {
      await open(page, 'history');
      return button(page, /^Restore/);
    },
  },
  {
    name: 'End rehearsal',
    show: async (page) => {
      await open(page, 'rehearsal');
      return button(page, /^End rehearsal/);
    },
  },
];

for (const [turn, { name, show }] of buttons.entries()) {
  for (const size of twoSizes) {
    for (const by of waysAt(size, turn)) {
      test(`${name} keeps its place between two presses by ${by} at ${size.width} px`, async ({ page }) => {
        await page.setViewportSize(size);
        await expectSamePosition(page, await show(page), by);
      });
    }
  }
}

/** Each screen, and the key that arms something there. */
const screens = [
  ['following', 'c', 'Press C again'],
  ['detail', 'c', 'Press C again'],
  ['log', 'c', 'Press C again'],
  ['collections', 'c', 'Press C again'],
  ['history', 'z', 'Press Z again'],
  ['as-run', 'c', 'Press C again'],
  ['rehearsal', 'Shift+Y', 'Press ⇧Y again'],
  ['onair-risk', 'c', 'Press C again'],
] as const;

for (const [state, key, sentence] of takeTurn(screens, 0, 4)) {
  test(`an armed key is shown and announced in ${state} while another sentence has just been spoken`, async ({
    page,
  }) => {
    await open(page, state);
    for (const size of twoSizes) {
      await page.setViewportSize(size);
      // The reason of a refused press is spoken politely, and silences further polite sentences for 5 s.
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toHaveCount(1, { timeout: 2000 });
      const shown = page.locator('.announcer-text, .restore-armed', { hasText: sentence });
      await expect(shown).toBeInViewport({ ratio: 1 });
      // Nothing covers it.
      expect(
        await shown.evaluate((element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          const bar = element.closest<HTMLElement>('.announcer-place');
          if (bar !== null) bar.style.pointerEvents = 'auto';
          const hit = document.elementFromPoint(left + Math.min(40, width / 2), top + height / 2);
          return element.contains(hit) || hit?.contains(element);
        }),
      ).toBe(true);
      await page.keyboard.press('Escape');
      await expect(shown).toHaveCount(0);
    }
  });
}
