/** Decides what a revision that a client names proves. Every Greenroom counts from 1, so it proves something only with the run that counted it. */
import type { FeedState } from '../../core/feedState.ts';
import type { NamedRevision } from './namedRevision.ts';
import type { Introduction, Reader } from './reader.ts';
import type { SavedRun } from './savedReaders.ts';

export type Runs = {
  /** Whether the revision is one of this feed's past. */
  readonly isOwn: (named: NamedRevision, newest: number) => boolean;
  /**
   * Whether no run known here can have counted the revision: it is of this feed before an older state of the show was put back, or of another
   * Greenroom.
   */
  readonly isLater: (named: NamedRevision, newest: number) => boolean;
  readonly toSaved: () => readonly SavedRun[];
};

/** Clients of older ones are new to the feed. */
const maxRuns = 20;

/** `id` is this run. `saved` are the runs before it, as far as the data directory knows. */
export function createRuns(id: string, feed: Pick<FeedState, 'loss' | 'onAir'>, saved: readonly SavedRun[]): Runs {
  // A run may have gone on after a backup of it was made, and announced changes that it did not save. Those revisions are of another past.
  const lastRevision = feed.loss === null ? feed.onAir.revision : 0;
  const before = saved.slice(-maxRuns).map((run) => ({
    id: run.id,
    lastRevision: Math.min(run.lastRevision ?? lastRevision, lastRevision),
  }));
  return {
    isOwn: ({ revision, run }, newest) =>
      run === id ? revision <= newest : before.some((other) => other.id === run && revision <= other.lastRevision),
    isLater: ({ revision, run }, newest) => run !== id && revision > (run === null ? newest : feed.onAir.revision),
    toSaved: () => [...before, { id, lastRevision: null }],
  };
}

/** The revisions that a client that connects is known to have. Any post can be on a screen that shows another past. */
export function proofOf(
  { painted, lastEvent }: Pick<Introduction, 'painted' | 'lastEvent'>,
  { isOwn, isLater }: Omit<Runs, 'toSaved'>,
  newest: number,
): Pick<Reader, 'revision' | 'firstRevision' | 'readRevision' | 'paintedRevision' | 'laterRevision'> {
  const named = [painted, lastEvent].filter((each) => each !== null);
  const laterRevision = named.find((each) => isLater(each, newest))?.revision ?? null;
  if (named.some((each) => !isOwn(each, newest))) {
    const paintedRevision = painted === null ? null : 0;
    return { revision: newest, firstRevision: 0, readRevision: 0, paintedRevision, laterRevision };
  }
  const paintedRevision = painted?.revision ?? null;
  const readRevision = lastEvent?.revision ?? 0;
  return {
    revision: paintedRevision ?? 0,
    firstRevision: lastEvent?.revision ?? newest,
    readRevision,
    paintedRevision,
    laterRevision,
  };
}
