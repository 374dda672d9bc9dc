/** Tests that the focus stays where it is while a hundred updates add, move and remove posts: on rows, buttons and fields of each screen. */
import { expect, type Locator, type Page } from '@playwright/test';
import { takeTurn } from '../shortRun.ts';
import { openDeskState, type ServedStates, serveDeskStates, statesTest as test } from './deskStates.ts';

let served: ServedStates;
test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());

type Target = (page: Page) => Locator;

const at =
  (selector: string): Target =>
  (page) =>
    page.locator(selector).first();
const button =
  (name: RegExp): Target =>
  (page) =>
    page.getByRole('button', { name }).first();
const radio =
  (name: RegExp): Target =>
  (page) =>
    page.getByRole('radio', { name }).first();

/** Rows, buttons and fields of each screen. */
const screens: Readonly<Record<string, readonly Target[]>> = {
  following: [
    ...[at('#list-live'), at('#list-staging'), at('#find-staging')],
    ...[button(/^hold/i), button(/consumers/i), radio(/foyer/)],
  ],
  several: [at('#list-live')],
  detail: [at('#block-reason'), button(/^staging Esc/i)],
  'kept-off': [button(/^Petra/), button(/^Ticket Hunter/)],
  wall: [button(/^Check now, feed night-ferry/), button(/harbour-screens ON AIR/)],
  recipes: [radio(/^CasparCG/), button(/^Copy: Current/)],
  preflight: [button(/^test/i), at('.preflight-schedule input')],
  collections: [at('#find-page'), button(/^Sea rescue/), button(/^use for foyer/i)],
  log: [at('#find-page'), radio(/^warnings/i)],
  history: [at('[role="listbox"]'), at('#find-page')],
  'as-run': [at('#find-page'), button(/^chapter/i)],
  rehearsal: [at('#rehearsal-event-200'), button(/^pause/i)],
  settings: [at('.page input'), radio(/^30 s/)],
  'settings-feeds': [at('.page input'), button(/^delete foyer/i)],
  'settings-guard': [at('.page input')],
};

const typed = '20:30';

/** Whether the same element has the focus, with its name, its text, its caret and the post of its selected row. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const row = document.getElementById(element?.getAttribute('aria-activedescendant') ?? '');
    return {
      isSame: element instanceof HTMLElement && element.dataset['focused'] === 'yes',
      // Without its numbers, which may change.
      name: (element?.getAttribute('aria-label') ?? element?.textContent ?? '').replace(/\d+/g, '#'),
      text: isField ? element.value : '',
      caret: isField ? element.selectionStart : null,
      post: row?.querySelector('.row-name, b')?.textContent ?? null,
    };
  });

const sendHundredUpdates = async (page: Page): Promise<void> => {
  await page.evaluate(() => {
    document.querySelector('.desk')?.removeAttribute('data-pushed');
    window.dispatchEvent(new CustomEvent('play', { detail: 'hundred-updates' }));
  });
  await expect(page.locator('.desk')).toHaveAttribute('data-pushed', 'all', { timeout: 90_000 });
};

/** The first row of a list can be a post that leaves, and then nothing is selected. */
const stayingPosts: Readonly<Record<string, string>> = { 'list-live': 'Tom Okafor', 'list-staging': 'Petra' };

/** Focuses the control alone, and types into a field. */
async function focusControl(page: Page, control: Locator): Promise<void> {
  const isField = await control.evaluate((element) => element.matches('input, textarea'), null, { timeout: 10_000 });
  await page.evaluate(() => document.querySelector('[data-focused]')?.removeAttribute('data-focused'));
  const id = (await control.getAttribute('id')) ?? '';
  const staying = stayingPosts[id];
  if (staying !== undefined) await page.locator(`#${id} [role="option"]`, { hasText: staying }).first().focus();
  await control.focus();
  if (isField) {
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(typed);
    await page.keyboard.press('Home');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
  }
  await control.evaluate((element) => element.setAttribute('data-focused', 'yes'));
}

/**
 * Compares the controls with those of the first call: how many are still there, and the names of replaced ones. Each is known by its name
 * and that of its row; controls of the same name are left out.
 */
function compareControls() {
  const named = new Map<string, Element | null>();
  for (const element of document.querySelectorAll('.desk :is(button, input, textarea, select, [tabindex="0"])')) {
    const row = element.closest('li, tr, article')?.textContent?.slice(0, 40) ?? '';
    const name = `${row} | ${element.getAttribute('aria-label') ?? element.textContent?.trim()}`;
    named.set(name, named.has(name) ? null : element);
  }
  const shared = window as unknown as { known?: ReadonlyMap<string, Element | null> };
  shared.known ??= named;
  const { known } = shared;
  const found = [...named].filter(([name, element]) => element !== null && known.get(name) != null);
  const replaced = found.filter(([name, element]) => known.get(name) !== element).map(([name]) => name);
  return { found: found.length, replaced };
}

async function expectSameControls(page: Page): Promise<void> {
  const { found, replaced } = await page.evaluate(compareControls);
  expect(replaced).toEqual([]);
  // The wall has ten, and the other screens more.
  expect(found).toBeGreaterThan(5);
}

for (const [state, targets] of takeTurn(Object.entries(screens), 0, 5))
  test(`the focus survives a hundred updates on rows, buttons and fields, and no control is replaced, in ${state}`, async ({
    page,
  }) => {
    test.setTimeout(60_000 + targets.length * 100_000);
    await openDeskState(page, served.base, state);
    await page.evaluate(compareControls);
    for (const target of takeTurn(targets, 0)) {
      const control = target(page);
      await focusControl(page, control);
      const before = await readFocus(page);
      expect(before.isSame, String(control)).toBe(true);
      await sendHundredUpdates(page);
      expect(await readFocus(page), String(control)).toEqual(before);
    }
    await expectSameControls(page);
  });

for (const state of takeTurn(['keys', 'source', 'addresses', 'rotation', 'settings-media'], 1))
  test(`no control is replaced by a hundred updates, in ${state}`, async ({ page }) => {
    await openDeskState(page, served.base, state);
    await page.evaluate(compareControls);
    await sendHundredUpdates(page);
    await expectSameControls(page);
  });
