/** Runs every vitest test and writes the counts to a file. It is a separate process because vitest changes its environment. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { startVitest } from 'vitest/node';
import { emptyTally, formatFault, sumTallies, type Tally, tallyCheck } from './tally.ts';

const tallyFile = process.argv[2];
const tally = await runUnitTests();
if (tallyFile !== undefined) {
  mkdirSync(dirname(tallyFile), { recursive: true });
  writeFileSync(tallyFile, JSON.stringify(tally));
}
process.exit(tally.failed === 0 ? 0 : 1);

/** Runs all tests with vitest’s own report. An error outside a test counts as a failure. */
async function runUnitTests(): Promise<Tally> {
  let counted: Tally | null = null;
  const counter: Reporter = {
    onTestRunEnd: (modules, unhandledErrors) => {
      counted = sumTallies([...modules.map(tallyModule), ...unhandledErrors.map(tallyUnhandledError)]);
    },
  };
  const vitest = await startVitest('test', [], { watch: false, reporters: ['default', counter] });
  await vitest.close();
  return counted ?? tallyCheck(false, 'the unit tests did not run');
}

function tallyUnhandledError({ message }: { readonly message: string }): Tally {
  return { ...emptyTally, failed: 1, faults: [formatFault('failed', 'outside a test', message)] };
}

function tallyModule(module: TestModule): Tally {
  const tests = [...module.children.allTests()];
  const tallies = tests.map((test): Tally => {
    const result = test.result();
    const message = result.errors?.[0]?.message;
    if (result.state === 'passed') {
      const wasRetried = (test.diagnostic()?.retryCount ?? 0) > 0;
      return {
        ...emptyTally,
        passed: 1,
        faults: wasRetried ? [formatFault('passed on retry', test.fullName, message)] : [],
      };
    }
    if (result.state !== 'skipped')
      return { ...emptyTally, failed: 1, faults: [formatFault('failed', test.fullName, message)] };
    return { ...emptyTally, skipped: 1, reasons: [`${test.fullName}${formatReason(test, result.note)}`] };
  });
  const counted = sumTallies(tallies);
  const hasHiddenFault = module.state() === 'failed' && counted.failed === 0;
  if (!hasHiddenFault) return counted;
  const message = module.errors()[0]?.message;
  return sumTallies([
    counted,
    { ...emptyTally, failed: 1, faults: [formatFault('failed', module.relativeModuleId, message)] },
  ]);
}

/** The reason to print after a skipped test’s name, unless its name or that of a suite around it already ends with one in brackets. */
function formatReason(test: TestCase, note: string | undefined): string {
  if (note !== undefined) return `: ${note}`;
  return namesOf(test).some((name) => name.endsWith(')')) ? '' : ': no reason given';
}

function namesOf(test: TestCase | TestSuite | TestModule): readonly string[] {
  return test.type === 'module' ? [] : [test.name, ...namesOf(test.parent)];
}
