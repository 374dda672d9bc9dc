/** Tests another name typed after a name that was not free: by keys, at two window sizes, no character of it acts on air. */
import { expect, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { twoSizes } from './buttonPositions.ts';
import { addHarbourPosts } from './harbourPosts.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

let show: Show;

test.beforeEach(async () => {
  show = await startShow('Harbour Night');
  await addHarbourPosts(show);
});
test.afterEach(() => show.stop());

async function openDesk(page: Page, name: string): Promise<void> {
  await page.addInitScript((own) => {
    if (localStorage.getItem('greenroom.name') === null) localStorage.setItem('greenroom.name', own);
  }, name);
  await page.goto(show.desk);
  await expect(page.getByRole('option', { name: /Mira Solberg/ }).first()).toBeVisible();
}

const selectedText = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLInputElement)) return null;
    return field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0);
  });

for (const size of takeTurn(twoSizes, 0)) {
  const at = `${size.width} × ${size.height}`;

  test(`another name typed after a name that another desk has does not act on air, and its panel closes once it is accepted, at ${at}`, async ({
    browser,
  }) => {
    const first = await (await browser.newContext({ viewport: size })).newPage();
    await openDesk(first, 'Ines Halvorsen');
    const second = await (await browser.newContext({ viewport: size })).newPage();
    await openDesk(second, 'Desk of Marit');
    const air = await show.readFeed();
    await second.keyboard.press('ArrowDown');
    await second.keyboard.press('Shift+N');
    await second.keyboard.type('Ines Halvorsen');
    await second.keyboard.press('Enter');
    await expect(second.getByText(/because Ines Halvorsen was used by another desk/)).toBeVisible();
    expect(await selectedText(second)).toBe('Ines Halvorsen 2');
    await second.screenshot({ path: `out/test/pictures/name-taken-${size.width}.png` });
    await second.keyboard.press('ControlOrMeta+a');
    await second.keyboard.type('Marit');
    expect(await second.getByLabel('Your name at this desk').inputValue()).toBe('Marit');
    expect(await show.readFeed()).toEqual(air);
    await second.keyboard.press('Enter');
    await expect(second.getByRole('button', { name: 'Your name: Marit' })).toBeVisible();
    await expect(second.getByLabel('Your name at this desk')).toBeHidden();
    await expect(second.getByRole('listbox', { name: /^live/i })).toBeFocused();
    // The next key is meant for air.
    await second.keyboard.press('h');
    await expect.poll(async () => (await show.readFeed()).gate).toBe('held');
    await first.context().close();
    await second.context().close();
  });
}
