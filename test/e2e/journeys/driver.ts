/** Does what an operator does on the desk, with the mouse alone or with the keys alone. */
import { expect, type Page } from '@playwright/test';
import { clickTwice, pressTwice } from '../secondPress.ts';

export type Means = 'mouse' | 'keys';
export const bothMeans: readonly Means[] = ['mouse', 'keys'];

const actions = {
  hold: { key: 'h', name: /^hold/i },
  release: { key: 'r', name: /^release/i },
  takeAll: { key: 't', name: /^take all/i },
  takeRemovals: { key: 'Shift+T', name: /^take removals/i },
  block: { key: 'b', name: /^block/i },
  next: { key: 'n', name: /^next$/i },
  clear: { key: 'c', name: /^clear/i },
  back: { key: 'z', name: /^back/i },
  unblock: { key: 'u', name: /^unblock/i },
} as const;

const twoPresses: readonly (keyof typeof actions)[] = ['clear', 'back', 'unblock'];

export type Driver = {
  readonly press: (action: keyof typeof actions) => Promise<void>;
  /** Selects the post of this author in live. */
  readonly select: (author: string) => Promise<void>;
  /** Opens a screen by its tool or its F key. */
  readonly openScreen: (name: string, key: string) => Promise<void>;
};

export function createDriver(page: Page, means: Means): Driver {
  const button = (name: RegExp) => page.getByRole('button', { name }).first();
  const selected = page.getByRole('option', { selected: true });
  return {
    press: async (action) => {
      const { key, name } = actions[action];
      if (twoPresses.includes(action)) {
        // The details of a blocked post have the button.
        const isInDetails = means === 'mouse' && action === 'unblock';
        if (isInDetails) await selected.dblclick();
        if (means === 'keys') await pressTwice(page, key);
        else await clickTwice(page, button(name));
        if (isInDetails) await button(/^staging Esc$/i).click();
      } else if (means === 'keys') await page.keyboard.press(key);
      else await button(name).click();
    },
    select: async (author) => {
      const row = page.getByRole('listbox', { name: /^live/i }).getByRole('option', { name: new RegExp(author) });
      if (means === 'mouse') await row.click();
      else {
        await page.keyboard.press('Home');
        for (let step = 0; step < 12 && (await row.getAttribute('aria-selected')) !== 'true'; step += 1)
          await page.keyboard.press('ArrowDown');
      }
      await expect(selected.filter({ hasText: author })).toHaveCount(1);
    },
    openScreen: async (name, key) => {
      if (means === 'keys') await page.keyboard.press(key);
      // The tools of the top line, or the button back to the show.
      else await button(new RegExp(`^${name}(?: ${key})?$`)).click();
    },
  };
}
