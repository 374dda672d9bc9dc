/** The service's page in every language: each screen fits at each window size. */
import { join, resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { isShort, takeTurn } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { authoringToken } from './authoringPage.ts';
import { findLayoutFaults, sizePictures, sizesOfTurn } from './layoutFaults.ts';
import { type CannedService, serveCanned } from './servicePage/cannedService.ts';
import { calmLog, lateLog } from './servicePage/deliveries.ts';
import * as show from './servicePage/show.ts';
import { test } from './watchedPages.ts';

const pictures = resolve(import.meta.dirname, '../../out/test/pictures');

const calm: CannedService = {
  summaries: show.summaries,
  collection: show.version341,
  keys: show.keys,
  webhooks: [show.gallery1, show.gallery2],
  log: calmLog,
  faults: null,
  respondToChange: (request) => {
    throw new Error(`Unexpected change: ${request}`);
  },
};

const faults = [
  { setting: { fault: 'unavailable', share: 0.25, retryAfter: '10' }, hits: 12, isSpent: false },
  { setting: { fault: 'latency', ms: 1500, upToMs: 3000 }, hits: 0, isSpent: false },
];

async function openPage(page: Page, overrides: Partial<CannedService>): Promise<void> {
  await serveCanned(page, { ...calm, ...overrides });
  await page.clock.setFixedTime(show.now);
  await page.goto(`${show.origin}/authoring/#token=${authoringToken}`);
  await expect(page.locator('.strip')).toBeVisible();
}

const findRow = (page: Page, name: string) => page.locator('.row', { hasText: name });

/** The tools of the top line have the same order in every language. */
const openScreen = (page: Page, index: number) => page.locator('.tool').nth(index).click();

/** For each state, the steps that bring the page into it. They know no language. */
const states: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  editing: async (page) => {
    await openPage(page, {});
    await findRow(page, 'Priya Raghunathan').click();
    await page.locator('.editor textarea').fill('!');
    await expect(page.locator('.form-field.is-changed')).toHaveCount(1);
  },
  several: async (page) => {
    await openPage(page, {});
    await findRow(page, 'Priya Raghunathan').click();
    await page.keyboard.press('Control+A');
    await expect(page.locator('.several-tools')).toBeVisible();
  },
  armed: async (page) => {
    await openPage(page, {});
    await page.locator('.is-live-list .is-two-press').click();
    await expect(page.locator('.is-armed')).toBeVisible();
  },
  deliveries: async (page) => {
    const webhooks = [show.gallery1, { ...show.gallery2, waiting: 3 }, show.oldWall];
    await openPage(page, { webhooks, log: lateLog });
    await openScreen(page, 1);
    await expect(page.locator('.webhook')).toHaveCount(3);
  },
  'another day': async (page) => {
    await openPage(page, { webhooks: [show.gallery1, { ...show.gallery2, waiting: 3 }], log: lateLog });
    await page.clock.setFixedTime(Date.parse(show.now) + 86_400_000);
    await page.reload();
    await openScreen(page, 1);
    await expect(page.locator('.webhook')).toHaveCount(2);
    await expect(page.locator('.deliveries .mono').first()).toHaveText(/^\d+\S* \S+ \d\d:\d\d:\d\d\.\d{3}$/);
  },
  keys: async (page) => {
    await openPage(page, {});
    await openScreen(page, 2);
    await expect(page.locator('.data-table')).toBeVisible();
  },
  faults: async (page) => {
    await openPage(page, { faults });
    await expect(page.locator('.tool')).toHaveCount(6);
    await openScreen(page, 3);
    await expect(page.locator('.data-table')).toBeVisible();
  },
  keyboard: async (page) => {
    await openPage(page, {});
    await page.keyboard.press('?');
    await expect(page.locator('.shortcut-groups')).toBeVisible();
  },
  empty: async (page) => {
    await openPage(page, {
      summaries: [],
      collection: null,
      keys: [show.defaultKey],
      webhooks: [],
      log: { deliveries: [], waiting: 0, total: 0 },
    });
    await expect(page.locator('.first-collection')).toBeVisible();
  },
};

const languages = ['de', 'es', 'fr'] as const;

for (const [turn, language] of languages.entries()) {
  test.describe(`the service’s page in ${language}`, () => {
    test.use({ locale: language, timezoneId: 'UTC' });

    for (const [index, [state, showState]] of takeTurn(Object.entries(states), turn, languages.length).entries()) {
      test(`fits at each size and has no serious accessibility problem: ${state}`, async ({ page }) => {
        await showState(page);
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        await page.screenshot({ path: join(pictures, `service-page-${language}-${state}.png`) });
        // A translation changes neither colours nor roles, so 230 covers a short run.
        if (!isShort) expect(await findAccessibilityProblems(page)).toEqual([]);
        for (const size of sizesOfTurn(turn + index)) {
          await page.setViewportSize(size);
          const name = `service-page-${language}-${state}-${size.width}x${size.height}`;
          expect.soft(await findLayoutFaults(page), name).toEqual([]);
          if (sizePictures !== undefined) await page.screenshot({ path: join(sizePictures, `${name}.png`) });
        }
      });
    }
  });
}
