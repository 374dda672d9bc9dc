/** Counts tests of every kind into one closing line that says what is true. */
import { stripVTControlCharacters } from 'node:util';

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One sentence for each skipped test: its name and why. */
  readonly reasons: readonly string[];
  /** One line for each that failed, or passed only when tried again: its name and what it said. A long run is read from its end. */
  readonly faults: readonly string[];
};

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, reasons: [], faults: [] };

/** A check that either holds or does not, such as the types or the build. `fault` is said when it does not. */
export function oneCheck(hasPassed: boolean, fault: string): Tally {
  return hasPassed ? { ...nothing, passed: 1 } : { ...nothing, failed: 1, faults: [`failed: ${fault}`] };
}

/** A name and the first line of what went wrong there; `said` may be coloured for a terminal. */
export function faultLine(
  outcome: 'failed' | 'passed when tried again',
  name: string,
  said: string | undefined,
): string {
  const first = stripVTControlCharacters(said ?? '')
    .split('\n')
    .find((line) => line.trim() !== '');
  return `${outcome}: ${name}${first === undefined ? '' : `: ${first.trim()}`}`;
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      reasons: [...total.reasons, ...tally.reasons],
      faults: [...total.faults, ...tally.faults],
    }),
    nothing,
  );
}

/** The last line of a run. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
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

/** What Playwright's JSON report counts. A test that passed when tried again (in CI alone) has passed, and is named; a file that did not load has failed. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

/** Counts a Playwright report. With a bad exit code at least one has failed, whatever the report says; null is no report. */
export function tallyPlaywright(report: PlaywrightReport | null, exitCode: number): Tally {
  if (report === null) return oneCheck(false, 'the browser tests ended without a report');
  const tests = report.suites.flatMap(testsOf);
  const count = (statuses: readonly string[]): number =>
    tests.filter(({ test }) => statuses.includes(test.status)).length;
  const failed = count(['unexpected']) + report.errors.length;
  const told = tests.flatMap(({ title, test }) => faultOf(title, test) ?? []);
  const unread = report.errors.map(({ message }) => faultLine('failed', 'a file of browser tests', message));
  const hasHiddenFault = failed === 0 && exitCode !== 0;
  return {
    passed: count(['expected', 'flaky']),
    failed: hasHiddenFault ? 1 : failed,
    skipped: count(['skipped']),
    reasons: tests
      .filter(({ test }) => test.status === 'skipped')
      .map(({ title, test }) => `${title}: ${reasonOf(test)}`),
    faults: [...told, ...unread, ...(hasHiddenFault ? [`failed: the browser tests ended with code ${exitCode}`] : [])],
  };
}

function faultOf(title: string, { status, results }: PlaywrightTest): string | null {
  if (status !== 'unexpected' && status !== 'flaky') return null;
  const said = results.find(({ error }) => error !== undefined)?.error?.message;
  return faultLine(status === 'flaky' ? 'passed when tried again' : 'failed', title, said);
}

function testsOf(suite: PlaywrightSuite): readonly { readonly title: string; readonly test: PlaywrightTest }[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ title, test })));
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

function reasonOf(test: PlaywrightTest): string {
  return test.annotations.find(({ description }) => description !== undefined)?.description ?? 'no reason given';
}
