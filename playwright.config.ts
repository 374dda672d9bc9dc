/** Runs the end-to-end tests in Chromium. */
import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './scripts/findBrowser.ts';
import { full, isShort } from './test/shortRun.ts';

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'out/test/e2e',
  reporter: [['list'], ['json', { outputFile: 'out/test/e2e.json' }]],
  // Most tests wait for a program longer than they use a core, so two workers more than there are cores pay.
  workers: Math.min(6, availableParallelism() + 2),
  projects: [
    { name: 'states', testMatch: 'deskStates.setup.ts' },
    { name: 'desk', testMatch: '3*.spec.ts', dependencies: ['states'] },
    { name: 'product', testMatch: '*.spec.ts', testIgnore: '3*.spec.ts' },
  ],
  ...(isShort && { grepInvert: new RegExp(full.tag) }),
  timeout: 120_000,
  expect: {
    timeout: 15_000,
    // Tolerates other rendering of the edges of text; a missing mark or another colour is more.
    toHaveScreenshot: { threshold: 0.15 },
  },
  snapshotPathTemplate: 'test/fixtures/pictures/{arg}{ext}',
  // A missing picture fails; `npm run test:e2e -- 320 400 -u changed` takes it.
  updateSnapshots: 'none',
  // A busy machine may time out one attempt; a real fault fails twice. The summary lists tests that pass on retry; a release allows none.
  retries: process.env['CI'] === 'true' && process.env['RELEASE'] !== '1' ? 1 : 0,
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1920, height: 1080 },
  },
});
