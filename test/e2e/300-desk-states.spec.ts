/** Tests each state of the desk in a real browser, over a fake connection: layout, labels, scrolling and long lists. */
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { isTurn, takeTurn } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { deskStates, firstScreens, openDeskState, shareStatesPage } from './deskStates.ts';
import { findLayoutFaults, sizePictures, sizes, sizesOfTurn } from './layoutFaults.ts';
import { skipWithoutH264 } from './videoSupport.ts';
import { test } from './watchedPages.ts';

/** A third of them in a short run; 320 compares the pictures of another third, and 315 opens the other two in the longest language. */
const statesOfRun = takeTurn(deskStates, 0, 3);

/** A generous limit for busy machines. */
const longTimeout = { timeout: 30_000 };

const shared = shareStatesPage();
let base = '';
let page: Page;
let pageErrors: string[] = [];

test.beforeAll(() => {
  ({ base, page } = shared);
  page.on('pageerror', (error) => pageErrors.push(String(error)));
});
test.beforeEach(() => page.setViewportSize({ width: 1920, height: 1080 }));

/** Screens without the gate keys. */
const screensWithoutKeys = [
  'recipes',
  'preflight',
  'collections',
  'log',
  'lost-consumers-log',
  'history',
  'history-armed',
  'as-run',
  'rehearsal',
  'recordings',
  'figures',
  'wall',
  'wall-many',
  'detect',
  'detect-waiting',
  'detect-failed',
  ...firstScreens,
];
async function open(state: string): Promise<void> {
  pageErrors = [];
  await openDeskState(page, base, state);
}

for (const [turn, state] of statesOfRun.entries()) {
  test(`${state} fits at each size and has no serious accessibility problem`, async () => {
    await open(state);
    for (const size of sizesOfTurn(turn)) {
      const name = `${state}-${size.width}x${size.height}`;
      await page.setViewportSize(size);
      expect.soft(await findLayoutFaults(page), name).toEqual([]);
      if (sizePictures !== undefined) await page.screenshot({ path: join(sizePictures, `${name}.png`) });
      if (!screensWithoutKeys.includes(state) && !state.startsWith('settings')) {
        await expect(page.locator('.key')).toHaveCount(6);
        const last = await page.locator('.key').last().boundingBox();
        expect((last?.y ?? 0) + (last?.height ?? 0), name).toBeLessThan(size.height);
      }
    }
    expect(pageErrors).toEqual([]);
    // Every control has a name for screen readers.
    for (const role of ['button', 'textbox', 'searchbox', 'option', 'listbox', 'tab', 'radio'] as const) {
      const all = await page.getByRole(role).count();
      expect(await page.getByRole(role, { name: /[\p{L}\d]/u }).count(), role).toBe(all);
    }
    if (!isTurn(turn)) return;
    await page.setViewportSize({ width: 1920, height: 1080 });
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });
}

for (const state of ['cleared', 'arrivals', 'arranged', 'several', 'four-desks']) {
  test(`${state} shows its strip, the heads of its lists and its rail in full at 1600 px, the least width with the larger text`, async () => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await open(state);
    expect(await findLayoutFaults(page)).toEqual([]);
  });
}

test('a handle without room, or a post without one, leaves no gap between the name and the source', async () => {
  await open('following');
  const gaps = await page.locator('#list-staging .row').evaluateAll((rows) =>
    rows.flatMap((row) => {
      const name = row.querySelector('.row-name')?.getBoundingClientRect();
      const shown = [...row.querySelectorAll('.row-handle > span, .source-icon')]
        .map((part) => part.getBoundingClientRect())
        .filter(({ width, top }) => name !== undefined && width > 0 && top < name.bottom);
      const next = Math.min(...shown.map(({ left }) => left));
      return name === undefined || shown.length === 0 ? [] : [Math.round(next - name.right)];
    }),
  );
  expect(gaps.length).toBeGreaterThan(5);
  expect(Math.max(...gaps)).toBeLessThan(14);
});

test('the text of a very long alarm scrolls in a short window, so that the gate keys below it are in view', async () => {
  await open('long-alarm');
  await page.setViewportSize({ width: 320, height: 560 });
  expect(await findLayoutFaults(page)).toEqual([]);
  const text = page.locator('.announcer.is-alarm .announcer-text');
  await expect(text).toHaveAttribute('tabindex', '0');
  expect(await text.evaluate(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)).toBe(true);
});

