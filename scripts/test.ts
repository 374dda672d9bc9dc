/** `npm test`: runs every check and test, builds before the tests, takes a part of the longest tests, and ends with the time of each part and a summary. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll } from './ensureBuilt.ts';
import { ensureBrowser } from './installBrowser.ts';
import { root, runNode, toolPath } from './runTool.ts';
import {
  formatDuration,
  formatSummary,
  type PlaywrightReport,
  sumTallies,
  type Tally,
  tallyCheck,
  tallyPlaywright,
} from './tally.ts';

const browserReport = join(root, 'out', 'test', 'e2e.json');
const unitTally = join(root, 'out', 'test', 'unit.json');
/** Lengths of a short run; CONTRIBUTING lists what they leave out. A variable of the caller wins. */
const lengths: Readonly<Record<string, string | undefined>> =
  process.env['RELEASE'] === '1' || process.env['EVERY_TEST'] === '1'
    ? {}
    : { SHORT_RUN: '1', GREENROOM_KILLS: '3', MUTATIONS: '2000', STALLED_MINUTES: '0.1', ...process.env };
/** One line for each part: its name and how long it took. */
const durations: string[] = [];

process.chdir(root);
mkdirSync(join(root, 'out', 'test'), { recursive: true });
await ensureBrowser();

let isBuilt = false;

const tally = sumTallies([
  await check('Format and lint', toolPath('@biomejs/biome', 'bin/biome'), ['check', '--error-on-warnings', '.']),
  // More checkers for each folder take more processor time, because each checks the shared types.
  await check('Types', toolPath('typescript', 'bin/tsc'), ['-b', '--checkers', '1']),
  await step('Build', async () => {
    isBuilt = (await buildAll()) === 0;
    return tallyCheck(isBuilt, 'the build');
  }),
  await step('Unit and integration', runUnitTests),
  await step('Browser', runBrowserTests),
]);

process.stdout.write(`\n${durations.join('\n')}\n`);
for (const fault of tally.faults) process.stdout.write(`${fault}\n`);
for (const reason of tally.reasons) process.stdout.write(`skipped: ${reason}\n`);
process.stdout.write(`\n${formatSummary(tally)}\n`);
process.exit(tally.failed === 0 ? 0 : 1);

async function step(name: string, work: () => Promise<Tally>): Promise<Tally> {
  process.stdout.write(`\n== ${name}\n`);
  const startedAt = performance.now();
  const result = await work();
  durations.push(`${name}: ${formatDuration(performance.now() - startedAt)}`);
  process.stdout.write(`${name}: ${formatSummary(result)}\n`);
  return result;
}

function check(name: string, file: string, args: readonly string[]): Promise<Tally> {
  return step(name, async () => {
    return tallyCheck((await runNode(file, args, { output: 'inherit', environment: {} })) === 0, name);
  });
}

async function runUnitTests(): Promise<Tally> {
  rmSync(unitTally, { force: true });
  const file = join(root, 'scripts', 'unitTests.ts');
  const code = await runNode(file, [unitTally], {
    output: 'inherit',
    environment: { ...lengths, ...(isBuilt && { TEST_THE_BUILD: '1' }) },
  });
  const tally = readReport<Tally>(unitTally) ?? tallyCheck(false, 'the unit tests ended without a report');
  return code !== 0 && tally.failed === 0
    ? sumTallies([tally, tallyCheck(false, `the unit tests ended with code ${code}`)])
    : tally;
}

async function runBrowserTests(): Promise<Tally> {
  rmSync(browserReport, { force: true });
  const playwright = toolPath('@playwright/test', 'cli.js');
  const code = await runNode(playwright, ['test'], { output: 'inherit', environment: lengths });
  return tallyPlaywright(readReport<PlaywrightReport>(browserReport), code);
}

/** Reads a report of this run; `null` if the run ended before it wrote one. */
function readReport<Report>(file: string): Report | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    return null;
  }
}
