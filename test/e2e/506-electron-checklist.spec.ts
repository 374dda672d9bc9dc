/** The Electron checklist on the built app: one test for each row, and a build without protections in which each check must fail. */
import { resolve } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { isShort } from '../shortRun.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { type Desktop, startDesktop } from './desktopApp.ts';
import { buildChecks } from './electron/buildChecks.ts';
import { apiKeyCanary, type Outside, openOutside, returnToDesk, webhookCanary } from './electron/check.ts';
import { faults } from './electron/faults.ts';
import { navigationChecks } from './electron/navigationChecks.ts';
import { pageChecks } from './electron/pageChecks.ts';
import { plantFaults } from './electron/plantFaults.ts';
import { startChecks } from './electron/startChecks.ts';

// The checks that lead the page away come last.
const checksOfPage = [...pageChecks, ...navigationChecks];

const startWithSecrets = (root: string): Promise<Desktop> =>
  startDesktop(createTemporaryFolder('checklist'), {
    root,
    canaries: [apiKeyCanary, webhookCanary],
    environment: { GREENROOM_API_KEY: apiKeyCanary, GREENROOM_WEBHOOK_SECRET: webhookCanary },
  });

test.describe('the built app', () => {
  let desktop: Desktop;
  let page: Page;
  let outside: Outside;
  let isAsLoaded = true;
  test.beforeAll(async () => {
    outside = await openOutside();
    desktop = await startWithSecrets(resolve('.'));
    page = await desktop.openDesk();
  });
  test.afterAll(async () => {
    await desktop.stop();
    outside.close();
  });
  for (const { title, run } of buildChecks)
    test(title, async () => {
      await run({ desktop, root: resolve('.') });
    });
  for (const { title, onlyReads, run } of checksOfPage)
    test(title, async () => {
      if (!isAsLoaded) await returnToDesk(page);
      isAsLoaded = false;
      await run({ desktop, page, outside });
      isAsLoaded = onlyReads === true;
    });
});

for (const { title, run } of startChecks)
  test(title, async () => {
    const reason = /^E(?:19|22):/.test(title) ? '505 tests it too' : 'it starts the app for itself';
    test.skip(isShort, `${reason}; npm run test:e2e -- 506 runs it`);
    await run(resolve('.'));
  });

test('each check fails on a build without what it checks', async () => {
  test.skip(isShort, 'npm run test:e2e -- 506 runs it');
  test.setTimeout(600_000);
  const root = plantFaults(createTemporaryFolder('damaged'), faults);
  const outside = await openOutside();
  const desktop = await startWithSecrets(root);
  const page = await desktop.openDesk();
  const passed: string[] = [];
  const attempt = async (title: string, run: () => Promise<void>): Promise<void> => {
    const failure = await run().then(
      () => null,
      (error: unknown) => String(error),
    );
    if (failure === null) passed.push(title);
    else test.info().annotations.push({ type: title, description: failure.slice(0, 400) });
  };
  for (const { title, run } of buildChecks) await attempt(title, () => run({ desktop, root }));
  for (const { title, run } of checksOfPage) {
    await returnToDesk(page);
    await attempt(title, () => run({ desktop, page, outside }));
  }
  for (const { title, run } of startChecks) await attempt(title, () => run(root));
  await desktop.stop();
  outside.close();
  expect(passed).toEqual([]);
});
