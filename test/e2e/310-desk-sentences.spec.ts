/** Compares the desk's sentences with its mock-up in every state with the same sample data. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { compareSentences } from '../fixtures/sentences/compare.ts';
import { deskExceptions } from '../fixtures/sentences/deskExceptions.ts';
import { takeTurn } from '../shortRun.ts';
import { feedOrigin, shareMockUpPages } from './deskStates.ts';
import { test } from './watchedPages.ts';

const sentences: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../fixtures/sentences/desk.json'), 'utf8'),
);

/** States of the mock-up whose sample data is not that of the desk’s states, so that most of their sentences differ. `300` and `320` open these screens. */
const notCompared: readonly string[] = [
  'first-run',
  'first-run-service',
  'presenter',
  'settings',
  'settings-backup',
  'settings-control',
  'settings-feed-server',
  'settings-feeds',
  'settings-guard',
  'settings-key-refused',
  'settings-media',
];

/** For each state of the mock-up, the steps that bring the desk into it. */
const stateSteps: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  following: (page) => openState(page, 'following'),
  held: (page) => openState(page, 'held'),
  cleared: (page) => openState(page, 'cleared'),
  trouble: (page) => openState(page, 'trouble'),
  'onair-risk': (page) => openState(page, 'onair-risk'),
  'clear-armed': (page) => openState(page, 'clear-armed'),
  arrivals: (page) => openState(page, 'arrivals'),
  detail: (page) => openState(page, 'detail'),
  keys: (page) => openState(page, 'keys'),
  'cut-off': (page) => openState(page, 'cut-off'),
  'two-desks': (page) => openState(page, 'two-desks'),
  restored: (page) => openState(page, 'restored'),
  history: (page) => openState(page, 'history'),
  'history-armed': (page) => openState(page, 'history-armed'),
  'as-run': (page) => openState(page, 'as-run'),
  rehearsal: (page) => openState(page, 'rehearsal'),
  collections: async (page) => {
    const openedAt = new Date(2026, 10, 20, 20, 42, 45).getTime();
    await page.clock.setFixedTime(openedAt);
    await openState(page, 'collections');
    const select = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await select('Foyer wall');
    await page.clock.setFixedTime(openedAt + 4000);
    await select('Harbour Night: crew picks');
    await expect(page.getByText('List checked 4 s ago')).toBeVisible();
  },
  recipes: (page) => openState(page, 'recipes'),
  log: (page) => openState(page, 'log'),
  preflight: (page) => openState(page, 'preflight'),
  detect: (page) => openState(page, 'detect'),
  'detect-waiting': (page) => openState(page, 'detect-waiting'),
  'detect-failed': (page) => openState(page, 'detect-failed'),
};

const shared = shareMockUpPages({ viewport: { width: 1920, height: 1080 } });
let page: Page;

test.beforeEach(async () => {
  page = await shared.newPage();
});
test.afterEach(() => page.close());

async function openState(page: Page, state: string): Promise<void> {
  await page.goto(`${feedOrigin}/states.html?state=${state}`);
  await expect(page.locator('#desk')).toHaveAttribute('data-played', state, { timeout: 30_000 });
}

for (const [state, showState] of takeTurn(Object.entries(stateSteps), 0, 4)) {
  test(`the desk shows every sentence of the mock-up’s state “${state}”`, async () => {
    await showState(page);
    await expect
      .poll(async () => compareSentences(state, sentences[state] ?? [], await readTexts(page), deskExceptions))
      .toEqual([]);
  });
}

test('every state of the mock-up is compared or named as not compared, and every exception names a tested state', () => {
  const states = [...Object.keys(stateSteps), ...notCompared];
  expect(states.toSorted()).toEqual(Object.keys(sentences).toSorted());
  expect(deskExceptions.flatMap(({ states }) => states).filter((state) => stateSteps[state] === undefined)).toEqual([]);
});

test('the comparison reports a sentence missing from the desk and an exception that is wrong or not needed', async () => {
  await openState(page, 'following');
  const exception = (sentence: string, pageSays: string | null) => ({
    states: ['following'],
    sentence,
    pageSays,
    reason: 'None.',
  });
  const exceptions = [exception('Following live', null), exception('Nothing on air', 'Everything off air')];
  const list = ['Changes wait for you', 'Changes go straight to air', 'Following live', 'Nothing on air'];
  await expect
    .poll(async () => compareSentences('following', list, await readTexts(page), exceptions))
    .toEqual([
      'The page does not say: Changes wait for you',
      'Exception not needed: Following live',
      'The page does not say instead: Everything off air',
    ]);
});

/** Returns the desk's visible text, then each label, title, placeholder and field value. */
function readTexts(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    const values = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? String(field.value) : '',
    );
    // Marks around a name that runs from right to left are invisible, and so is that a space keeps its line whole.
    return [document.body.innerText, ...labels, ...values].map((text) =>
      text.replace(/[\u2066-\u2069]/g, '').replaceAll('\u00a0', ' '),
    );
  });
}
