/** The newest accepted version of a collection, its origin, and the marks of its new and edited posts. */
import type { Collection } from './collection.ts';
import { compareLists } from './compare.ts';
import { createIdSearch } from './idSearch.ts';

export type Origin = 'poll' | 'webhook' | 'disk';

/** Marks of a row on the desk. Times are ISO 8601; `null` if the mark does not apply. */
export type Mark = {
  readonly arrivedAt: string | null;
  readonly editedAt: string | null;
  /** When it went from staging to live. */
  readonly wentLiveAt: string | null;
  /** Its index in staging before it went live. */
  readonly leftIndex: number | null;
};

export type Snapshot = {
  readonly collection: Collection;
  readonly from: Origin;
  readonly acceptedAt: string;
  /** The address of the service that sent it; `null` if unknown, as in older files. */
  readonly service: string | null;
  /** Counts the accepted versions. Unlike their times, it can be compared after the clock was set. 0 in files of older versions. */
  readonly count: number;
  /** A feed began to use it as it was stored, and the service has not confirmed it since. */
  readonly isUnread?: true | undefined;
  /** The service has said since that it no longer has the collection. */
  readonly isGone?: true | undefined;
  /** An older version, to which the service went back. */
  readonly isRewound?: true | undefined;
  /** Posts left it although the service’s post count still had them. */
  readonly isCut?: true | undefined;
  /** When the last news of a version that may be missing here arrived, ISO 8601. No check has answered it since. */
  readonly doubtedAt?: string | undefined;
  /** By post id; posts without marks are absent. */
  readonly marks: ReadonlyMap<string, Mark>;
};

const unmarked: Mark = { arrivedAt: null, editedAt: null, wentLiveAt: null, leftIndex: null };

/** The snapshot after `before`; a first snapshot has no marks. */
export function updateSnapshot(
  before: Snapshot | null,
  collection: Collection,
  { at, ...origin }: Pick<Snapshot, 'from' | 'service' | 'isRewound' | 'isCut'> & { readonly at: string },
): Snapshot {
  const arrived = { ...{ isRewound: undefined, isCut: undefined, ...origin }, collection, acceptedAt: at };
  if (before === null) return { ...arrived, count: 1, marks: new Map() };
  return { ...before, ...arrived, count: before.count + 1, marks: markChanges(before, collection, at) };
}

function markChanges(before: Snapshot, collection: Collection, at: string): ReadonlyMap<string, Mark> {
  const old = before.collection;
  const live = compareLists(old.live, collection.live);
  const staging = compareLists(old.staging, collection.staging);
  const marks = new Map(before.marks);
  if (live.removed.length > 0 || staging.removed.length > 0) {
    const gone = new Set([...live.removed, ...staging.removed]);
    for (const items of [collection.live, collection.staging]) for (const { id } of items) gone.delete(id);
    for (const id of gone) marks.delete(id);
  }
  const setMark = (id: string, change: Partial<Mark>): void => {
    marks.set(id, { ...unmarked, ...marks.get(id), ...change });
  };
  const arrivedNow: Mark = { ...unmarked, arrivedAt: at };
  const setArrived = (id: string): void => {
    if (marks.has(id)) setMark(id, { arrivedAt: at });
    else marks.set(id, arrivedNow);
  };
  const wasLive = new Set(live.removed);
  const findInStaging = createIdSearch(old.staging);
  for (const id of live.added) {
    const index = findInStaging(id);
    if (index < 0) setArrived(id);
    else setMark(id, { wentLiveAt: at, leftIndex: index });
  }
  for (const id of staging.added) {
    if (wasLive.has(id)) setMark(id, { wentLiveAt: null, leftIndex: null });
    else setArrived(id);
  }
  /** Posts that had the same mark get the same new one: ten thousand edited posts need few. */
  const editedMarks = new Map<Mark | undefined, Mark>();
  for (const { id } of [...live.edited, ...staging.edited]) {
    const before = marks.get(id);
    const mark = editedMarks.get(before) ?? { ...unmarked, ...before, editedAt: at };
    editedMarks.set(before, mark);
    marks.set(id, mark);
  }
  return marks;
}
