/** Loads the show from its newest intact file. Each file begins with the whole show and continues with changes. */

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../core/language/say.ts';
import type { Facts, ProblemCode } from '../../core/problem.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import type { Confirmed } from '../../disk/confirmedMark.ts';
import { JournalCorrupt, openJournal, readJournal } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { type PastFeeds, readBatches } from './readBatches.ts';
import { firstRecordSchema, showVersion, upgradeBatch } from './showBatch.ts';

export type LoadProblem = { readonly code: ProblemCode; readonly about: string; readonly facts: Facts };

export type LoadedShow = {
  /** The show as far as it can be read; `null` if no file has any of it. */
  readonly show: ShowState | null;
  /** Whether confirmed changes are known to be missing. */
  readonly isDamaged: boolean;
  /** The feeds after each of the last changes in the intact file, oldest first: the logs can lack them after a crash. */
  readonly past: readonly PastFeeds[];
  readonly problems: readonly LoadProblem[];
  /** Highest file number of any version, also of a lost file; 0 when there are no files. */
  readonly highestNumber: number;
  /** The file that was read; `null` if none was. It is deleted when two newer files exist. */
  readonly loadedNumber: number | null;
  readonly obsoleteNumbers: readonly number[];
};

/** More than the logs lose in a crash. */
const maxPast = 1000;

export function showFilePath(directory: string, number: number): string {
  return join(directory, showFileName(number));
}

function showFileName(number: number): string {
  return `show-${String(number).padStart(8, '0')}.journal`;
}

/** The numbers of all show files, newest first. */
export async function listShowFiles(directory: string): Promise<readonly number[]> {
  const numbers = (await readdir(directory)).flatMap((name) => /^show-(\d{8})\.journal$/.exec(name)?.[1] ?? []);
  return numbers.map(Number).sort((a, b) => b - a);
}

/**
 * Loads the show. Renames damaged files, and leaves files of a newer Greenroom unchanged. `confirmed` is known to be confirmed, at least. Without
 * it, the end of a file that a crash cut off can’t be told from a lost one.
 */
export async function loadShow(directory: string, confirmed: Confirmed | null): Promise<LoadedShow> {
  const newestFirst = await listShowFiles(directory);
  const problems: LoadProblem[] = [];
  const obsoleteNumbers: number[] = [];
  let loadedNumber: number | null = null;
  const damaged: (readonly unknown[])[] = [];
  let intact: readonly unknown[] | null = null;
  for (const number of newestFirst) {
    const about = showFileName(number);
    const file = await readShowFile(join(directory, about), number, confirmed);
    if (file.kind === 'newer') {
      const facts = { file: about, used: say('Greenroom is using the older show files.') };
      if (intact === null) problems.push({ code: 'DISK_FILE_NEWER', about, facts });
      continue;
    }
    // Only the newest file is cut off in a crash, and it is then repaired here.
    if (file.kind === 'damaged' || (file.hasIncompleteTail && intact !== null)) {
      // A file that cannot be renamed stays, and is never written to.
      const kept = await quarantineFile(join(directory, about)).catch(() => about);
      const facts = { file: about, kept, ...(intact === null ? createDamagedFacts() : createOlderFacts()) };
      problems.push({ code: 'DISK_FILE_CORRUPT', about, facts });
      if (intact === null) damaged.unshift(file.batches);
      continue;
    }
    // A file whose beginning was never written was never in use, so the previous one is current.
    if (intact !== null || file.kind === 'unfinished') obsoleteNumbers.push(number);
    if (intact !== null) continue;
    if (file.hasIncompleteTail) {
      problems.push({ code: 'DISK_TAIL_TORN', about, facts: { file: about } });
      await cutOffTail(join(directory, about));
    }
    if (file.kind === 'unfinished') continue;
    intact = file.batches;
    loadedNumber = number;
  }
  const missing = confirmed !== null && !newestFirst.includes(confirmed.file) ? confirmed.file : 0;
  const isMissing = missing > (loadedNumber ?? 0);
  if (isMissing) {
    const about = showFileName(missing);
    problems.push({ code: 'DISK_SHOW_BEHIND', about, facts: { what: say('{file} is missing', { file: about }) } });
  }
  const isEmpty = intact === null && damaged.every((batches) => batches.length === 0);
  const past: PastFeeds[] = [];
  const newest = readBatches(emptyShow, intact ?? [], (feeds) => past.push(feeds));
  return {
    show: isEmpty ? null : damaged.reduce((state, batches) => readBatches(state, batches), newest),
    isDamaged: damaged.length > 0 || isMissing,
    past: past.slice(-maxPast),
    problems,
    highestNumber: Math.max(newestFirst[0] ?? 0, missing),
    loadedNumber,
    obsoleteNumbers,
  };
}

function createDamagedFacts(): Facts {
  return {
    used: say('Its last changes can be lost.'),
    air: say('On air could be affected.'),
    check: say('what is on air'),
  };
}

function createOlderFacts(): Facts {
  return {
    used: say('It was an older copy of the show.'),
    air: say('This does not affect on air.'),
    check: say('the disk'),
  };
}

/** Deletes the files with these numbers; a file that cannot be deleted does no harm. */
export async function removeShowFiles(directory: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await rm(showFilePath(directory, number), { force: true }).catch(() => undefined);
}

type ShowFile =
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged'; readonly batches: readonly unknown[] }
  | {
      readonly kind: 'whole' | 'unfinished';
      readonly batches: readonly unknown[];
      readonly hasIncompleteTail: boolean;
    };

async function readShowFile(path: string, number: number, confirmed: Confirmed | null): Promise<ShowFile> {
  try {
    const { records, goodBytes, droppedBytes } = await readJournal(path);
    const head = firstRecordSchema.safeParse(records[0]);
    if (head.success && head.data.version > showVersion) return { kind: 'newer' };
    const confirmedBytes = confirmed === null ? null : confirmed.file === number ? confirmed.bytes : 0;
    const isBehind = confirmedBytes === null ? droppedBytes > 0 || records.length < 2 : goodBytes < confirmedBytes;
    if (isBehind || (!head.success && records.length > 0)) return { kind: 'damaged', batches: recoverBatches(records) };
    const hasIncompleteTail = droppedBytes > 0;
    if (!head.success) return { kind: 'unfinished', batches: [], hasIncompleteTail };
    const batches = records.slice(1).map((batch) => upgradeBatch(batch, head.data.version));
    return { kind: batches.length > 0 ? 'whole' : 'unfinished', batches, hasIncompleteTail };
  } catch (error) {
    // A file that cannot be read at all is as lost as a damaged one.
    return { kind: 'damaged', batches: error instanceof JournalCorrupt ? recoverBatches(error.records) : [] };
  }
}

/** If it can’t be written now, it is kept as a damaged older file later. */
async function cutOffTail(path: string): Promise<void> {
  const opened = await openJournal(path).catch(() => null);
  await opened?.journal.close().catch(() => undefined);
}

/** Returns the readable batches of a damaged file, or none if a newer Greenroom wrote it. */
function recoverBatches(records: readonly unknown[]): readonly unknown[] {
  const head = firstRecordSchema.safeParse(records[0]);
  const version = head.success ? head.data.version : showVersion;
  return version > showVersion ? [] : records.map((batch) => upgradeBatch(batch, version));
}
