/** Writes the show into its files, and into the reserve what is announced although they take nothing. */
import { emptyShow, type ShowState } from '../../core/show.ts';
import { type Journal, openJournal } from '../../disk/journal.ts';
import type { Reserve } from '../../disk/reserve.ts';
import type { UnsureMark } from '../../disk/unsureMark.ts';
import type { Ports } from '../ports.ts';
import { type ReservedShow, showVersion } from './showBatch.ts';
import { type LoadedShow, removeShowFiles, showFilePath } from './showFiles.ts';
import { type BatchWriter, createBatchWriter } from './writeBatches.ts';

export type ShowWriter = {
  /** Resolves when what lasts of the state is on disk. Called one at a time. */
  readonly write: (next: ShowState) => Promise<void>;
  /** Resolves when the whole state is in the reserve: for what is announced after `write` rejected. Where that rejects, a mark says so. */
  readonly saveToReserve: (announced: ShowState) => Promise<void>;
  /** Tries once more to save what was only announced. */
  readonly close: () => Promise<void>;
};

type File = { readonly journal: Journal; readonly batches: BatchWriter; readonly sizeAtStart: number };

/** How large the whole show was when the file had come to a size; since then it grew by no more than the file. Bytes. */
type Measure = { readonly wholeBytes: number; readonly atSize: number };

/** A file is begun anew when its changes have grown to this, and to twice the show itself. Bytes. */
const minGrowthBytes = 1024 * 1024;

/** The reserve has room for the show at twice its size, and never for less than this. Bytes. */
const minReserveBytes = 64 * 1024;

/** What is free of it for the next step of the show, before more is made. Bytes. */
const reserveMarginBytes = 16 * 1024;

/** A writer of the shows of a directory, going on after what was read of it. */
export function createShowWriter(
  directory: string,
  read: LoadedShow,
  reserve: Reserve,
  mark: UnsureMark,
  ports: Pick<Ports, 'log'>,
): ShowWriter {
  let number = read.highestNumber;
  let current = read.loadedNumber;
  let removable = read.obsoleteNumbers;
  let file: File | null = null;
  let written = emptyShow;
  let hasFailed = false;
  let beginning: Promise<void> | null = null;
  let reserving: Promise<void> | null = null;
  let measure: Measure = { wholeBytes: 0, atSize: 0 };
  let unsaved: ShowState | null = null;
  let isClosed = false;

  /** A new file with the whole show. The file before stays, in case this one is damaged one day. */
  const begin = async (state: ShowState): Promise<void> => {
    hasFailed = true;
    const before = file;
    file = null;
    await before?.journal.close().catch(() => undefined);
    number += 1;
    const mine = number;
    const batches = createBatchWriter();
    const { journal } = await openJournal(showFilePath(directory, mine));
    try {
      await journal.append([{ greenroom: 'show', version: showVersion }, batches.whole(state)]);
    } catch (error) {
      await journal.close().catch(() => undefined);
      await removeShowFiles(directory, [mine]);
      throw error;
    }
    file = { journal, batches, sizeAtStart: journal.size() };
    written = state;
    hasFailed = false;
    unsaved = null;
    await mark.clear();
    await removeShowFiles(directory, removable);
    removable = current === null ? [] : [current];
    current = mine;
    measure = { wholeBytes: file.sizeAtStart, atSize: file.sizeAtStart };
    reserveAside(0);
  };

  /** Makes room where the show may have outgrown it, beside the writing: nobody waits for it. */
  const reserveAside = (sizeNow: number): void => {
    if (reserving !== null) return;
    const grownTo = measure.wholeBytes + Math.max(0, sizeNow - measure.atSize) + reserveMarginBytes;
    if (reserve.hasRoom(Math.max(grownTo, minReserveBytes))) return;
    reserving = makeReserve()
      .then(() => true)
      .catch((error: unknown) => {
        ports.log('warn', 'DISK_WRITE_FAILED', { where: 'reserve', error: String(error) });
        return false;
      })
      .then((isMade) => {
        reserving = null;
        // It may have grown meanwhile. Where there was no room, the next write asks again.
        if (isMade && file !== null && !isClosed) reserveAside(file.journal.size());
      });
  };

  const makeReserve = async (): Promise<void> => {
    // Whoever waits for the write is answered first.
    await new Promise((resolve) => setImmediate(resolve));
    const wholeBytes = Buffer.byteLength(JSON.stringify(createBatchWriter().whole(written)));
    measure = { wholeBytes, atSize: file?.journal.size() ?? 0 };
    const least = Math.max(wholeBytes + reserveMarginBytes, minReserveBytes);
    if (!reserve.hasRoom(least)) await reserve.makeRoom(Math.max(2 * wholeBytes, least));
  };

  const beginAside = (state: ShowState): void => {
    beginning = begin(state)
      .catch((error: unknown) => ports.log('error', 'DISK_WRITE_FAILED', { what: String(error) }))
      .then(() => {
        beginning = null;
      });
  };

  const write = async (next: ShowState): Promise<void> => {
    if (isClosed) throw new Error('the record is closed');
    if (beginning !== null) await beginning;
    const isUnchanged = written.feeds === next.feeds && written.collections === next.collections;
    if (hasFailed || (file === null && !isUnchanged)) return begin(next);
    if (file === null) return;
    const batch = file.batches.change(written, next);
    if (batch !== null) {
      // Where an append failed nothing is known of the file's end: the next write begins a new file.
      hasFailed = true;
      await file.journal.append([batch]);
      hasFailed = false;
    }
    written = next;
    reserveAside(file.journal.size());
    const growth = file.journal.size() - file.sizeAtStart;
    if (growth > Math.max(minGrowthBytes, 2 * file.sizeAtStart)) beginAside(next);
  };

  return {
    write,
    saveToReserve: async (announced) => {
      unsaved = announced;
      // What is kept counts until there is a file with a higher number, so none goes on under this one.
      hasFailed = true;
      const kept: ReservedShow = { version: showVersion, after: number, batch: createBatchWriter().whole(announced) };
      try {
        await reserve.keep(kept);
      } catch (error) {
        await mark.set();
        throw error;
      }
    },
    close: async () => {
      isClosed = true;
      if (beginning !== null) await beginning;
      if (unsaved !== null)
        await begin(unsaved).catch((error: unknown) =>
          ports.log('error', 'DISK_WRITE_FAILED', { what: String(error) }),
        );
      await file?.journal.close().catch(() => undefined);
      file = null;
      if (reserving !== null) await reserving;
      await reserve.close().catch(() => undefined);
    },
  };
}
