import { expect, test } from 'vitest';
import { closingLine, oneCheck, sum, tallyPlaywright } from '../../scripts/tally.ts';

const run = (status: string, annotations: readonly { type: string; description?: string }[]) => ({
  status,
  annotations,
});
const report = (...tests: readonly ReturnType<typeof run>[]) => ({
  suites: [{ suites: [{ specs: [{ title: 'a browser test', tests }] }] }],
  errors: [],
});

test('the closing line adds up every kind of test', () => {
  const browser = tallyPlaywright(report(run('expected', []), run('unexpected', [])), 1);
  expect(closingLine(sum([oneCheck(true), oneCheck(true), browser]))).toBe('3 passed, 1 failed, 0 skipped');
});

test('a skipped browser test comes with its reason', () => {
  const tally = tallyPlaywright(report(run('skipped', [{ type: 'skip', description: 'no runtime here' }])), 0);
  expect(tally).toEqual({ passed: 0, failed: 0, skipped: 1, reasons: ['a browser test: no runtime here'] });
});

test('a run that went wrong never closes without a failure', () => {
  expect(tallyPlaywright(null, 0).failed).toBe(1);
  expect(tallyPlaywright(report(run('expected', [])), 1).failed).toBe(1);
  expect(tallyPlaywright({ suites: [], errors: [{ message: 'did not load' }] }, 1).failed).toBe(1);
  expect(tallyPlaywright(report(run('flaky', [])), 0)).toMatchObject({ passed: 1, failed: 0 });
});
