/** Adds up the results of every kind of test for the summary line. */
import { stripVTControlCharacters } from 'node:util';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One line for each skipped test: its name and the reason. */
  readonly reasons: readonly string[];
  /** One line for each test that failed or passed only on retry, repeated at the end of a long run. */
  readonly faults: readonly string[];
};

export const emptyTally: Tally = { passed: 0, failed: 0, skipped: 0, reasons: [], faults: [] };

/** A check that passes or fails as a whole, such as types or the build. */
export function tallyCheck(hasPassed: boolean, fault: string): Tally {
  return hasPassed ? { ...emptyTally, passed: 1 } : { ...emptyTally, failed: 1, faults: [`failed: ${fault}`] };
}

/** A test’s name and the first line of its error; `message` may contain terminal colours. */
export function formatFault(outcome: 'failed' | 'passed on retry', name: string, message: string | undefined): string {
  const first = stripVTControlCharacters(message ?? '')
    .split('\n')
    .find((line) => line.trim() !== '');
  return `${outcome}: ${name}${first === undefined ? '' : `: ${first.trim()}`}`;
}

export function sumTallies(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      reasons: [...total.reasons, ...tally.reasons],
      faults: [...total.faults, ...tally.faults],
    }),
    emptyTally,
  );
}

export function formatSummary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Whole seconds, with minutes from one minute on. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

type Annotation = { readonly type: string; readonly description?: string };
type PlaywrightResult = { readonly error?: { readonly message?: string } };
type PlaywrightTest = {
  readonly status: string;
  readonly annotations: readonly Annotation[];
  readonly results: readonly PlaywrightResult[];
};
type PlaywrightSpec = { readonly title: string; readonly tests: readonly PlaywrightTest[] };
type PlaywrightSuite = { readonly specs?: readonly PlaywrightSpec[]; readonly suites?: readonly PlaywrightSuite[] };

/** The part of Playwright’s JSON report that is counted. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

/**
 * Counts a Playwright report; without one, the run counts as one failure. A test that passed on retry is counted as passed and
 * listed. A file that did not load counts as a failure, and a non-zero exit code as at least one.
 */
export function tallyPlaywright(report: PlaywrightReport | null, exitCode: number): Tally {
  if (report === null) return tallyCheck(false, 'the browser tests ended without a report');
  const tests = report.suites.flatMap(listTests);
  const count = (statuses: readonly string[]): number =>
    tests.filter(({ test }) => statuses.includes(test.status)).length;
  const failed = count(['unexpected']) + report.errors.length;
  const faults = tests.flatMap(({ title, test }) => faultOf(title, test) ?? []);
  const loadFaults = report.errors.map(({ message }) => formatFault('failed', 'a file of browser tests', message));
  const hasHiddenFault = failed === 0 && exitCode !== 0;
  return {
    passed: count(['expected', 'flaky']),
    failed: hasHiddenFault ? 1 : failed,
    skipped: count(['skipped']),
    reasons: [
      ...tests.filter(({ test }) => test.status === 'skipped').map(({ title, test }) => `${title}: ${reasonOf(test)}`),
      ...listMissingComparisons(tests.map(({ test }) => test)),
    ],
    faults: [
      ...faults,
      ...loadFaults,
      ...(hasHiddenFault ? [`failed: the browser tests ended with code ${exitCode}`] : []),
    ],
  };
}

function faultOf(title: string, { status, results }: PlaywrightTest): string | null {
  if (status !== 'unexpected' && status !== 'flaky') return null;
  const message = results.find(({ error }) => error !== undefined)?.error?.message;
  return formatFault(status === 'flaky' ? 'passed on retry' : 'failed', title, message);
}

function listTests(suite: PlaywrightSuite): readonly { readonly title: string; readonly test: PlaywrightTest }[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ title, test })));
  return [...own, ...(suite.suites ?? []).flatMap(listTests)];
}

/** One line for each reason why tests that ran could not compare their pictures. */
function listMissingComparisons(tests: readonly PlaywrightTest[]): readonly string[] {
  const reasons = tests.flatMap(({ annotations }) => {
    const found = annotations.find(({ type }) => type === 'not compared');
    return found === undefined ? [] : [found.description ?? 'no reason given'];
  });
  return [...new Set(reasons)].map((reason) => {
    const count = reasons.filter((other) => other === reason).length;
    return `the pictures of ${count} tests: ${reason}`;
  });
}

function reasonOf(test: PlaywrightTest): string {
  return test.annotations.find(({ description }) => description !== undefined)?.description ?? 'no reason given';
}
