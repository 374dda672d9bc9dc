/** The figures of a soak as a table, and a sentence for each figure that grows or exceeds its limit. */

import { findExcess, findSlope, format, increases, type Series } from './slope.ts';
import type { Tenth } from './soak.ts';
import type { Report } from './soakPreload.ts';
import { historyLimitMegabytes } from './soakProcesses.ts';

/** Growth that each figure may have over the run; `slope.ts` says how it is measured. */
export type Allowances = {
  /** Resident memory, and the heap after garbage collection, of each process. */
  readonly residentMegabytes: number;
  readonly heapMegabytes: number;
  readonly descriptors: number;
  /** Everything on disk that has no limit of its own, of each process. */
  readonly diskMegabytes: number;
  readonly readMs: number;
};

/** These delete their oldest files at a limit: 1 GB, or that of the settings. */
const limitedLogs = ['as-run', 'recordings'];
const logLimitMegabytes = 1000;
/** A history can exceed its limit by the file being written. */
const historyMargin = 1.5;
/** Growth of the logs from one tenth to the next may vary with what was on air. */
const logGrowthMegabytes = 2;

type Column = Series & { readonly heading: string };

/** Returns one sentence for each figure that grows or exceeds its limit. */
export function findGrowth(tenths: readonly Tenth[], allowances: Allowances): readonly string[] {
  const history = tenths.map(({ engineDisk }) => (engineDisk.get('history') ?? 0) / megabyte);
  const logs = tenths.map(({ engineDisk }) => sumParts(engineDisk, limitedLogs) / megabyte);
  const growth = increases(0, logs);
  return [
    ...createColumns(tenths, allowances).map(findSlope),
    findSlope({ name: 'Growth of the logs in a tenth', unit: 'MB', values: growth, allowance: logGrowthMegabytes }),
    findExcess('The as-run log and the recordings', 'MB', logs, logLimitMegabytes * limitedLogs.length),
    findExcess('The history', 'MB', history, historyLimitMegabytes * historyMargin),
  ].filter((sentence) => sentence !== null);
}

/** The headings of the table, in its columns. */
export function formatHeadings(): string {
  return [
    'tenth',
    ...createColumns([], unlimited).map(({ heading }) => heading),
    'p99 ms',
    'bare p99 ms',
    'logs',
    'history',
    'reads',
  ]
    .map((heading) => heading.padStart(width))
    .join('');
}

/** One line of the table. */
export function formatTenth(index: number, tenth: Tenth): string {
  const figures = createColumns([tenth], unlimited).map(({ values }) => format(values[0] ?? Number.NaN));
  const logs = format(sumParts(tenth.engineDisk, limitedLogs) / megabyte);
  const history = format((tenth.engineDisk.get('history') ?? 0) / megabyte);
  return [
    String(index + 1),
    ...figures,
    format(tenth.readP99Ms),
    format(tenth.bareP99Ms),
    logs,
    history,
    String(tenth.reads),
  ]
    .map((text) => text.padStart(width))
    .join('');
}

const width = 13;
const megabyte = 1_000_000;
const unlimited: Allowances = {
  residentMegabytes: 0,
  heapMegabytes: 0,
  descriptors: 0,
  diskMegabytes: 0,
  readMs: 0,
};

function createColumns(tenths: readonly Tenth[], allowances: Allowances): readonly Column[] {
  const ofProcess = (name: string, heading: string, read: (tenth: Tenth) => Report): readonly Column[] => [
    {
      name: `${name}’s resident memory`,
      heading: `${heading} RSS`,
      unit: 'MB',
      values: tenths.map((tenth) => read(tenth).residentBytes / megabyte),
      allowance: allowances.residentMegabytes,
    },
    {
      name: `${name}’s heap`,
      heading: 'heap',
      unit: 'MB',
      values: tenths.map((tenth) => read(tenth).heapBytes / megabyte),
      allowance: allowances.heapMegabytes,
    },
    {
      name: `${name}’s number of open handles`,
      heading: 'handles',
      unit: 'handles',
      values: tenths.map((tenth) => read(tenth).descriptors),
      allowance: allowances.descriptors,
    },
  ];
  const disk = (name: string, read: (tenth: Tenth) => ReadonlyMap<string, number>): Column => ({
    name: `${name}’s use of the disk`,
    heading: 'disk',
    unit: 'MB',
    values: tenths.map((tenth) => sumOthers(read(tenth)) / megabyte),
    allowance: allowances.diskMegabytes,
  });
  return [
    ...ofProcess('Greenroom', 'main', ({ engine }) => engine),
    disk('Greenroom', ({ engineDisk }) => engineDisk),
    ...ofProcess('The service', 'service', ({ service }) => service),
    disk('The service', ({ serviceDisk }) => serviceDisk),
    {
      name: 'The 99th percentile of a read, above that of a bare server',
      heading: 'p99 +ms',
      unit: 'ms',
      values: tenths.map(({ readP99Ms, bareP99Ms }) => Math.max(0, readP99Ms - bareP99Ms)),
      allowance: allowances.readMs,
    },
  ];
}

function sumParts(disk: ReadonlyMap<string, number>, parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + (disk.get(part) ?? 0), 0);
}

/** Everything but what has a limit of its own. */
function sumOthers(disk: ReadonlyMap<string, number>): number {
  return sumParts(
    disk,
    [...disk.keys()].filter((part) => ![...limitedLogs, 'history'].includes(part)),
  );
}