test('a text, a part, a control and a key that do not fit are found', async () => {
  await open('following');
  const plants = {
    '.fact-text { max-width: 20px; overflow: hidden; white-space: nowrap }': 'cut off: span.fact-text',
    '.fact-note { max-width: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }':
      'cut off: span.fact-note',
    '.key-note { width: 300px; white-space: nowrap; text-align: end }': 'cut off: span.key-note',
    '.row-age { height: 2px; overflow: hidden }': 'cut off: span.row-age',
    '.announcer .announcer-text { height: 17px; overflow: hidden }': 'cut off: div.announcer-text',
    // A text from outside may end early, but no line of it may be half in view.
    '.list-slot .row-text { height: 36px; overflow: hidden }': 'cut off: div.row-text',
    '.list-head .find { width: 104px }': 'cut off: placeholder',
    '.list-head { min-width: 2000px }': 'beyond the side',
    '.row-name.row-name { min-width: 2000px }': 'beyond its line',
    '.play-key { height: 20px }': 'below 24 px',
    '.key { transform: translateY(2000px) }': 'out of view',
    '.panel.consumers { min-height: 600px }': 'out of view: section.panel consumers',
    '.top-feeds { flex: 0 0 200px; flex-wrap: nowrap; overflow: hidden }': 'cut off: span.tally',
  };
  for (const [rule, fault] of Object.entries(plants)) {
    const style = await page.addStyleTag({ content: rule });
    expect((await findLayoutFaults(page)).join(), rule).toContain(fault);
    await style.evaluate((element) => element.parentNode?.removeChild(element));
  }
  expect(await findLayoutFaults(page)).toEqual([]);
});

test('a cut text from outside needs a tooltip with all of it; a name for screen readers is not enough', async () => {
  await open('following');
  const post = 'I have worked on these docks for thirty-one years';
  const plant = (attribute: 'title' | 'aria-label', value: string) =>
    page.evaluate(
      ([name, whole, text]) => {
        document.querySelector('.planted')?.remove();
        const cut = document.createElement('p');
        cut.className = 'planted is-outside';
        cut.style.cssText = 'position: fixed; top: 0; width: 60px; white-space: nowrap';
        cut.setAttribute(name, whole);
        cut.textContent = text;
        document.body.append(cut);
      },
      [attribute, value, post] as const,
    );
  await plant('title', `${post}.`);
  expect(await findLayoutFaults(page)).toEqual([]);
  for (const [attribute, value] of [
    ['aria-label', post],
    ['title', 'A post'],
  ] as const) {
    await plant(attribute, value);
    expect((await findLayoutFaults(page)).join(), attribute).toContain('cut off: p.planted is-outside');
  }
});

test('on a narrow screen, tabs choose the visible list, and a fact of the strip opens its part', async () => {
  await page.setViewportSize({ width: 800, height: 1200 });
  await open('held');
  const panes = page.getByRole('radiogroup', { name: 'Lists' });
  await expect(page.locator('#list-live')).toBeVisible();
  await panes.getByRole('radio', { name: /^STAGING/ }).click();
  await expect(page.locator('#list-staging')).toBeVisible();
  await expect(page.locator('#list-live')).toBeHidden();
  await page.getByRole('button', { name: /Opens the waiting list/ }).click();
  await expect(page.locator('#waiting')).toBeFocused();
  await page.locator('.change').first().click();
  await expect(page.locator('#list-live')).toBeVisible();
});

test('axe finds a planted problem', async () => {
  await open('following');
  await page.evaluate(() => document.querySelector('.key')?.insertAdjacentHTML('afterend', '<button></button>'));
  expect(await findAccessibilityProblems(page)).toEqual([expect.stringContaining('button-name')]);
});

test('axe finds the label of a setting that is out of view and has a tooltip, as while the command line sets it', async () => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await open('settings');
  const titled = await page.locator('.setting-form input').evaluateAll((fields) => {
    for (const field of fields) field.setAttribute('title', 'set by --webhook-port');
    return fields.length;
  });
  expect(titled).toBeGreaterThan(10);
  expect(await findAccessibilityProblems(page)).toEqual([]);
});

