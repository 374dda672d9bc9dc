/** Writes the show to its files. */
import { emptyShow, feedOf, type ShowState } from '../../core/show.ts';
import type { ClearedMarks } from '../../disk/clearedMarks.ts';
import type { ConfirmedMark } from '../../disk/confirmedMark.ts';
import { type Journal, openJournal } from '../../disk/journal.ts';
import { nextTurn } from '../../disk/turns.ts';
import type { UnsavedMark } from '../../disk/unsavedMark.ts';
import type { Ports } from '../ports.ts';
import type { PendingSave } from '../store.ts';
import { noteFeeds } from './markedFeeds.ts';
import { showVersion } from './showBatch.ts';
import { removeShowFiles, showFilePath } from './showFile.ts';
import { type LoadedShow, listShowFiles } from './showFiles.ts';
import { type BatchWriter, createBatchWriter } from './writeBatches.ts';

export type ShowWriter = {
  /**
   * Resolves when the persistent state is on disk, or when `pending` was overtaken: a later start then does not use what was written. The
   * caller announces it without waiting for anything else. Call again only after it settles.
   */
  readonly write: (next: ShowState, pending?: PendingSave) => Promise<void>;
  /** Records that this state is announced although `write` rejected, so that the next start raises the revisions. */
  readonly markUnsaved: (announced: ShowState) => Promise<void>;
  /** Tries once more to save announced changes. */
  readonly close: () => Promise<void>;
};

type ShowMarks = {
  readonly unsaved: UnsavedMark;
  readonly confirmed: Pick<ConfirmedMark, 'allow' | 'refuse'>;
  readonly cleared: ClearedMarks;
};

type File = { readonly journal: Journal; readonly batches: BatchWriter; readonly sizeAtStart: number };

/** A new file begins when the changes exceed this and twice the size of the show. */
const minGrowthBytes = 1024 * 1024;

/** The last announced revision is unknown after damage or unsaved changes. The counter is raised by this much for each step of the mark, so that it never goes back. */
export const revisionGap = 1000;

/** A transient change does not look for the file again this soon after a durable one. A delivery brings one of each. */
const checkAfterMs = 1000;

