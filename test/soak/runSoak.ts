/** Runs the soak; see CONTRIBUTING.md. Prints a line for each tenth, and exits with 1 and a sentence for each fault. */
import { availableParallelism, cpus } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seed } from '../seed.ts';
import { type Allowances, findGrowth, formatHeadings, formatTenth } from './figures.ts';
import { runSoak } from './soak.ts';

/** Eight hours with one change every 20 seconds. */
const compressedChanges = 1440;
const realTimeChangesPerMinute = 3;
/** Fewer would leave a tenth without each disturbance. */
const fewestChanges = 50;

const allowances: Allowances = {
  residentMegabytes: 64,
  heapMegabytes: 10,
  descriptors: 20,
  diskMegabytes: 12,
  readMs: 100,
};

const { values } = parseArgs({
  options: { compressed: { type: 'boolean', default: false }, minutes: { type: 'string' } },
});
const isCompressed = values.compressed;
const minutes = Number(values.minutes ?? (isCompressed ? 8 : 60));
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');
const changes = isCompressed ? compressedChanges : Math.max(fewestChanges, minutes * realTimeChangesPerMinute);
const built = resolve(import.meta.dirname, '..', '..', 'out', 'main');
const abort = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => abort.abort());

const print = (line: string): void => void process.stdout.write(`${line}\n`);
print(
  `${isCompressed ? 'Eight hours of show' : 'Real time'} in ${minutes} minutes: ${changes} changes, seed ${seed}. ` +
    `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}. Memory and disk in MB.`,
);
print(formatHeadings());
let printed = 0;
const { tenths, faults } = await runSoak(
  {
    programs: { headless: resolve(built, 'headless.js'), service: resolve(built, 'service.js') },
    seed,
    changes,
    changeEveryMs: (minutes * 60_000) / changes,
    sockets: 200,
    pollers: 50,
    suspendMs: 3000,
  },
  (tenth) => {
    print(formatTenth(printed, tenth));
    printed += 1;
  },
  abort.signal,
).catch((error: Error) => {
  print(abort.signal.aborted ? 'Stopped.' : `Failed: ${error.message}`);
  process.exit(1);
});
const sentences = [...findGrowth(tenths, allowances), ...faults];
for (const sentence of sentences) print(sentence);
print(sentences.length === 0 ? 'Passed: nothing grows.' : `Failed: ${sentences.length} faults.`);
process.exit(sentences.length === 0 ? 0 : 1);
