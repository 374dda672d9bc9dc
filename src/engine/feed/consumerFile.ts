/** Stores the consumers of each feed, so that a restart does not forget who may still show a blocked post. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { isMissing as isMissingError, overwriteFile, writeAtomic } from '../../disk/atomicFile.ts';
import { formatChecked } from '../../disk/checkedJson.ts';
import { errorCodeOf } from '../../disk/errorCode.ts';
import { openOutsideMark } from '../../disk/outsideMark.ts';
import { renameFile } from '../../disk/renameFile.ts';
import type { Cancel, Ports } from '../ports.ts';
import { giveUpAfterMs } from '../store.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { consumersFile, describeMissingFile, incompleteFile, readConsumerFiles } from './readConsumerFile.ts';
import { nothingRestored, type RestoredFeed, type SavedFeed, withoutLimits } from './savedReaders.ts';

/** The stored part of one feed. */
export type ConsumerMemory = {
  readonly restored: RestoredFeed;
  /** Sets what `save` writes. */
  readonly onSave: (read: () => SavedFeed) => void;
  readonly save: () => void;
  /** Saves only if the revision or what is known about posts differs from what is saved. */
  readonly saveIfPostsChanged: () => void;
  /** Keeps what there is to save now. A removed feed can come back with its list, and finds its consumers again. */
  readonly stop: () => void;
};

export const noMemory: ConsumerMemory = {
  restored: nothingRestored,
  onSave: () => undefined,
  save: () => undefined,
  saveIfPostsChanged: () => undefined,
  stop: () => undefined,
};

export type ConsumerFile = {
  /** Problems found when it was opened. */
  readonly problems: readonly Problem[];
  /** The first ten writes follow immediately, further ones every fifth of a second. While the disk can’t be written, tries again every few seconds. */
  readonly memoryOf: (slug: string) => ConsumerMemory;
  /** Writes the last changes. */
  readonly stop: () => Promise<void>;
};

const writeAfterMs = 200;
/** Ten writes. */
const maxBurstMs = 10 * writeAfterMs;
const retryAfterMs = 5000;

/** The last run of the show. */
export type ConsumersBefore = {
  /** Without one, nothing can have been read. Otherwise a missing file means that consumers may be unknown. */
  readonly isNewShow: boolean;
  /** Whether it was of a version that always leaves the file, as each does that marks the feeds: somebody has removed a missing one. */
  readonly leavesFile: boolean;
};

/** Returns the ids of the posts on air in the last day, by feed. */
type ReadPostsOnAir = (dataDir: string, nowMs: number) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;

