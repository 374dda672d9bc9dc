/** Runs the end-to-end tests one at a time, in the installed Chromium or Chrome if there is one. */
import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const systemBrowser = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path));

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: 'out/test/e2e',
  reporter: [['list'], ['json', { outputFile: 'out/test/e2e.json' }]],
  workers: 1,
  projects: [
    { name: 'states', testMatch: 'deskStates.setup.ts' },
    { name: 'desk', testMatch: '3*.spec.ts', dependencies: ['states'] },
    { name: 'product', testMatch: '*.spec.ts', testIgnore: '3*.spec.ts' },
  ],
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
    launchOptions: {
      ...(systemBrowser === undefined ? {} : { executablePath: systemBrowser }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    viewport: { width: 1920, height: 1080 },
  },
});
