/** The show on disk: written before it is announced, so that what is on air outlives the process. */

import { describeProblem, type Problem } from '../../core/problem.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { lockDirectory } from '../../disk/directoryLock.ts';
import { type Journal, openJournal } from '../../disk/journal.ts';
import type { Ports } from '../ports.ts';
import type { Persist } from '../store.ts';
import { showVersion } from './showBatch.ts';
import { type ReadShow, readShow, removeShowFiles, showFile } from './showFiles.ts';
import { type BatchWriter, createBatchWriter } from './writeBatches.ts';

export type OpenedRecord = {
  /** What was on air, held and blocked; null when nothing was ever written. Without source, media and problems. */
  readonly saved: ShowState | null;
  readonly problems: readonly Problem[];
  /** Writes what lasts of the new state in one fdatasync; nothing when nothing that lasts changed. */
  readonly persist: Persist;
  /** Lets go of the directory. Everything confirmed is on disk already. */
  readonly close: () => Promise<void>;
};

/** A file is begun anew when its changes have grown to this, and to twice the show itself. Bytes. */
const leastGrowth = 1024 * 1024;

/** Opens the show of a data directory, making it when there is none. Rejects with DataDirLocked when it is another's. */
export async function openRecord(dataDir: string, ports: Pick<Ports, 'clock' | 'log'>): Promise<OpenedRecord> {
  await makeDirectory(dataDir);
  const unlock = await lockDirectory(dataDir);
  try {
    const read = await readShow(dataDir);
    const { saved, findings } = read;
    const at = new Date(ports.clock.now()).toISOString();
    const problems = findings.map(({ code, about, facts }) => describeProblem(code, about, at, facts));
    const writer = createShowWriter(dataDir, read, ports);
    const close = async (): Promise<void> => {
      await writer.close();
      await unlock();
    };
    return { saved, problems, persist: (_, next) => writer.write(next), close };
  } catch (error) {
    await unlock();
    throw error;
  }
}

type File = { readonly journal: Journal; readonly batches: BatchWriter; readonly sizeAtStart: number };

type ShowWriter = {
  /** Resolves when what lasts of the state is on disk. Called one at a time. */
  readonly write: (next: ShowState) => Promise<void>;
  readonly close: () => Promise<void>;
};

function createShowWriter(directory: string, read: ReadShow, ports: Pick<Ports, 'log'>): ShowWriter {
  let number = read.lastNumber;
  let current = read.number;
  let removable = read.leftovers;
  let file: File | null = null;
  let written = emptyShow;
  let hasFailed = false;
  let beginning: Promise<void> | null = null;
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
    const { journal } = await openJournal(showFile(directory, mine));
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
    await removeShowFiles(directory, removable);
    removable = current === null ? [] : [current];
    current = mine;
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
    const growth = file.journal.size() - file.sizeAtStart;
    if (growth > Math.max(leastGrowth, 2 * file.sizeAtStart)) beginAside(next);
  };

  return {
    write,
    close: async (): Promise<void> => {
      isClosed = true;
      if (beginning !== null) await beginning;
      await file?.journal.close().catch(() => undefined);
      file = null;
    },
  };
}
