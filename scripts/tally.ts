/** Counts tests of every kind into one closing line that says what is true. */

export type Tally = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** One sentence for each skipped test: its name and why. */
  readonly reasons: readonly string[];
};

export const nothing: Tally = { passed: 0, failed: 0, skipped: 0, reasons: [] };

/** A check that either holds or does not, such as the types or the build. */
export function oneCheck(hasPassed: boolean): Tally {
  return { ...nothing, passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1 };
}

export function sum(tallies: readonly Tally[]): Tally {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      reasons: [...total.reasons, ...tally.reasons],
    }),
    nothing,
  );
}

/** The last line of a run. */
export function closingLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

type Annotation = { readonly type: string; readonly description?: string };
type PlaywrightTest = { readonly status: string; readonly annotations: readonly Annotation[] };
type PlaywrightSpec = { readonly title: string; readonly tests: readonly PlaywrightTest[] };
type PlaywrightSuite = { readonly specs?: readonly PlaywrightSpec[]; readonly suites?: readonly PlaywrightSuite[] };

/** What Playwright's JSON report counts. A test that passed when tried again (in CI alone) has passed, and its list names it; a file that did not load has failed. */
export interface PlaywrightReport {
  readonly suites: readonly PlaywrightSuite[];
  readonly errors: readonly unknown[];
}

/** Counts a Playwright report. With a bad exit code at least one has failed, whatever the report says; null is no report. */
export function tallyPlaywright(report: PlaywrightReport | null, exitCode: number): Tally {
  if (report === null) return oneCheck(false);
  const tests = report.suites.flatMap(testsOf);
  const count = (statuses: readonly string[]): number =>
    tests.filter(({ test }) => statuses.includes(test.status)).length;
  const failed = count(['unexpected']) + report.errors.length;
  return {
    passed: count(['expected', 'flaky']),
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: count(['skipped']),
    reasons: tests
      .filter(({ test }) => test.status === 'skipped')
      .map(({ title, test }) => `${title}: ${reasonOf(test)}`),
  };
}

function testsOf(suite: PlaywrightSuite): readonly { readonly title: string; readonly test: PlaywrightTest }[] {
  const own = (suite.specs ?? []).flatMap(({ title, tests }) => tests.map((test) => ({ title, test })));
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

function reasonOf(test: PlaywrightTest): string {
  return test.annotations.find(({ description }) => description !== undefined)?.description ?? 'no reason given';
}