/** Returns a writer that continues after the loaded show. `start` is the show that this run starts with. */
export function createShowWriter(
  directory: string,
  loaded: LoadedShow,
  start: ShowState | null,
  { unsaved: mark, confirmed, cleared: clearedMarks }: ShowMarks,
  { clock, log }: Pick<Ports, 'clock' | 'log'>,
): ShowWriter {
  let number = loaded.highestNumber;
  let currentNumber = loaded.loadedNumber;
  let removable = loaded.obsoleteNumbers;
  let file: File | null = null;
  let written = emptyShow;
  /** The next start counts from its revisions. */
  let counted = start ?? emptyShow;
  let hasFailed = false;
  /** Work that begins once the last write can’t be refused any more. The next write waits for it. */
  let background: Promise<void> = Promise.resolve();
  /** Whether files and marks from before the last write are left. */
  let isUntidy = false;
  /** Announced, but not saved since. */
  let unsaved: ShowState | null = null;
  let isClosed = false;
  /** Call it after what was allowed last is announced. */
  let markAnnounced = (): void => {};
  /** When a change was last found in the file at its path. */
  let foundAtMs = Number.NEGATIVE_INFINITY;

  /** Lets what was written be announced. Returns `false` if it was overtaken. */
  const allow = async (state: ShowState, bytes: number, pending: PendingSave | undefined): Promise<boolean> => {
    const isOvertaken = (): boolean => pending?.overtaken.aborted === true;
    if (!isOvertaken()) {
      pending?.beginToCount();
      markAnnounced = await confirmed.allow({ file: number, bytes }, noteFeeds(state));
    }
    if (isOvertaken()) await confirmed.refuse();
    return !isOvertaken();
  };

  /** Begins a file with the whole show. The previous file stays, in case this one is damaged later. */
  const beginFile = async (state: ShowState, pending?: PendingSave): Promise<void> => {
    hasFailed = true;
    const before = file;
    const unsavedBefore = unsaved;
    file = null;
    await before?.journal.close().catch(() => undefined);
    number += 1;
    const fileNumber = number;
    const batches = createBatchWriter();
    const { journal } = await openJournal(showFilePath(directory, fileNumber));
    let isAllowed = false;
    try {
      await journal.append([{ greenroom: 'show', version: showVersion }, batches.writeWhole(state)]);
      isAllowed = await allow(state, journal.size(), pending);
    } finally {
      if (!isAllowed) {
        await journal.close().catch(() => undefined);
        await removeShowFiles(directory, [fileNumber]);
      }
    }
    if (!isAllowed) return;
    file = { journal, batches, sizeAtStart: journal.size() };
    written = state;
    counted = state;
    hasFailed = false;
    removable = [...removable, ...(currentNumber === null ? [] : [currentNumber])];
    currentNumber = fileNumber;
    isUntidy = true;
    // While a write is late, more can be announced unsaved.
    if (unsaved === unsavedBefore) unsaved = null;
  };

  /** Deletes files and marks from before the last write. Call once it can’t be refused: until then, the next start may need them. */
  const tidy = async ({ feeds }: ShowState): Promise<void> => {
    if (!isUntidy || unsaved !== null || currentNumber === null) return;
    // A mark that stays would report at the next start that changes may be missing.
    isUntidy = !(await mark.clear());
    await clearedMarks.prepare(
      currentNumber,
      feeds.map(({ slug }) => slug),
    );
    await removeShowFiles(directory, removable.slice(0, -1));
    removable = removable.slice(-1);
  };

  /** For a state that is announced. */
  const beginFileAndTidy = (state: ShowState): Promise<void> =>
    beginFile(state)
      .then(() => markAnnounced())
      .then(() => tidy(state))
      .catch((error: unknown) => log('error', 'DISK_WRITE_FAILED', { what: String(error) }));

  /** Begins a file after somebody removed or replaced the last. It is newer than any that are there now. */
  const replaceFile = async (state: ShowState, pending?: PendingSave): Promise<void> => {
    hasFailed = true;
    number = Math.max(number, ...(await listShowFiles(directory)));
    return beginFile(state, pending);
  };

  const save = async (next: ShowState, pending?: PendingSave): Promise<void> => {
    if (isClosed) throw new Error('the record is closed');
    const isUnchanged = written.feeds === next.feeds && written.collections === next.collections;
    // After a failed write, even a transient change tries again.
    if (isUnchanged && !hasFailed && unsaved === null) {
      if (file === null || clock.monotonicMs() - foundAtMs < checkAfterMs || (await file.journal.isAtPath())) return;
      return replaceFile(next, pending);
    }
    if (hasFailed || unsaved !== null || file === null) return replaceFile(next, pending);
    const hasNewFeed = next.feeds.some(({ slug }) => written.feeds.every((feed) => feed.slug !== slug));
    const batch = file.batches.writeChange(written, next);
    if (batch !== null) {
      // After a failed append the end of the file is unknown, so the next write begins a new file.
      hasFailed = true;
      await file.journal.append([batch]);
      if (!(await file.journal.isAtPath())) return replaceFile(next, pending);
      foundAtMs = clock.monotonicMs();
      if (!(await allow(next, file.journal.size(), pending))) return;
      hasFailed = false;
    }
    written = next;
    counted = next;
    isUntidy ||= hasNewFeed;
  };

  return {
    write: async (next, pending) => {
      // The last write is announced by now, so a refusal must not take it back.
      markAnnounced();
      await background;
      const before = written;
      // It can hang for longer than the process lives.
      const refuse = (): void => void confirmed.refuse();
      pending?.overtaken.addEventListener('abort', refuse, { once: true });
      try {
        await save(next, pending);
      } catch (error) {
        await confirmed.refuse();
        throw error;
      } finally {
        pending?.overtaken.removeEventListener('abort', refuse);
      }
      if (pending?.overtaken.aborted === true) {
        // Nothing may follow a refused change in its file, so the next write begins a new one.
        hasFailed ||= written !== before;
        return;
      }
      void nextTurn().then(() => markAnnounced());
      const growth = file === null ? 0 : file.journal.size() - file.sizeAtStart;
      const isGrown = growth > Math.max(minGrowthBytes, 2 * (file?.sizeAtStart ?? 0));
      background = isGrown ? beginFileAndTidy(next) : tidy(next);
    },
    markUnsaved: async (announced) => {
      // The next write begins a file, which clears the marks.
      unsaved = announced;
      const cleared = announced.feeds.filter(
        (feed) => feed.gate === 'cleared' && feedOf(written, feed.slug)?.gate !== 'cleared',
      );
      const slugs = cleared.map(({ slug }) => slug);
      // While a file begins, the next start may use it or the one before.
      const numbers = new Set(currentNumber === null ? [] : [currentNumber, number]);
      // A slow disk gives only the time for one sync before the clear is announced.
      await Promise.all([
        mark.set(stepsFor(counted, announced)),
        ...[...numbers].map((each) => clearedMarks.set(each, slugs)),
      ]);
    },
    close: async () => {
      isClosed = true;
      await background;
      if (unsaved !== null) await beginFileAndTidy(unsaved);
      await file?.journal.close().catch(() => undefined);
      file = null;
    },
  };
}

/** The steps whose gaps together exceed the unsaved revisions of every feed. */
function stepsFor(counted: ShowState, announced: ShowState): number {
  const ahead = announced.feeds.map(({ slug, onAir }) => onAir.revision - revisionOf(counted, slug, onAir.revision));
  return 1 + Math.floor(Math.max(0, ...ahead) / revisionGap);
}

/** `otherwise`: a feed that is not saved has announced nothing yet. */
function revisionOf(state: ShowState, slug: string, otherwise: number): number {
  return feedOf(state, slug)?.onAir.revision ?? otherwise;
}
