/** Writes the show to its files, or to the reserve while the files cannot be written. */
import { emptyShow, type ShowState } from '../../core/show.ts';
import { type Journal, openJournal } from '../../disk/journal.ts';
import type { Reserve } from '../../disk/reserve.ts';
import type { UnsavedMark } from '../../disk/unsavedMark.ts';
import type { Ports } from '../ports.ts';
import { type ReservedShow, showVersion } from './showBatch.ts';
import { type LoadedShow, removeShowFiles, showFilePath } from './showFiles.ts';
import { type BatchWriter, createBatchWriter } from './writeBatches.ts';

export type ShowWriter = {
  /** Resolves when the persistent state is on disk. Call again only after it settles. */
  readonly write: (next: ShowState) => Promise<void>;
  /** Resolves when the whole state is in the reserve, for changes announced after `write` rejected. If that fails, sets the unsaved mark. */
  readonly saveToReserve: (announced: ShowState) => Promise<void>;
  /** Tries once more to save changes that are only in the reserve. */
  readonly close: () => Promise<void>;
};

type File = { readonly journal: Journal; readonly batches: BatchWriter; readonly sizeAtStart: number };

/** Size of the whole show when the file had `fileBytes` bytes. Since then it cannot have grown more than the file. */
type ShowSize = { readonly wholeBytes: number; readonly fileBytes: number };

/** A new file begins when the changes exceed this and twice the size of the show. */
const minGrowthBytes = 1024 * 1024;

/** Smallest size of the reserve, which is normally twice the size of the show. */
const minReserveBytes = 64 * 1024;

/** Free space in the reserve below which it grows. */
const reserveMarginBytes = 16 * 1024;

/** Returns a writer that continues after the loaded show. */
export function createShowWriter(
  directory: string,
  loaded: LoadedShow,
  reserve: Reserve,
  mark: UnsavedMark,
  ports: Pick<Ports, 'log'>,
): ShowWriter {
  let number = loaded.highestNumber;
  let currentNumber = loaded.loadedNumber;
  let removable = loaded.obsoleteNumbers;
  let file: File | null = null;
  let written = emptyShow;
  let hasFailed = false;
  let pendingFile: Promise<void> | null = null;
  let pendingReserve: Promise<void> | null = null;
  let measuredSize: ShowSize = { wholeBytes: 0, fileBytes: 0 };
  let unsaved: ShowState | null = null;
  let isClosed = false;

  /** Begins a file with the whole show. The previous file stays, in case this one is damaged later. */
  const beginFile = async (state: ShowState): Promise<void> => {
    hasFailed = true;
    const before = file;
    file = null;
    await before?.journal.close().catch(() => undefined);
    number += 1;
    const fileNumber = number;
    const batches = createBatchWriter();
    const { journal } = await openJournal(showFilePath(directory, fileNumber));
    try {
      await journal.append([{ greenroom: 'show', version: showVersion }, batches.writeWhole(state)]);
    } catch (error) {
      await journal.close().catch(() => undefined);
      await removeShowFiles(directory, [fileNumber]);
      throw error;
    }
    file = { journal, batches, sizeAtStart: journal.size() };
    written = state;
    hasFailed = false;
    unsaved = null;
    await mark.clear();
    await removeShowFiles(directory, removable);
    removable = currentNumber === null ? [] : [currentNumber];
    currentNumber = fileNumber;
    measuredSize = { wholeBytes: file.sizeAtStart, fileBytes: file.sizeAtStart };
    growReserveInBackground(0);
  };

  /** Does nothing unless the show may have outgrown the reserve. */
  const growReserveInBackground = (sizeNow: number): void => {
    if (pendingReserve !== null) return;
    const grownTo = measuredSize.wholeBytes + Math.max(0, sizeNow - measuredSize.fileBytes) + reserveMarginBytes;
    if (reserve.hasRoom(Math.max(grownTo, minReserveBytes))) return;
    pendingReserve = growReserve()
      .then(() => true)
      .catch((error: unknown) => {
        ports.log('warn', 'DISK_WRITE_FAILED', { where: 'reserve', error: String(error) });
        return false;
      })
      .then((hasGrown) => {
        pendingReserve = null;
        // The show may have grown meanwhile. After a failure, the next write tries again.
        if (hasGrown && file !== null && !isClosed) growReserveInBackground(file.journal.size());
      });
  };

  const growReserve = async (): Promise<void> => {
    // Lets the pending write resolve first.
    await new Promise((resolve) => setImmediate(resolve));
    const wholeBytes = Buffer.byteLength(JSON.stringify(createBatchWriter().writeWhole(written)));
    measuredSize = { wholeBytes, fileBytes: file?.journal.size() ?? 0 };
    const least = Math.max(wholeBytes + reserveMarginBytes, minReserveBytes);
    if (!reserve.hasRoom(least)) await reserve.makeRoom(Math.max(2 * wholeBytes, least));
  };

  const beginFileInBackground = (state: ShowState): void => {
    pendingFile = beginFile(state)
      .catch((error: unknown) => ports.log('error', 'DISK_WRITE_FAILED', { what: String(error) }))
      .then(() => {
        pendingFile = null;
      });
  };

  const write = async (next: ShowState): Promise<void> => {
    if (isClosed) throw new Error('the record is closed');
    if (pendingFile !== null) await pendingFile;
    const isUnchanged = written.feeds === next.feeds && written.collections === next.collections;
    if (hasFailed || (file === null && !isUnchanged)) return beginFile(next);
    if (file === null) return;
    const batch = file.batches.writeChange(written, next);
    if (batch !== null) {
      // After a failed append the end of the file is unknown, so the next write begins a new file.
      hasFailed = true;
      await file.journal.append([batch]);
      hasFailed = false;
    }
    written = next;
    growReserveInBackground(file.journal.size());
    const growth = file.journal.size() - file.sizeAtStart;
    if (growth > Math.max(minGrowthBytes, 2 * file.sizeAtStart)) beginFileInBackground(next);
  };

  return {
    write,
    saveToReserve: async (announced) => {
      unsaved = announced;
      // The reserve is current until a file with a higher number exists, so the current file must not continue.
      hasFailed = true;
      const reserved: ReservedShow = {
        version: showVersion,
        after: number,
        batch: createBatchWriter().writeWhole(announced),
      };
      try {
        await reserve.keep(reserved);
      } catch (error) {
        await mark.set();
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      if (pendingFile !== null) await pendingFile;
      if (unsaved !== null)
        await beginFile(unsaved).catch((error: unknown) =>
          ports.log('error', 'DISK_WRITE_FAILED', { what: String(error) }),
        );
      await file?.journal.close().catch(() => undefined);
      file = null;
      if (pendingReserve !== null) await pendingReserve;
      await reserve.close().catch(() => undefined);
    },
  };
}
