/** Runs all tests except the end-to-end tests. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    environment: 'node',
    // happy-dom does not load the desk's iframe, which is from another server.
    onConsoleLog: (text) => !text.includes('Iframe page loading is disabled'),
    globalSetup: ['test/temporaryFolder.ts', 'test/seed.ts'],
    setupFiles: ['test/reactWarnings.ts'],
    // These only stop tests that hang; the benchmarks measure speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000, interval: 5 } },
    // A busy machine may time out one attempt of a test that starts processes; a real fault fails twice. A release allows no retry.
    retry: process.env['CI'] === 'true' && process.env['RELEASE'] !== '1' ? 1 : 0,
  },
});
