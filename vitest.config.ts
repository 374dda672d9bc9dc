import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    environment: 'node',
    // A frame of the desk shows another server's page, which a test without a browser cannot have.
    onConsoleLog: (text) => !text.includes('Iframe page loading is disabled'),
    // Limits that only end what hangs: how fast things are is measured by the benchmarks, not here.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // A busy machine may starve one try of a test that starts processes; a fault fails twice.
    retry: process.env['CI'] === 'true' ? 1 : 0,
  },
});
