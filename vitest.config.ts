/** Runs all tests except the end-to-end tests. */
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { compileCache } from './test/compileCache.ts';

/** Tests of pages. They share processes and libraries, which take longer to load than most of these files to run; `test/freshPage.ts` resets the rest. */
const pages = ['test/{authoring,kit,overlay,renderer,ui}/**/*.test.{ts,tsx}'];

/** Tests that start processes or replace modules or the environment: each of these files gets a process of its own. */
const isolated = [
  'test/{checkers,companion,faults,headless,main}/**/*.test.{ts,tsx}',
  'test/http/machineAddresses.test.ts',
  'test/engine/feed/consumerFile.test.ts',
  'test/engine/feed/network.test.ts',
  'test/engine/feed/pageSentences.test.ts',
  'test/engine/poll/networkChange.test.ts',
  'test/engine/webhook/receivedDeliveries.test.ts',
];

/** These wait long. At the end of a run, each would leave the other workers idle. */
const longFiles = [
  'test/faults/faults.test.ts',
  'test/headless/stalledReaders.test.ts',
  'test/soak/soak.test.ts',
  'test/engine/webhook/brokenDeliveries.test.ts',
  'test/engine/webhook/deliveryFlood.test.ts',
  'test/engine/media/kill.test.ts',
  'test/service/kill.test.ts',
  'test/http/idleConnection.test.ts',
];

class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification): boolean => longFiles.some((file) => moduleId.endsWith(file));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

// The tests read English, whatever the language of this machine. It must be set before the processes of the tests start.
process.env['LC_ALL'] = 'C.UTF-8';
// Each isolated file has a process of its own, which would compile the same libraries again.
Object.assign(process.env, compileCache);

export default defineConfig({
  test: {
    // The tests that start processes wait for them, so two workers more than there are cores pay.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/e2e/**', 'node_modules/**', ...isolated, ...pages],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'pages', include: pages, isolate: false, setupFiles: ['test/freshPage.ts'] },
      },
      {
        extends: true,
        test: { name: 'isolated', include: isolated },
      },
    ],
    sequence: { sequencer: LongFilesFirst },
    environment: 'node',
    // happy-dom does not load the desk's iframe, which is from another server.
    onConsoleLog: (text) => !text.includes('Iframe page loading is disabled'),
    globalSetup: ['test/temporaryFolder.ts', 'test/seed.ts'],
    setupFiles: ['test/ownCompileCache.ts', 'test/reactWarnings.ts'],
    // These only stop tests that hang; the benchmarks measure speed.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 45_000, interval: 5 } },
    // A busy machine may time out one attempt of a test that starts processes; a real fault fails twice. A release allows no retry.
    retry: process.env['CI'] === 'true' && process.env['RELEASE'] !== '1' ? 1 : 0,
  },
});
