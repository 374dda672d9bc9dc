/** The newest accepted version of a collection, where it came from, and what is new in it for the eye. */
import type { Collection } from './collection.ts';
import { compareLists } from './compare.ts';

export type Origin = 'poll' | 'webhook' | 'disk';

/** What the desk marks on a row. Times are ISO 8601; null: not so. */
export type Mark = {
  readonly arrivedAt: string | null;
  readonly editedAt: string | null;
  /** When it went from staging to live, and the place (from 0) that it left. */
  readonly wentLiveAt: string | null;
  readonly leftPlace: number | null;
};

export type Snapshot = {
  readonly collection: Collection;
  readonly from: Origin;
  readonly acceptedAt: string;
  /** By post id; a post without one has nothing to be marked for. */
  readonly marks: ReadonlyMap<string, Mark>;
};

const unmarked: Mark = { arrivedAt: null, editedAt: null, wentLiveAt: null, leftPlace: null };

/** The snapshot that follows `before` (null: the first, in which nothing is new). */
export function nextSnapshot(before: Snapshot | null, collection: Collection, from: Origin, at: string): Snapshot {
  if (before === null) return { collection, from, acceptedAt: at, marks: new Map() };
  return { collection, from, acceptedAt: at, marks: markChanges(before, collection, at) };
}

function markChanges(before: Snapshot, collection: Collection, at: string): ReadonlyMap<string, Mark> {
  const old = before.collection;
  const live = compareLists(old.live, collection.live);
  const staging = compareLists(old.staging, collection.staging);
  const marks = new Map(before.marks);
  if (live.removed.length > 0 || staging.removed.length > 0) {
    const here = new Set([...collection.live, ...collection.staging].map((item) => item.id));
    for (const id of [...live.removed, ...staging.removed]) if (!here.has(id)) marks.delete(id);
  }
  const put = (id: string, change: Partial<Mark>): void => {
    marks.set(id, { ...unmarked, ...marks.get(id), ...change });
  };
  const wasLive = new Set(live.removed);
  const stagingPlace = new Map(live.added.length === 0 ? [] : old.staging.map((item, place) => [item.id, place]));
  for (const id of live.added) {
    const place = stagingPlace.get(id);
    if (place === undefined) put(id, { arrivedAt: at });
    else put(id, { arrivedAt: null, wentLiveAt: at, leftPlace: place });
  }
  for (const id of staging.added) {
    if (wasLive.has(id)) put(id, { wentLiveAt: null, leftPlace: null });
    else put(id, { arrivedAt: at });
  }
  for (const { id } of live.edited) put(id, { editedAt: at });
  for (const { id } of staging.edited) put(id, { editedAt: at });
  return marks;
}
