/** The files that hold the show: each begins with all of it and goes on with its changes; the newest whole one counts. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FeedState } from '../../core/feedState.ts';
import type { Facts, ProblemCode } from '../../core/problem.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import { JournalCorrupt, readJournal } from '../../disk/journal.ts';
import { setAside } from '../../disk/quarantine.ts';
import { readBatches } from './readBatches.ts';
import { headSchema, reservedShowSchema, showVersion, upgradeBatch } from './showBatch.ts';

/** A finding for the caller to make a problem of. */
export type LoadProblem = { readonly code: ProblemCode; readonly about: string; readonly facts: Facts };

export type LoadedShow = {
  readonly saved: ShowState | null;
  /** Its revisions are higher than those that were read, and nothing on disk says so yet. */
  readonly hasRaisedRevisions: boolean;
  readonly problems: readonly LoadProblem[];
  /** The highest number of a file, of whatever version; 0 without any. */
  readonly highestNumber: number;
  /** The file that was read; null when there was none. It stays until there is a newer one and one before that. */
  readonly loadedNumber: number | null;
  /** Files of no more use. */
  readonly obsoleteNumbers: readonly number[];
};

/**
 * After damage, and after an end while the disk took nothing at all, nobody knows how far the counter had come: it jumps, so that
 * it never goes back. That many changes can be announced without one of them being written.
 */
const revisionGap = 1000;

export function showFilePath(directory: string, number: number): string {
  return join(directory, `show-${String(number).padStart(8, '0')}.journal`);
}

/**
 * Reads what is there, and `reserved`, what was in the reserve. Damaged files are set aside; files of a newer Greenroom are left as
 * they are. `isUnsure`: whoever wrote it last announced what it could write nowhere.
 */
export async function loadShow(directory: string, reserved: unknown, isUnsure: boolean): Promise<LoadedShow> {
  const found = (await readdir(directory)).flatMap((name) => /^show-(\d{8})\.journal$/.exec(name)?.[1] ?? []);
  const newestFirst = found.map(Number).sort((a, b) => b - a);
  const findings: LoadProblem[] = [];
  const leftovers: number[] = [];
  let wholeNumber: number | null = null;
  let newestRead = 0;
  const damaged: (readonly unknown[])[] = [];
  let whole: readonly unknown[] | null = null;
  for (const number of newestFirst) {
    const path = showFilePath(directory, number);
    const about = path.slice(directory.length + 1);
    const file = await readShowFile(path);
    if (file.kind === 'newer') {
      if (whole === null) findings.push({ code: 'DISK_FILE_NEWER', about, facts: { file: about } });
      continue;
    }
    // A file whose beginning never got onto the disk was never in use: the one before it counts.
    if (whole !== null || file.kind === 'unfinished') leftovers.push(number);
    if (whole !== null) continue;
    if (file.kind !== 'unfinished') newestRead = Math.max(newestRead, number);
    if (file.kind === 'damaged') {
      const kept = await setAside(path);
      const used = 'What could be read of it was used, on top of the version before.';
      findings.push({ code: 'DISK_FILE_CORRUPT', about, facts: { file: about, kept, used } });
      damaged.unshift(file.batches);
      continue;
    }
    if (file.isTorn) findings.push({ code: 'DISK_TAIL_TORN', about, facts: { file: about } });
    if (file.kind === 'unfinished') continue;
    whole = file.batches;
    wholeNumber = number;
  }
  const kept = readReserved(reserved);
  const lastNumber = Math.max(newestFirst[0] ?? 0, kept?.after ?? 0);
  const isKept = kept !== null && kept.after >= newestRead;
  if (!isKept && whole === null && damaged.every((batches) => batches.length === 0)) {
    return { saved: null, hasRaisedRevisions: false, problems: findings, highestNumber: lastNumber, loadedNumber: null, obsoleteNumbers: leftovers };
  }
  const batches = isKept ? [[kept.batch]] : [whole ?? [], ...damaged];
  const read = batches.reduce(readBatches, emptyShow);
  const hasJumped = isUnsure || (!isKept && damaged.length > 0);
  const saved = hasJumped ? raiseRevisions(read) : read;
  return { saved, hasRaisedRevisions: hasJumped, problems: findings, highestNumber: lastNumber, loadedNumber: wholeNumber, obsoleteNumbers: leftovers };
}

/** Null where there is nothing, or something of a newer Greenroom. */
function readReserved(reserved: unknown): { readonly after: number; readonly batch: unknown } | null {
  const { data } = reservedShowSchema.safeParse(reserved);
  if (data === undefined || data.version > showVersion) return null;
  return { after: data.after, batch: upgradeBatch(data.batch, data.version) };
}

/** Removes the files of those numbers; a file that cannot be removed harms nobody. */
export async function removeShowFiles(directory: string, numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await rm(showFilePath(directory, number), { force: true }).catch(() => undefined);
}

type ShowFile =
  | { readonly kind: 'newer' }
  | { readonly kind: 'damaged'; readonly batches: readonly unknown[] }
  | { readonly kind: 'whole' | 'unfinished'; readonly batches: readonly unknown[]; readonly isTorn: boolean };

async function readShowFile(path: string): Promise<ShowFile> {
  try {
    const { records, droppedBytes } = await readJournal(path);
    const head = headSchema.safeParse(records[0]);
    if (!head.success) {
      return records.length === 0
        ? { kind: 'unfinished', batches: [], isTorn: droppedBytes > 0 }
        : { kind: 'damaged', batches: records };
    }
    const { version } = head.data;
    if (version > showVersion) return { kind: 'newer' };
    const batches = records.slice(1).map((batch) => upgradeBatch(batch, version));
    return { kind: batches.length > 0 ? 'whole' : 'unfinished', batches, isTorn: droppedBytes > 0 };
  } catch (error) {
    if (error instanceof JournalCorrupt) return { kind: 'damaged', batches: recoverBatches(error.records) };
    throw error;
  }
}

/** The batches among what could be read of a damaged file; nothing of a newer Greenroom's. */
function recoverBatches(records: readonly unknown[]): readonly unknown[] {
  const head = headSchema.safeParse(records[0]);
  const version = head.success ? head.data.version : showVersion;
  return version > showVersion ? [] : records.map((batch) => upgradeBatch(batch, version));
}

function raiseRevisions(state: ShowState): ShowState {
  const jump = (feed: FeedState): FeedState => ({
    ...feed,
    onAir: { ...feed.onAir, revision: feed.onAir.revision + revisionGap },
  });
  return { ...state, feeds: state.feeds.map(jump), away: state.away.map(jump) };
}