/** `onProblem` gets `null` when everything is saved again. */
export async function openConsumerFile(
  dataDir: string,
  ports: Ports,
  { isNewShow, leavesFile }: ConsumersBefore,
  onProblem: (problem: Problem | null) => void = () => undefined,
  readPostsOnAir: ReadPostsOnAir = async () => new Map(),
): Promise<ConsumerFile> {
  const path = join(dataDir, consumersFile);
  const incompletePath = join(dataDir, incompleteFile);
  const outside = await openOutsideMark(path);
  const found = await readConsumerFiles(path, incompletePath, ports);
  const read = outside.stepsBefore > 0 ? { ...found, isComplete: false, isLast: false } : found;
  const toIso = (): string => new Date(ports.clock.now()).toISOString();
  const isMissing = read.feeds === null && read.problems.length === 0;
  const isComplete = read.isComplete || (isNewShow && isMissing);
  const incompleteForMs = isComplete ? read.incompleteForMs : 0;
  const openedMs = ports.clock.monotonicMs();
  const noPosts: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  // Only of the last day, because a lost consumer is remembered no longer.
  const aired =
    incompleteForMs === null
      ? noPosts
      : ((isComplete ? read.aired : null) ?? (await readPostsOnAir(dataDir, ports.clock.now())));
  const saved = new Map(
    Object.entries(read.feeds ?? {}).map(([slug, feed]) => [slug, read.isLast ? feed : withoutLimits(feed)]),
  );
  const readers = new Map<string, () => SavedFeed>();
  let isChanged = false;
  let hasFailed = false;
  /** The end of the last write’s share of time, if writes came at intervals. */
  let writtenUntilMs = Number.NEGATIVE_INFINITY;
  let timer: Cancel | null = null;
  let writing: Promise<void> | null = null;
  let isStopped = false;

  /** Call if the file can’t be replaced. Returns whether it has the text now. If not, the next start knows that consumers may be missing. */
  const overwriteOrMark = async (text: string): Promise<boolean> => {
    try {
      // A rename needs no space.
      await renameFile(path, incompletePath);
      return false;
    } catch (error) {
      if (isMissingError(error) && existsSync(dataDir)) return false;
    }
    try {
      await overwriteFile(path, text);
      return true;
    } catch {
      // The whole directory may be read-only, or away.
      await outside.set(1).catch(() => undefined);
      return false;
    }
  };
  const reportFailure = (error: unknown): void => {
    isChanged = true;
    if (hasFailed) return;
    hasFailed = true;
    const what = errorCodeOf(error);
    ports.log('warn', 'CONSUMERS_NOT_SAVED', { file: consumersFile, error: String(error) });
    onProblem(describeProblem('CONSUMERS_NOT_SAVED', consumersFile, toIso(), { what, path: dataDir }));
  };
  const write = async (isLast = false): Promise<void> => {
    isChanged = false;
    const nowMs = ports.clock.monotonicMs();
    writtenUntilMs = Math.max(writtenUntilMs, nowMs) + writeAfterMs;
    for (const [slug, readFeed] of readers) saved.set(slug, readFeed());
    const text = formatChecked({
      ...{ version: 1, feeds: Object.fromEntries(saved), isLast },
      incompleteForMs: incompleteForMs === null ? null : incompleteForMs + nowMs - openedMs,
      aired: Object.fromEntries([...aired].map(([slug, ids]) => [slug, [...ids]])),
    });
    try {
      await writeAtomic(path, text);
    } catch (error) {
      if (!(await overwriteOrMark(text))) return reportFailure(error);
    }
    await rm(incompletePath, { force: true }).catch(() => undefined);
    await outside.clear();
    if (hasFailed) onProblem(null);
    hasFailed = false;
  };
  /** Whether many consumers have joined just before. One write then saves several. */
  const isBurstOver = (): boolean => writtenUntilMs + writeAfterMs - ports.clock.monotonicMs() > maxBurstMs;
  const havePostsChanged = (): boolean =>
    [...readers].some(
      ([slug, readFeed]) => formatPosts(readFeed()) !== formatPosts(saved.get(slug) ?? nothingRestored),
    );
  const run = async (): Promise<void> => {
    timer?.();
    timer = null;
    // One write at a time; a disk that hangs would otherwise collect them.
    if (isStopped || writing !== null || !(isChanged || havePostsChanged())) return;
    writing = write();
    await writing;
    writing = null;
    if (isChanged && !hasFailed && !isBurstOver()) return run();
    schedule(hasFailed ? retryAfterMs : writeAfterMs);
  };
  const schedule = (delayMs: number): void => {
    if (!isStopped) timer ??= ports.clock.after(delayMs, () => void run());
  };
  const save = (): void => {
    isChanged = true;
    // After a crash, a consumer that is not saved is not awaited.
    if (!hasFailed && !isBurstOver()) void run();
    else schedule(writeAfterMs);
  };
  // From now on a missing file is a loss.
  if (read.feeds === null) save();
  // Before anything can read, so that no crash of this run leaves it as the last.
  if (read.isLast) {
    isChanged = true;
    // On a disk that hangs, another name says the same and needs no sync.
    await waitAtMost(ports.clock, giveUpAfterMs, run(), async () => {
      await renameFile(path, incompletePath)
        .catch(() => outside.set(1))
        .catch(() => undefined);
      reportFailure(Object.assign(new Error('the disk is not responding'), { code: 'ETIMEDOUT' }));
    });
  }

  return {
    problems: isMissing && !isNewShow && leavesFile ? [describeMissingFile(toIso())] : read.problems,
    memoryOf: (slug) => ({
      restored: {
        ...(saved.get(slug) ?? nothingRestored),
        ...{ isComplete: incompleteForMs === null, aired: aired.get(slug) ?? new Set() },
      },
      onSave: (readFeed) => readers.set(slug, readFeed),
      save,
      saveIfPostsChanged: () => schedule(writeAfterMs),
      stop: () => {
        const last = readers.get(slug)?.();
        if (last !== undefined) saved.set(slug, last);
        readers.delete(slug);
      },
    }),
    stop: async () => {
      isStopped = true;
      timer?.();
      timer = null;
      await writing;
      await write(true);
    },
  };
}

/** With the revision, because after a crash at another one, posts could have left air unsaved. Without consumers, that does not matter. */
function formatPosts({ revision, readers, left, firstRevisions }: SavedFeed): string {
  return JSON.stringify([readers.length > 0 ? revision : null, left, firstRevisions]);
}
