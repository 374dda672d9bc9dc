/** The desk says the sentences of its mock, in each of the mock's states that has a screen. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { compareSentences } from '../fixtures/sentences/compare.ts';
import { deskExceptions } from '../fixtures/sentences/deskExceptions.ts';
import { type ServedStates, serveDeskStates } from './deskStates.ts';

const sentences: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(resolve(import.meta.dirname, '../fixtures/sentences/desk.json'), 'utf8'),
);

/** Each screen that is not built yet, with its states in the mock. */
const notBuilt: Readonly<Record<string, readonly string[]>> = {
  'first run': ['first-run', 'first-run-service'],
  'push setup': ['detect', 'detect-waiting', 'detect-failed'],
  recipes: ['recipes'],
  preflight: ['preflight'],
  presenter: ['presenter'],
  settings: [
    'settings',
    'settings-backup',
    'settings-control',
    'settings-feed-server',
    'settings-feeds',
    'settings-guard',
    'settings-key-refused',
    'settings-media',
  ],
};

/** Opens the desk in each state of the mock. */
const show: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  following: (page) => open(page, 'following'),
  held: (page) => open(page, 'held'),
  cleared: (page) => open(page, 'cleared'),
  trouble: (page) => open(page, 'trouble'),
  'onair-risk': (page) => open(page, 'onair-risk'),
  'clear-armed': (page) => open(page, 'clear-armed'),
  arrivals: (page) => open(page, 'arrivals'),
  detail: (page) => open(page, 'detail'),
  keys: (page) => open(page, 'keys'),
  'cut-off': (page) => open(page, 'cut-off'),
  'two-desks': (page) => open(page, 'two-desks'),
  restored: (page) => open(page, 'restored'),
  history: (page) => open(page, 'history'),
  'history-armed': (page) => open(page, 'history-armed'),
  'as-run': (page) => open(page, 'as-run'),
  rehearsal: (page) => open(page, 'rehearsal'),
  collections: async (page) => {
    const openedAt = new Date(2026, 10, 20, 20, 42, 45).getTime();
    await page.clock.setFixedTime(openedAt);
    await open(page, 'collections');
    const select = (name: string) => page.getByRole('button', { name, exact: true }).click();
    let now = openedAt;
    // The list is checked every 5 s, so the age may start again before the selection shows it.
    await expect(async () => {
      now += 4000;
      await page.clock.setFixedTime(now);
      await select('Foyer wall');
      await select('Harbour Night: crew picks');
      await expect(page.getByText('List checked 4 s ago')).toBeVisible({ timeout: 500 });
    }).toPass();
  },
  log: (page) => open(page, 'log'),
};

/** The mock's ports of the feed and of the rehearsal. */
const feedOrigin = 'http://127.0.0.1:7411';
const rehearsalOrigin = 'http://127.0.0.1:7421';

let served: ServedStates;

test.beforeAll(async () => {
  served = await serveDeskStates();
});
test.afterAll(() => served.close());
// The page says its own port, so it must be the mock's; nothing is fetched from that port.
test.beforeEach(async ({ context }) => {
  for (const origin of [feedOrigin, rehearsalOrigin]) {
    await context.route(`${origin}/**`, async (route) => {
      const url = route.request().url().replace(`${origin}/`, served.base);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
  }
});
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

async function open(page: Page, state: string): Promise<void> {
  await page.goto(`${feedOrigin}/states.html?state=${state}`);
  await expect(page.locator('.desk')).toHaveAttribute('data-played', state, { timeout: 30_000 });
}

for (const [state, showState] of Object.entries(show)) {
  test(`the desk in the mock’s state “${state}” says every sentence of the mock`, async ({ page }) => {
    await showState(page);
    await expect
      .poll(async () => compareSentences(state, sentences[state] ?? [], await textsOf(page), deskExceptions))
      .toEqual([]);
  });
}

test('each state of the mock is shown or has no screen yet, and each exception is for a shown state', () => {
  const states = [...Object.keys(show), ...Object.values(notBuilt).flat()];
  expect(states.toSorted()).toEqual(Object.keys(sentences).toSorted());
  expect(deskExceptions.flatMap((one) => one.states).filter((state) => show[state] === undefined)).toEqual([]);
});

test('the comparison reports a sentence that the desk does not say, and an exception that is wrong or not needed', async ({
  page,
}) => {
  await open(page, 'following');
  const exception = (sentence: string, pageSays: string | null) => ({
    states: ['following'],
    sentence,
    pageSays,
    reason: 'None.',
  });
  const exceptions = [exception('Following live', null), exception('Nothing on air', 'Everything off air')];
  const list = ['Changes wait for you', 'Changes go straight to air', 'Following live', 'Nothing on air'];
  await expect
    .poll(async () => compareSentences('following', list, await textsOf(page), exceptions))
    .toEqual([
      'The page does not say: Changes wait for you',
      'Exception not needed: Following live',
      'The page does not say instead: Everything off air',
    ]);
});

/** The desk's visible text, then each label, title, placeholder and field value. */
function textsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    );
    const values = [...document.querySelectorAll('input, textarea')].map((field) =>
      'value' in field ? String(field.value) : '',
    );
    return [document.body.innerText, ...labels, ...values];
  });
}
