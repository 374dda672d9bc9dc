/** The show on disk: written before it is announced, so that what is on air outlives the process. */

import { describeProblem, type Problem } from '../../core/problem.ts';
import type { ShowState } from '../../core/show.ts';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { lockDirectory, lockWithoutRoom } from '../../disk/directoryLock.ts';
import { giveStartRoom, openReserve, type ReserveFault } from '../../disk/reserve.ts';
import { openUnsureMark } from '../../disk/unsureMark.ts';
import type { Ports } from '../ports.ts';
import type { Persist } from '../store.ts';
import { type LoadProblem, loadShow } from './showFiles.ts';
import { createShowWriter, type ShowWriter } from './showWriter.ts';

export type OpenedRecord = {
  /** What was on air, held and blocked; null when nothing was ever written. Without source, media and problems. */
  readonly saved: ShowState | null;
  readonly problems: readonly Problem[];
  /** Writes what lasts of the new state in one fdatasync; nothing when nothing that lasts changed. */
  readonly persist: Persist;
  /** Lets go of the directory. Everything confirmed is on disk already. */
  readonly close: () => Promise<void>;
};

const reserveName = 'reserve';

/** Opens the show of a data directory, making it when there is none. Rejects with DataDirLocked when it is another's. */
export async function openRecord(dataDir: string, ports: Pick<Ports, 'clock' | 'log'>): Promise<OpenedRecord> {
  await makeDirectory(dataDir);
  const release = await lockEvenIfFull(dataDir, ports);
  try {
    const reserve = await openReserve(dataDir, reserveName);
    const mark = await openUnsureMark(dataDir);
    // What a spoiled file had been given to keep is not known either.
    const isSpoiled = reserve.faults.some(({ file }) => file !== `${reserveName}-start`);
    const read = await loadShow(dataDir, reserve.before, mark.wasSet || isSpoiled);
    const { saved } = read;
    const findings = [...reserve.faults.map(toLoadProblem), ...read.problems];
    const at = new Date(ports.clock.now()).toISOString();
    const problems = findings.map(({ code, about, facts }) => describeProblem(code, about, at, facts));
    const writer = createShowWriter(dataDir, read, reserve, mark, ports);
    if (saved !== null && read.hasRaisedRevisions) await saveRaisedRevisions(writer, saved, ports);
    const close = async (): Promise<void> => {
      await writer.close();
      await release();
    };
    const persist: Persist = (_, next, __, into) => (into === 'files' ? writer.write(next) : writer.saveToReserve(next));
    return { saved, problems, persist, close };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Takes the lock, on a full disk too: a machine that crashed because of it has to come back with its show. */
async function lockEvenIfFull(dataDir: string, ports: Pick<Ports, 'log'>): Promise<() => Promise<void>> {
  try {
    return await lockDirectory(dataDir);
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  try {
    if (await giveStartRoom(dataDir, reserveName)) return await lockDirectory(dataDir);
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  ports.log('warn', 'DISK_WRITE_FAILED', { where: 'lock', error: 'ENOSPC' });
  return lockWithoutRoom(dataDir);
}

function isFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

/** A spare file that is of no use is told and never ends a start. */
function toLoadProblem({ file, kept, error }: ReserveFault): LoadProblem {
  const used = `It is spare room for a full disk, and is made again when there is some (${error}).`;
  return { code: 'DISK_FILE_CORRUPT', about: file, facts: { file, kept: kept ?? 'it is', used } };
}

/** Revisions that jumped are on disk before anybody reads them: a crash soon after must not bring the same ones again. */
async function saveRaisedRevisions(writer: ShowWriter, saved: ShowState, ports: Pick<Ports, 'log'>): Promise<void> {
  try {
    await writer.write(saved);
  } catch (error) {
    ports.log('error', 'DISK_WRITE_FAILED', { what: String(error) });
    await writer
      .saveToReserve(saved)
      .catch((failure: unknown) =>
        ports.log('error', 'DISK_WRITE_FAILED', { where: 'reserve', error: String(failure) }),
      );
  }
}
