/** Saves the show to disk before it is announced, so that on air survives a crash. */

import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { advance } from '../../core/advance.ts';
import { doubtStart, type FeedState } from '../../core/feedState.ts';
import { say } from '../../core/language/say.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { emptyShow, type ShowState } from '../../core/show.ts';
import { makeDirectory } from '../../disk/atomicFile.ts';
import { readBootId } from '../../disk/bootId.ts';
import { openClearedMarks } from '../../disk/clearedMarks.ts';
import { type ConfirmedMark, openConfirmedMark } from '../../disk/confirmedMark.ts';
import { lockDirectory, lockOnFullDisk } from '../../disk/directoryLock.ts';
import { errorCodeOf } from '../../disk/errorCode.ts';
import { openOutsideMark } from '../../disk/outsideMark.ts';
import { openUnsavedMark, type UnsavedMark } from '../../disk/unsavedMark.ts';
import { keepOnlyRemovals } from '../keepOnlyRemovals.ts';
import { createUnsavedMarker } from '../markUnsaved.ts';
import type { Ports } from '../ports.ts';
import { giveUpAfterMs, markWithinMs, type Persist } from '../store.ts';
import { describeDiskError } from '../unsavedChanges.ts';
import { type MarkedFeeds, markName, noteFeeds, readMarkedFeeds } from './markedFeeds.ts';
import type { PastFeeds } from './readBatches.ts';
import { type LoadedShow, type LoadProblem, listShowFiles, loadShow } from './showFiles.ts';
import { createShowWriter, revisionGap } from './showWriter.ts';
import { createStartJobs } from './startJobs.ts';
import { removeUnannounced as removeFromFiles } from './unannounced.ts';

export type OpenedRecord = {
  /** The saved show without source, media and problems; `null` when nothing was ever saved. */
  readonly saved: ShowState | null;
  readonly problems: readonly Problem[];
  /** The revisions that earlier runs can have used without saving a show, for the feeds of a new one. */
  readonly skippedRevisions: number;
  /** Whether the last run named its feeds in the mark. Earlier versions did not. */
  readonly hasMarkedFeeds: boolean;
  /** Returns `past` of the loaded show once, because it can be large. */
  readonly takePast: () => readonly PastFeeds[];
  /** Saves the persistent part of the new state in one fdatasync; writes nothing if that part is unchanged. */
  readonly persist: Persist;
  /** Releases the directory. Everything confirmed is already on disk. */
  readonly close: () => Promise<void>;
};

export type Rebuilt = {
  /** The show to start with; `null` for a new one. */
  readonly show: ShowState | null;
  /** Whether confirmed changes are missing, so that the last announced revisions are unknown. */
  readonly isLost: boolean;
  readonly problems: readonly LoadProblem[];
};

/** The last run, as far as its marks say. */
export type LastRun = {
  /** Whether it announced changes that it could not save. */
  readonly hasUnsaved: boolean;
  /** Whether a mark says how much of the show was saved. Without it, a shorter show can look whole. */
  readonly hasMark: boolean;
  /** The state of each feed up to which changes were allowed to be announced. Only a mark from before a power cut is older. */
  readonly marked: MarkedFeeds;
};

/**
 * Opens the show of a data directory, or creates it. `rebuild` compares the loaded show with the logs, and rebuilds what is missing from them.
 * Rejects with DataDirLocked if another process uses the directory.
 */
