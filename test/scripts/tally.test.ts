import { expect, test } from 'vitest';
import {
  emptyTally,
  formatDuration,
  formatSummary,
  sumTallies,
  tallyCheck,
  tallyPlaywright,
} from '../../scripts/tally.ts';

const testWith = (status: string, annotations: readonly { type: string; description?: string }[]) => ({
  status,
  annotations,
  results: status === 'expected' ? [{}] : [{ error: { message: '\u001b[31mtoo late\u001b[39m\n at a line' } }, {}],
});
const report = (...tests: readonly ReturnType<typeof testWith>[]) => ({
  suites: [{ suites: [{ specs: [{ title: 'a browser test', tests }] }] }],
  errors: [],
});

test('adds up every kind of test in the summary line', () => {
  const browser = tallyPlaywright(report(testWith('expected', []), testWith('unexpected', [])), 1);
  expect(formatSummary(sumTallies([tallyCheck(true, 'types'), tallyCheck(true, 'build'), browser]))).toBe(
    '3 passed, 1 failed, 0 skipped',
  );
});

test('lists once why pictures were not compared, for tests that passed', () => {
  const notCompared = { type: 'not compared', description: 'other fonts' };
  const tests = [
    testWith('expected', [notCompared, notCompared]),
    testWith('expected', [notCompared]),
    testWith('expected', []),
  ];
  const tally = tallyPlaywright(report(...tests), 0);
  expect(tally).toEqual({ ...emptyTally, passed: 3, reasons: ['the pictures of 2 tests: other fonts'] });
});

test('lists a skipped browser test with its reason', () => {
  const tally = tallyPlaywright(report(testWith('skipped', [{ type: 'skip', description: 'no runtime' }])), 0);
  expect(tally).toEqual({ ...emptyTally, skipped: 1, reasons: ['a browser test: no runtime'] });
});

test('counts at least one failure when a run went wrong', () => {
  expect(tallyPlaywright(null, 0).failed).toBe(1);
  expect(tallyPlaywright(report(testWith('expected', [])), 1).failed).toBe(1);
  expect(tallyPlaywright({ suites: [], errors: [{ message: 'did not load' }] }, 1).failed).toBe(1);
  expect(tallyPlaywright(report(testWith('flaky', [])), 0)).toMatchObject({ passed: 1, failed: 0 });
});

test('lists failed and retried tests with their error', () => {
  expect(
    sumTallies([
      tallyCheck(false, 'Types'),
      tallyPlaywright(report(testWith('unexpected', []), testWith('flaky', [])), 1),
    ]).faults,
  ).toEqual(['failed: Types', 'failed: a browser test: too late', 'passed on retry: a browser test: too late']);
  expect(tallyPlaywright(report(testWith('expected', [])), 3).faults).toEqual([
    'failed: the browser tests ended with code 3',
  ]);
});

test('gives the time of a part in seconds, and in minutes and seconds from one minute on', () => {
  expect([499, 59_499, 59_500, 125_000].map(formatDuration)).toEqual(['0 s', '59 s', '1 min 0 s', '2 min 5 s']);
});
