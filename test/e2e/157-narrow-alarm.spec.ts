/** The alarm about a blocked post with a long name in narrow windows: its whole sentence is in sight. */
import { expect } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { type Show, startShow } from './startShow.ts';
import { test } from './watchedPages.ts';

const longName = `Mira Solberg ${'of the wonderful northern harbour '.repeat(5)}`.slice(0, 112).concat('r');

let show: Show;

test.beforeEach(async () => {
  show = await startShow('Harbour Night');
});
test.afterEach(() => show.stop());

const sizes: readonly (readonly [width: number, height: number])[] = [
  [760, 560],
  [400, 800],
];
for (const [width, height] of takeTurn(sizes, 1)) {
  test(`says what to do about a name of 113 characters, at ${width} × ${height}`, async ({ context, page }) => {
    expect(longName).toHaveLength(113);
    const post = { id: 'mira', list: 'live', fullName: longName, source: 'INSTAGRAM', message: 'On the quay.' };
    await show.callAuthoringApi('POST', '/items', post);
    await expect.poll(async () => (await show.readFeed()).items.length).toBe(1);
    const overlay = await context.newPage();
    await overlay.goto(`${show.feed}/overlay/card?feed=main&name=Wall`);
    await expect(overlay.getByText('On the quay.')).toBeVisible();
    await page.setViewportSize({ width, height });
    await page.goto(show.desk);
    const row = page.getByRole('option', { name: /Mira Solberg/ }).first();
    await expect(row).toBeVisible();
    const devtools = await context.newCDPSession(overlay);
    devtools.send('Page.crash').catch(() => undefined);
    await row.focus();
    await page.keyboard.press('b');
    const text = page.locator('.announcer.is-alarm .announcer-text');
    await expect(text).toContainText('may still be on screen', { timeout: 10_000 });
    await expect(text).toContainText('Wall');
    expect(await text.evaluate((element: HTMLElement) => element.innerText)).toMatch(/may still be on screen\. \S/);
    // Each character lies inside every box that could cut it, and inside the window.
    const hidden = await text.evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const cut: string[] = [];
      const boxes = [element, element.closest('.announcer') ?? element].map((box) => box.getBoundingClientRect());
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          const isInside = boxes.every((box) => rect.bottom <= box.bottom + 2 && rect.right <= box.right + 1);
          if (!isInside || rect.bottom > innerHeight || rect.right > innerWidth) cut.push(node.textContent ?? '');
        }
      }
      return cut;
    });
    expect(hidden).toEqual([]);
    await page.screenshot({ path: `out/test/pictures/narrow-alarm-${width}.png` });
  });
}
