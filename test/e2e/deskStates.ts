/** Builds the desk's states, serves them on a free port, and opens one. */
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Page,
  test,
} from '@playwright/test';
import { launchOptions } from '../../scripts/findBrowser.ts';
import { buildPages, type ServedPages, servePages } from '../builtPages.ts';
import { watch } from './watchedPages.ts';

const root = resolve(import.meta.dirname, '../..');
const outDir = join(root, 'out/test/states');
const sources = join(root, 'test/renderer');

/** A built page is faster than a development server, which transforms each module on request. */
export async function buildDeskStates(): Promise<void> {
  await buildPages(sources, ['states', 'presenterStates'], outDir, { minify: false, reportCompressedSize: false });
  await cp(join(sources, 'states/still.mp4'), join(outDir, 'states/still.mp4'));
  await cp(join(sources, 'states/overlay'), join(outDir, 'states/overlay'), { recursive: true });
}

export type ServedStates = ServedPages;

export const serveDeskStates = (): Promise<ServedStates> => servePages(outDir);

/** The screens before the desk: connecting, no answer, and the steps of the setup. */
export const firstScreens: readonly string[] = [
  'connecting',
  'no-answer',
  'setup',
  'setup-obs',
  'setup-service',
  'setup-collection',
  'setup-mode',
  'setup-graphics',
];

/** The states that the tests of layout, accessibility and pictures open. */
export const deskStates: readonly string[] = [
  'following',
  'held',
  'cleared',
  'trouble',
  'onair-risk',
  'clear-armed',
  'arrivals',
  'live-arrivals',
  'detail',
  'detail-video',
  'detail-media',
  'detail-past',
  'several',
  'arranged',
  'keys',
  'cut-off',
  'two-desks',
  'restored',
  'guarded',
  'held-guarded',
  'crowded',
  'crowded-find',
  'crowded-added',
  'empty',
  'recipes',
  'collections',
  'log',
  'preflight',
  'source',
  'addresses',
  'history',
  'history-armed',
  'as-run',
  'rehearsal',
  'recordings',
  'figures',
  'kept-off',
  'rotation',
  'wall',
  'wall-many',
  'settings',
  'settings-key-refused',
  'settings-feeds',
  'settings-feed-server',
  'settings-media',
  'settings-guard',
  'settings-history',
  'settings-control',
  'settings-appearance',
  'settings-backup',
  'detect',
  'detect-waiting',
  'detect-failed',
  'lost-consumers',
  'lost-consumers-log',
  'long-alarm',
  'four-desks',
  ...firstScreens,
];

/** The states of the presenter’s page. */
export const presenterStates = ['now', 'used', 'nothing', 'unknown', 'rightToLeft', 'long', 'late', 'refused'] as const;

/** A message that the browser itself writes: in the states, overlays come from the desk’s own address. */
export const overlaysOfOneAddress: readonly RegExp[] = [/iframe which has both allow-scripts and allow-same-origin/];

/** Serves the states to the tests of a file, which share one watched page, so that code and fonts load once. Both are set when the tests begin. */
export function shareStatesPage(): { readonly base: string; readonly page: Page } {
  const shared = {} as { base: string; page: Page };
  let served: ServedStates;
  const faults: string[] = [];
  test.beforeAll(async ({ browser }) => {
    served = await serveDeskStates();
    const context = await browser.newContext();
    watch(context, faults, overlaysOfOneAddress);
    Object.assign(shared, { base: served.base, page: await context.newPage() });
  });
  test.afterAll(async () => {
    await shared.page.context().close();
    await served.close();
    expect(faults).toEqual([]);
  });
  return shared;
}

/** A test whose page is that of the tests before it, emptied, so that code and fonts load once. It is for states only: a fake clock would stay. */
export const statesTest = test.extend<object, { readonly keptPage: Page }>({
  keptPage: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
      await use(await context.newPage());
      await context.close();
    },
    { scope: 'worker' },
  ],
  page: async ({ keptPage: page }, use) => {
    await use(page);
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.mouse.move(0, 0);
    await page.goto('about:blank');
    await page.emulateMedia({ forcedColors: null });
    await page.setViewportSize({ width: 1920, height: 1080 });
  },
});

/** The mock-up's feed and rehearsal ports. */
export const feedOrigin = 'http://127.0.0.1:7411';
const rehearsalOrigin = 'http://127.0.0.1:7421';

/** The desk shows the port it was loaded from, so this browser finds the states at the mock-up's ports. */
function launchBrowserForStates({ base }: ServedStates): Promise<Browser> {
  const { args = [], ...options } = launchOptions();
  const rules = [feedOrigin, rehearsalOrigin].map((origin) => `MAP ${new URL(origin).host} ${new URL(base).host}`);
  return chromium.launch({ ...options, args: [...args, `--host-resolver-rules=${rules.join(', ')}`] });
}

/** Like `shareStatesPage`, with the states at the mock-up’s ports. `newPage` opens a watched page. */
export function shareMockUpPages(options: BrowserContextOptions): { readonly newPage: () => Promise<Page> } {
  const shared = {} as { served: ServedStates; browser: Browser; context: BrowserContext };
  const faults: string[] = [];
  test.beforeAll(async () => {
    const served = await serveDeskStates();
    const browser = await launchBrowserForStates(served);
    const context = await browser.newContext(options);
    watch(context, faults, overlaysOfOneAddress);
    Object.assign(shared, { served, browser, context });
  });
  test.afterAll(async () => {
    await shared.browser.close();
    await shared.served.close();
    expect(faults).toEqual([]);
  });
  return { newPage: () => shared.context.newPage() };
}

export async function openPresenterState(page: Page, base: string, state: string, language = 'en'): Promise<void> {
  await page.goto(`${base}presenterStates.html?state=${state}&language=${language}`);
  await page.locator('.presenter').waitFor();
  await page.evaluate(() => document.fonts.ready);
}

/** Resolves when the state is rendered with its fonts; the limit is generous for busy machines. */
export async function openDeskState(page: Page, base: string, state: string, language = 'en'): Promise<void> {
  await page.goto(`${base}states.html?state=${state}&language=${language}`);
  // An expectation would describe the whole page after each failed look, which takes processor time.
  await page.locator(`#desk[data-played="${state}"]`).waitFor({ state: 'attached', timeout: 30_000 });
  await page.evaluate(() => document.fonts.ready);
}
