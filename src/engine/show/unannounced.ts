/** Finds, at the start, saved changes that were never announced, and saved changes that may have been announced or not. */
import type { FeedState } from '../../core/feedState.ts';
import { emptyShow, feedOf, type ShowState } from '../../core/show.ts';
import type { Confirmed, Position } from '../../disk/confirmedMark.ts';
import { openJournal } from '../../disk/journal.ts';
import { readBatches } from './readBatches.ts';
import { readShowFile, removeShowFiles, type ShowFile, showFilePath } from './showFile.ts';

export type Unannounced = {
  /** The number of changes at the end of the file that the mark names. */
  readonly batches: number;
  /** Newer files. */
  readonly files: readonly number[];
  /** Returns the show after each of these changes, oldest first. `used` are the changes before them. */
  readonly readAfter: (used: readonly unknown[]) => readonly ShowState[];
};

const nothing: Unannounced = { batches: 0, files: [], readAfter: () => [] };

/**
 * Finds what was saved but never announced, because its write failed, hung, or was stopped by a crash. No file goes on after such a change,
 * so more than one in a file proves that the mark is older than the files, as in a copy; then nothing is known.
 */
export async function findUnannounced(
  directory: string,
  newestFirst: readonly number[],
  confirmed: Confirmed | null,
): Promise<Unannounced> {
  if (confirmed?.isLast !== true) return nothing;
  const read = (number: number): Promise<ShowFile> => readShowFile(showFilePath(directory, number), number, nowhere);
  const files: number[] = [];
  const inFiles: unknown[] = [];
  for (const number of newestFirst.filter((other) => other > confirmed.file).toReversed()) {
    const file = await read(number);
    if (!isReadable(file) || file.batches.length > 1) return nothing;
    // A file whose beginning was never written has no change.
    if (file.batches.length === 1) files.push(number);
    inFiles.push(...file.batches);
  }
  const toShow = (batch: unknown): ShowState => readBatches(emptyShow, [batch]);
  if (confirmed.file === 0) return { batches: 0, files, readAfter: () => inFiles.map(toShow) };
  if (!newestFirst.includes(confirmed.file)) return nothing;
  const last = await read(confirmed.file);
  if (!isReadable(last) || !last.ends.includes(confirmed.bytes)) return nothing;
  const inLast = last.batches.filter((_, index) => (last.ends[index] ?? 0) > confirmed.bytes);
  if (inLast.length > 1) return nothing;
  return {
    batches: inLast.length,
    files,
    readAfter: (used) => [...inLast.map((batch) => readBatches(emptyShow, [...used, batch])), ...inFiles.map(toShow)],
  };
}

const nowhere: Position = { file: 0, bytes: 0 };

type ReadableFile = Extract<ShowFile, { hasIncompleteTail: boolean }>;

function isReadable(file: ShowFile): file is ReadableFile {
  return file.kind === 'whole' || file.kind === 'unfinished';
}

/** Cuts off and deletes what was never announced. If that fails, the mark still says so. */
export async function removeUnannounced(
  directory: string,
  end: Position | null,
  files: readonly number[],
): Promise<void> {
  await removeShowFiles(directory, files);
  if (end === null) return;
  const opened = await openJournal(showFilePath(directory, end.file), end.bytes).catch(() => null);
  await opened?.journal.close().catch(() => undefined);
}

/**
 * Returns the names of the feeds whose last saved change may have been announced or not. `ends` are where the changes end in the file. All
 * but the last were announced, because a file does not go on otherwise.
 */
export function findUnsureFeeds(
  batches: readonly unknown[],
  ends: readonly number[],
  file: number,
  confirmed: Confirmed | null,
): readonly string[] {
  if (confirmed === null || confirmed.file > file) return [];
  const announced = confirmed.file === file ? (confirmed.announced ?? confirmed.bytes) : 0;
  if ((ends.at(-1) ?? 0) <= announced) return [];
  const before = readBatches(emptyShow, batches.slice(0, -1));
  const after = readBatches(emptyShow, batches);
  return after.feeds.flatMap((feed) => (isSame(feedOf(before, feed.slug), feed) ? [] : [feed.slug]));
}

function isSame(before: FeedState | null, { onAir, gate, gateSince, blocks, guards }: FeedState): boolean {
  if (before === null) return onAir.revision === 0;
  return (
    before.onAir.revision === onAir.revision &&
    before.gate === gate &&
    before.gateSince === gateSince &&
    before.blocks.length === blocks.length &&
    before.guards.version === guards.version
  );
}
