/** Runs all tests except the end-to-end tests. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    environment: 'node',
    // happy-dom does not load the desk's iframe, which is from another server.
    onConsoleLog: (text) => !text.includes('Iframe page loading is disabled'),
    // These only stop tests that hang; the benchmarks measure speed.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A busy machine may time out one attempt of a test that starts processes; a real fault fails twice.
    retry: process.env['CI'] === 'true' ? 1 : 0,
  },
});
