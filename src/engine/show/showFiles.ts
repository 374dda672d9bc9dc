/** Loads the show from its newest intact file. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../../core/language/say.ts';
import type { Facts, ProblemCode } from '../../core/problem.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import type { Confirmed, Position } from '../../disk/confirmedMark.ts';
import { openJournal } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { type PastFeeds, readBatches } from './readBatches.ts';
import { readShowFile, showFileName } from './showFile.ts';
import { findUnannounced, findUnsureFeeds } from './unannounced.ts';

export type LoadProblem = { readonly code: ProblemCode; readonly about: string; readonly facts: Facts };

export type LoadedShow = {
  /** The show as far as it can be read; `null` if no file has any of it. */
  readonly show: ShowState | null;
  /** Whether confirmed changes are known to be missing. */
  readonly isDamaged: boolean;
  /** Names of the feeds whose last change may have been announced before or not. */
  readonly unsureFeeds: readonly string[];
  /** Where the used part of the file ends; `null` if no file was read. */
  readonly end: Position | null;
  /** The changes after it, and in newer files, that were never announced: the show after each, oldest first. */
  readonly unannounced: readonly ShowState[];
  /** Numbers of these newer files. */
  readonly unannouncedFiles: readonly number[];
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
  const found = await listShowFiles(directory);
  const unannounced = await findUnannounced(directory, found, confirmed);
  const newestFirst = found.filter((number) => !unannounced.files.includes(number));
  const problems: LoadProblem[] = [];
  const obsoleteNumbers: number[] = [];
  let loadedNumber: number | null = null;
  const damaged: (readonly unknown[])[] = [];
  let intact: readonly unknown[] | null = null;
  let end: Position | null = null;
  let unsureFeeds: readonly string[] = [];
  for (const number of newestFirst) {
    const about = showFileName(number);
    const file = await readShowFile(join(directory, about), number, confirmed);
    if (file.kind === 'newer') {
      const facts = { file: about, used: () => say('Greenroom is using the older show files.') };
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
    const used = number === confirmed?.file ? file.batches.length - unannounced.batches : file.batches.length;
    intact = file.batches.slice(0, used);
    end = { file: number, bytes: file.ends[used - 1] ?? 0 };
    unsureFeeds = findUnsureFeeds(intact, file.ends.slice(0, used), number, confirmed);
    loadedNumber = number;
  }
  const missing = confirmed !== null && !newestFirst.includes(confirmed.file) ? confirmed.file : 0;
  const isMissing = missing > (loadedNumber ?? 0);
  if (isMissing) {
    const about = showFileName(missing);
    problems.push({
      code: 'DISK_SHOW_BEHIND',
      about,
      facts: { what: () => say('{file} is missing', { file: about }) },
    });
  }
  const isEmpty = intact === null && damaged.every((batches) => batches.length === 0);
  const past: PastFeeds[] = [];
  const newest = readBatches(emptyShow, intact ?? [], (feeds) => past.push(feeds));
  return {
    show: isEmpty ? null : damaged.reduce((state, batches) => readBatches(state, batches), newest),
    isDamaged: damaged.length > 0 || isMissing,
    unsureFeeds,
    end,
    unannounced: unannounced.readAfter(intact ?? []),
    unannouncedFiles: unannounced.files,
    past: past.slice(-maxPast),
    problems,
    highestNumber: Math.max(found[0] ?? 0, missing),
    loadedNumber,
    obsoleteNumbers,
  };
}

function createDamagedFacts(): Facts {
  return {
    used: () => say('Its last changes can be lost.'),
    air: () => say('On air could be affected.'),
    check: () => say('what is on air'),
  };
}

function createOlderFacts(): Facts {
  return {
    used: () => say('It was an older copy of the show.'),
    air: () => say('This does not affect on air.'),
    check: () => say('the disk'),
  };
}

/** If it can’t be written now, it is kept as a damaged older file later. */
async function cutOffTail(path: string): Promise<void> {
  const opened = await openJournal(path).catch(() => null);
  await opened?.journal.close().catch(() => undefined);
}
