/** Loads the show from its newest intact file. Each file begins with the whole show and continues with changes. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedState } from '../../core/feedState.ts';
import type { Facts, ProblemCode } from '../../core/problem.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import { JournalCorrupt, readJournal } from '../../disk/journal.ts';
import { quarantineFile } from '../../disk/quarantine.ts';
import { readBatches } from './readBatches.ts';
import { firstRecordSchema, showVersion, upgradeBatch } from './showBatch.ts';

export type LoadProblem = { readonly code: ProblemCode; readonly about: string; readonly facts: Facts };

export type LoadedShow = {
  readonly saved: ShowState | null;
  /** Whether the revisions were raised and are not saved yet. */
  readonly hasRaisedRevisions: boolean;
  readonly problems: readonly LoadProblem[];
  /** Highest file number of any version; 0 when there are no files. */
  readonly highestNumber: number;
  /** The file that was read; `null` if none was. It is deleted when two newer files exist. */
  readonly loadedNumber: number | null;
  readonly obsoleteNumbers: readonly number[];
};

/** The last announced revision is unknown after damage or unsaved changes. The counter is raised by this much, so that it never goes back. */
const revisionGap = 1000;

export function showFilePath(directory: string, number: number): string {
  return join(directory, `show-${String(number).padStart(8, '0')}.journal`);
}

/**
 * Loads the show. Renames damaged files, and leaves files of a newer Greenroom unchanged. `unsavedRuns` is how many runs, up to the last
 * one, announced changes without saving them. Each may have used as many revisions as the gap.
 */
export async function loadShow(directory: string, unsavedRuns: number): Promise<LoadedShow> {
  const numbers = (await readdir(directory)).flatMap((name) => /^show-(\d{8})\.journal$/.exec(name)?.[1] ?? []);
  const newestFirst = numbers.map(Number).sort((a, b) => b - a);
  const problems: LoadProblem[] = [];
  const obsoleteNumbers: number[] = [];
  let loadedNumber: number | null = null;
  const damaged: (readonly unknown[])[] = [];
  let intact: readonly unknown[] | null = null;
  for (const number of newestFirst) {
    const path = showFilePath(directory, number);
    const about = path.slice(directory.length + 1);
    const file = await readShowFile(path);
    if (file.kind === 'newer') {
      const facts = { file: about, used: 'Greenroom is using the older show files.' };
      if (intact === null) problems.push({ code: 'DISK_FILE_NEWER', about, facts });
      continue;
    }
    // A file whose beginning was never written was never in use, so the previous one is current.
    if (intact !== null || file.kind === 'unfinished') obsoleteNumbers.push(number);
    if (intact !== null) continue;
    if (file.kind === 'damaged') {
      const kept = await quarantineFile(path);
      const used = 'Greenroom restored the previous version and every change it could read.';
      const facts = { file: about, kept, used, air: 'On air could be affected.', check: 'what is on air' };
      problems.push({ code: 'DISK_FILE_CORRUPT', about, facts });
      damaged.unshift(file.batches);
      continue;
    }
    if (file.hasIncompleteTail) problems.push({ code: 'DISK_TAIL_TORN', about, facts: { file: about } });
    if (file.kind === 'unfinished') continue;
    intact = file.batches;
    loadedNumber = number;
  }
  const highestNumber = newestFirst[0] ?? 0;
  if (intact === null && damaged.every((batches) => batches.length === 0)) {
    return { saved: null, hasRaisedRevisions: false, problems, highestNumber, loadedNumber: null, obsoleteNumbers };
  }
  if (unsavedRuns > 0) problems.push({ code: 'DISK_CHANGES_LOST', about: 'disk', facts: {} });
  const show = [intact ?? [], ...damaged].reduce(readBatches, emptyShow);
  const gaps = unsavedRuns + (damaged.length > 0 ? 1 : 0);
  const saved = gaps > 0 ? raiseRevisions(show, gaps * revisionGap) : show;
  return { saved, hasRaisedRevisions: gaps > 0, problems, highestNumber, loadedNumber, obsoleteNumbers };
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

async function readShowFile(path: string): Promise<ShowFile> {
  try {
    const { records, droppedBytes } = await readJournal(path);
    const head = firstRecordSchema.safeParse(records[0]);
    if (!head.success) {
      return records.length === 0
        ? { kind: 'unfinished', batches: [], hasIncompleteTail: droppedBytes > 0 }
        : { kind: 'damaged', batches: records };
    }
    const { version } = head.data;
    if (version > showVersion) return { kind: 'newer' };
    const batches = records.slice(1).map((batch) => upgradeBatch(batch, version));
    return { kind: batches.length > 0 ? 'whole' : 'unfinished', batches, hasIncompleteTail: droppedBytes > 0 };
  } catch (error) {
    if (error instanceof JournalCorrupt) return { kind: 'damaged', batches: recoverBatches(error.records) };
    throw error;
  }
}

/** Returns the readable batches of a damaged file, or none if a newer Greenroom wrote it. */
function recoverBatches(records: readonly unknown[]): readonly unknown[] {
  const head = firstRecordSchema.safeParse(records[0]);
  const version = head.success ? head.data.version : showVersion;
  return version > showVersion ? [] : records.map((batch) => upgradeBatch(batch, version));
}

function raiseRevisions(state: ShowState, gap: number): ShowState {
  const raise = (feed: FeedState): FeedState => ({
    ...feed,
    onAir: { ...feed.onAir, revision: feed.onAir.revision + gap },
  });
  return { ...state, feeds: state.feeds.map(raise), removedFeeds: state.removedFeeds.map(raise) };
}
