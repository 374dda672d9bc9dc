/** Saves the show to disk before it is announced, so that on air survives a crash. */
import { join } from 'node:path';
import { advance } from '../../core/advance.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import type { ShowState } from '../../core/show.ts';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { openClearedMarks } from '../../disk/clearedMarks.ts';
import { lockDirectory, lockOnFullDisk } from '../../disk/directoryLock.ts';
import { openUnsavedMark } from '../../disk/unsavedMark.ts';
import type { Ports } from '../ports.ts';
import type { Persist } from '../store.ts';
import { loadShow } from './showFiles.ts';
import { createShowWriter, type ShowWriter } from './showWriter.ts';

export type OpenedRecord = {
  /** The saved show without source, media and problems; `null` when nothing was ever saved. */
  readonly saved: ShowState | null;
  readonly problems: readonly Problem[];
  /** Saves the persistent part of the new state in one fdatasync; writes nothing if that part is unchanged. */
  readonly persist: Persist;
  /** Releases the directory. Everything confirmed is already on disk. */
  readonly close: () => Promise<void>;
};

/** Opens the show of a data directory, or creates it. Rejects with DataDirLocked if another process uses it. */
export async function openRecord(dataDir: string, ports: Pick<Ports, 'clock' | 'log'>): Promise<OpenedRecord> {
  await makeDirectory(dataDir);
  const release = await lockEvenIfFull(dataDir, ports);
  try {
    const mark = await openUnsavedMark(join(dataDir, 'unsaved'));
    const loaded = await loadShow(dataDir, mark.runsBefore);
    const clearedMarks = openClearedMarks(dataDir);
    const cleared = loaded.loadedNumber === null ? [] : await clearedMarks.read(loaded.loadedNumber);
    const at = new Date(ports.clock.now()).toISOString();
    const saved = loaded.saved === null ? null : clearFeeds(loaded.saved, cleared, at);
    const problems = loaded.problems.map(({ code, about, facts }) => describeProblem(code, about, at, facts));
    const writer = createShowWriter(dataDir, loaded, mark, clearedMarks, ports);
    const isChanged = loaded.hasRaisedRevisions || saved !== loaded.saved;
    if (saved !== null && isChanged) await saveRaisedRevisions(writer, saved, ports);
    const close = async (): Promise<void> => {
      await writer.close();
      await release();
    };
    const persist: Persist = (next, into) => (into === 'files' ? writer.write(next) : writer.markUnsaved(next));
    return { saved, problems, persist, close };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Clears feeds again whose clear was announced but not saved. */
function clearFeeds(saved: ShowState, slugs: readonly string[], at: string): ShowState {
  return slugs.reduce((state, feed) => {
    const cleared = advance(state, { type: 'feedCleared', feed, by: null, at }).state;
    // It is as much restored as before.
    return { ...cleared, feeds: cleared.feeds.map((other) => ({ ...other, isRestored: true })) };
  }, saved);
}

/** Acquires the lock even on a full disk. A machine that crashed because of it must still restart with its show. */
async function lockEvenIfFull(dataDir: string, ports: Pick<Ports, 'log'>): Promise<() => Promise<void>> {
  try {
    return await lockDirectory(dataDir);
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
  ports.log('warn', 'DISK_WRITE_FAILED', { where: 'lock', error: 'ENOSPC' });
  return lockOnFullDisk(dataDir);
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** Saves raised revisions before any consumer reads them, so that a crash soon after cannot repeat a number. */
async function saveRaisedRevisions(writer: ShowWriter, saved: ShowState, ports: Pick<Ports, 'log'>): Promise<void> {
  try {
    await writer.write(saved);
  } catch (error) {
    ports.log('error', 'DISK_WRITE_FAILED', { what: String(error) });
    await writer
      .markUnsaved(saved)
      .catch((failure: unknown) => ports.log('error', 'DISK_WRITE_FAILED', { where: 'mark', error: String(failure) }));
  }
}