test('the focus ring is visible on a fact, a list, a key and an armed key', async () => {
  await open('clear-armed');
  // The armed key comes first, because focusing the list disarms it.
  for (const selector of ['.key.is-armed', '.fact', '#list-live', '.key']) {
    const ring = await page
      .locator(selector)
      .first()
      .evaluate((element: HTMLElement) => {
        element.focus();
        const { outlineColor, outlineStyle, outlineWidth } = getComputedStyle(element);
        return `${outlineWidth} ${outlineStyle} ${outlineColor}`;
      });
    expect(ring, selector).toBe('3px solid rgb(124, 196, 255)');
  }
});

test('the strip on other screens shows its texts in full in every gate state', async () => {
  for (const state of takeTurn(['held', 'cleared', 'onair-risk'], 2, 3)) {
    await open(state);
    await page.keyboard.press('F6');
    await expect(page.locator('.desk.is-page')).toBeVisible(longTimeout);
    for (const size of sizes) {
      await page.setViewportSize(size);
      const cut = await page.evaluate(() => {
        const strip = document.querySelector('.strip')?.getBoundingClientRect();
        return [...document.querySelectorAll('.fact-main, .fact-note')]
          .filter((fact) => {
            const { top, bottom } = fact.getBoundingClientRect();
            return fact.checkVisibility() && (strip === undefined || top < strip.top || bottom > strip.bottom);
          })
          .map((fact) => fact.textContent);
      });
      expect(cut, `${state} ${size.width}`).toEqual([]);
    }
  }
});

test('the row under the pointer stays in place when posts arrive above it, and the new posts are counted', async () => {
  await open('trouble');
  // In one evaluate call, because a row counts as hovered for only 1.5 s and the machine may be busy.
  const [before, after] = await page.evaluate(async () => {
    const slot = () =>
      [...document.querySelectorAll('#list-staging .list-slot')].find((row) => row.textContent?.includes('Petra'));
    const top = () => slot()?.getBoundingClientRect().top;
    const frame = () => new Promise(requestAnimationFrame);
    const first = top();
    slot()?.dispatchEvent(new PointerEvent('pointermove', { bubbles: true }));
    window.dispatchEvent(new CustomEvent('play', { detail: 'arrivals' }));
    const isCounted = () => document.querySelector('.desk')?.textContent?.includes('2 new above') === true;
    for (let frames = 0; frames < 300 && !isCounted(); frames += 1) await frame();
    return [first, isCounted() ? top() : 'not counted'];
  });
  expect(after).toBe(before);
  // The note would count the same posts again.
  await expect(page.locator('.list.is-staging .list-note')).toHaveText('');
  await page.keyboard.press('a');
  await expect(page.getByText('2 new above')).toHaveCount(0, longTimeout);
});

test('ten thousand posts can be scrolled and searched with few rows rendered', async () => {
  await open('following');
  await page.evaluate(() => window.dispatchEvent(new CustomEvent('play', { detail: 'ten-thousand' })));
  await expect(page.getByRole('heading', { name: 'LIVE 10,000' })).toBeVisible(longTimeout);
  expect(await page.locator('#list-live .list-slot').count()).toBeLessThan(80);
  await page.locator('#list-live').focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('option', { name: /Post 9999/ })).toBeVisible(longTimeout);
  await page.keyboard.press('/');
  await page.keyboard.type('post 4321');
  await expect(page.getByRole('option', { name: /Post 4321/ })).toBeVisible(longTimeout);
  await expect(page.getByText(/^1 of 10,000 matches\. Hidden: [\d,]+ on air/)).toBeVisible(longTimeout);
});

test('a video plays muted while the pointer is over its row', async () => {
  await open('following');
  await skipWithoutH264(page);
  const video = page.getByRole('option', { name: /Mira Solberg/ }).locator('video');
  expect(await video.evaluate((element: HTMLVideoElement) => [element.paused, element.muted])).toEqual([true, true]);
  await page.getByRole('option', { name: /Mira Solberg/ }).hover();
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.paused), longTimeout).toBe(false);
});