export async function openRecord(
  dataDir: string,
  ports: Pick<Ports, 'clock' | 'log'>,
  rebuild: (loaded: LoadedShow, lastRun: LastRun) => Promise<Rebuilt> = keepLoaded,
  boot: string = readBootId(),
): Promise<OpenedRecord> {
  await makeDirectory(dataDir);
  const release = await lockEvenIfFull(dataDir, ports);
  try {
    const unsaved = await openUnsavedMark(join(dataDir, 'unsaved'), await openOutsideMark(dataDir));
    const confirmed = await openConfirmedMark(join(dataDir, markName), (await listShowFiles(dataDir)).length > 0, boot);
    const hasUnsaved = unsaved.stepsBefore > 0;
    const loaded = keepAnnounced(await loadShow(dataDir, confirmed.before), hasUnsaved);
    // Of a damaged show, the mark knows more than the files, until the rebuilt one is saved.
    if (loaded.end !== null && !loaded.isDamaged) {
      // Until the doubt is saved with the show, a start after a crash has to find it again.
      const announced = loaded.unsureFeeds.length > 0 ? 0 : loaded.end.bytes;
      confirmed.adopt({ ...loaded.end, announced }, noteFeeds(loaded.show ?? emptyShow));
    }
    const hasUnannounced = loaded.unannounced.length > 0;
    const removeUnannounced = async (): Promise<void> => {
      if (hasUnannounced) await removeFromFiles(dataDir, loaded.end, loaded.unannouncedFiles);
    };
    const jobs = createStartJobs(ports);
    // A power cut must not bring it back either.
    if (hasUnannounced) await jobs.run(() => confirmed.refuse());
    if (!hasUnsaved) await jobs.run(removeUnannounced);
    const clearedMarks = openClearedMarks(dataDir);
    // A clear that was not saved set the mark of unsaved changes too.
    const hasMarks = hasUnsaved && loaded.loadedNumber !== null;
    const cleared = hasMarks ? await clearedMarks.read(loaded.loadedNumber) : [];
    const at = new Date(ports.clock.now()).toISOString();
    const marked = readMarkedFeeds(confirmed.before?.note);
    const hasMark = confirmed.before !== null && !confirmed.isNew;
    const { show, isLost, problems } = await rebuild(loaded, { hasUnsaved, hasMark, marked });
    const gaps = unsaved.stepsBefore + (isLost || unsaved.kept !== null ? 1 : 0);
    const saved =
      show === null || gaps === 0 ? show : clearFeeds(raiseRevisions(show, gaps * revisionGap, at), cleared, at);
    const writer = createShowWriter(dataDir, loaded, saved, { unsaved, confirmed, cleared: clearedMarks }, ports);
    const persist: Persist = async (next, into, pending) => {
      if (into === 'mark') return writer.markUnsaved(next);
      await jobs.settled();
      if (pending?.overtaken.aborted !== true) await writer.write(next, pending);
    };
    let failure: string | null = null;
    const saveRaised = async (raised: ShowState): Promise<void> => {
      await writer.write(raised).catch((error: unknown) => {
        failure = errorCodeOf(error);
        throw error;
      });
      if (hasUnsaved) await removeUnannounced();
    };
    // Before any consumer reads them, so that a crash soon after cannot repeat a number.
    if (saved !== null && saved !== show && !(await jobs.run(() => saveRaised(saved))))
      await createUnsavedMarker(persist, ports)(saved, jobs.isHung() ? markWithinMs : giveUpAfterMs);
    const found: readonly LoadProblem[] = [
      ...reportMark(confirmed, gaps > 0),
      ...reportUnsavedMark(unsaved),
      // A cut-off record of a show that lost more is not worth a sentence that says that nothing is lost.
      ...loaded.problems.filter(({ code }) => gaps === 0 || code !== 'DISK_TAIL_TORN'),
      ...(isChangeDiscarded(loaded) && gaps === 0
        ? [{ code: 'DISK_CHANGE_DISCARDED' as const, about: 'show', facts: {} }]
        : []),
      ...problems,
      ...reportDisk(jobs.isHung(), failure),
    ];
    const close = async (): Promise<void> => {
      await jobs.settled();
      await writer.close();
      await confirmed.close();
      await release();
    };
    let { past } = loaded;
    const takePast = (): readonly PastFeeds[] => {
      const taken = past;
      past = [];
      return taken;
    };
    const describe = ({ code, about, facts }: LoadProblem): Problem => describeProblem(code, about, at, facts);
    const started = saved === null || gaps > 0 ? saved : doubtFeeds(saved, loaded.unsureFeeds);
    const hasMarkedFeeds = marked.size > 0;
    const skippedRevisions = show === null ? gaps * revisionGap : 0;
    return {
      saved: started,
      problems: found.map(describe),
      skippedRevisions,
      hasMarkedFeeds,
      takePast,
      persist,
      close,
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/**
 * Without unsaved changes, what was not announced does not count. Otherwise, its removals may have been announced, and a post too few is safer
 * than one too many; the feeds say that changes can be missing.
 */
function keepAnnounced(loaded: LoadedShow, hasUnsaved: boolean): LoadedShow {
  if (!hasUnsaved || loaded.show === null) return loaded;
  const show = loaded.unannounced.reduce(keepOnlyRemovals, loaded.show);
  return { ...loaded, show: { ...show, feeds: show.feeds.map((feed) => ({ ...feed, ...unchanged })) } };
}

/** Whether what is discarded differs from what is used: the first file of a run can repeat the show. */
function isChangeDiscarded({ show, unannounced }: LoadedShow): boolean {
  return unannounced.some((discarded) => !isDeepStrictEqual(discarded, show));
}

/** Since this start. */
const unchanged = { isRestored: true, hasChangedSinceRestart: false, changedAtStart: null } as const;

/** Clears feeds again whose clear was announced but not saved. */
function clearFeeds(saved: ShowState, slugs: readonly string[], at: string): ShowState {
  return slugs.reduce((state, feed) => {
    const cleared = advance(state, { type: 'feedCleared', feed, by: null, at }).state;
    // It is as much restored, and as damaged, as before.
    const feeds = cleared.feeds.map((other, index) => ({
      ...other,
      ...unchanged,
      startDoubt: state.feeds[index]?.startDoubt ?? null,
      loss: state.feeds[index]?.loss ?? null,
    }));
    return { ...cleared, feeds };
  }, saved);
}

/** In the state itself, so that the first save has it. */
function doubtFeeds(state: ShowState, unsureFeeds: readonly string[]): ShowState {
  const feeds = state.feeds.map((feed) =>
    unsureFeeds.includes(feed.slug) ? doubtStart(feed, { kind: 'unsure' }) : feed,
  );
  return { ...state, feeds };
}

async function keepLoaded({ show, isDamaged }: LoadedShow): Promise<Rebuilt> {
  return { show, isLost: isDamaged, problems: [] };
}

/** `failure` is the code of the error with which the start could not be saved. */
function reportDisk(isHung: boolean, failure: string | null): readonly LoadProblem[] {
  const path = (): string => say('the data directory');
  if (isHung) return [{ code: 'DISK_NOT_RESPONDING', about: 'disk', facts: { path } }];
  if (failure === null) return [];
  return [{ code: 'DISK_WRITE_FAILED', about: 'disk', facts: { path, what: () => describeDiskError(failure) } }];
}

function reportMark({ kept }: ConfirmedMark, hasLoss: boolean): readonly LoadProblem[] {
  if (kept === null) return [];
  const facts = {
    file: markName,
    kept,
    used: () => say('Greenroom compared the show with its recording and logs instead.'),
    air: () => (hasLoss ? say('On air could be affected.') : say('On air is not affected.')),
    check: () => (hasLoss ? say('what is on air') : say('the disk')),
  };
  return [{ code: 'DISK_FILE_CORRUPT', about: markName, facts }];
}

function reportUnsavedMark({ kept }: UnsavedMark): readonly LoadProblem[] {
  if (kept === null) return [];
  const facts = {
    ...{ file: 'unsaved', kept, used: () => say('Greenroom can’t tell whether its last changes were saved.') },
    ...{ air: () => say('On air could be affected.'), check: () => say('what is on air') },
  };
  return [{ code: 'DISK_FILE_CORRUPT', about: 'unsaved', facts }];
}

/** A feed that was not rebuilt may lack what was announced but not saved. Its raised revision begins with this start. */
function raiseRevisions(state: ShowState, gap: number, at: string): ShowState {
  const restart = { since: at, cause: 'rule', by: null, verb: 'restart', about: null } as const;
  const raise = (feed: FeedState): FeedState => ({
    ...feed,
    isRestored: true,
    loss: feed.loss ?? 'unsaved',
    onAir: { ...feed.onAir, ...restart, revision: feed.onAir.revision + gap },
  });
  return { ...state, feeds: state.feeds.map(raise), removedFeeds: state.removedFeeds.map(raise) };
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
