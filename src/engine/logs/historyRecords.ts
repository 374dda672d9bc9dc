/** Writes the records of the history: on-air lists, each as its differences from the one before it. */
import type { Difference } from '../../core/compare.ts';
import type { Segments } from '../../disk/segments.ts';
import { writeParts } from '../show/listParts.ts';
import { type HistoryEntry, type OnlyChange, readEntriesInTurns } from './historyEntries.ts';

export type RecordedList = Omit<HistoryEntry, keyof Difference | keyof OnlyChange | 'names'> &
  Difference & { readonly removedNames: HistoryEntry['names'] };

/** Returns an entry of the file as it was recorded. */
export function asRecorded({ names, position: _position, edit: _edit, ...entry }: HistoryEntry): RecordedList {
  const removed = new Set(entry.removed);
  return { ...entry, removedNames: Object.fromEntries(Object.entries(names).filter(([id]) => removed.has(id))) };
}

/** Adds a list of the feed, written as its differences from the previous one. */
export function addRecord(segments: Segments, feed: string, list: RecordedList, previous: RecordedList | null): void {
  const { items, removedNames, ...entry } = list;
  segments.add(list.revision, (isFirst) => {
    const from = isFirst ? null : (previous?.revision ?? null);
    const parts = writeParts(from === null ? null : (previous?.items ?? null), items);
    const isAgain = from === list.revision;
    return { feed, ...entry, from, parts, ...(from === null || isAgain ? { removedNames } : {}) };
  });
}

/**
 * Returns the number of files whose first list is not after the revision. A file is named after its first revision, or a later one if the clock
 * was set: a list that is recorded again can begin a file.
 */
export async function countFilesUntil(segments: Segments, keys: readonly number[], revision: number): Promise<number> {
  let count = keys.findLastIndex((key) => key <= revision) + 1;
  for (const key of keys.slice(count)) {
    if ((await readFirstRevision(segments, key)) > revision) break;
    count += 1;
  }
  return count;
}

async function readFirstRevision(segments: Segments, key: number): Promise<number> {
  for await (const first of readEntriesInTurns(segments.readParts(key))) return first.revision;
  return Number.POSITIVE_INFINITY;
}
