/** Stored collections: immutable values; each version shares the unchanged parts. */
import type { Change, UndoneChange } from '../../core/serviceDocument.ts';
import type { Contents, Patch } from './patch.ts';

export type StoredCollection = Contents & {
  readonly id: string;
  readonly organisation: string;
  /** Starts at 1; +1 for each change. */
  readonly version: number;
  readonly createdDate: string;
  /** Strictly later with each change, even if the clock goes back; in quotes it is the ETag. */
  readonly lastModifiedDate: string;
  readonly lastChange: Change;
  /** Undo steps, newest first. */
  readonly undo: readonly Undo[];
};

/** `version` is the version that the change made; `null` in files of earlier releases. */
export type Undo = UndoneChange & { readonly patch: Patch };

/** A collection without its posts; every summary is always in memory. */
export type StoredSummary = Omit<StoredCollection, 'staging' | 'live' | 'undo'> & {
  readonly stagingCount: number;
  readonly liveCount: number;
};

export function summaryOf(collection: StoredCollection): StoredSummary {
  const { staging, live, undo: _, ...rest } = collection;
  return { ...rest, stagingCount: staging.length, liveCount: live.length };
}

/** The ETag with its quotes. */
export function etagOf(collection: Pick<StoredCollection, 'lastModifiedDate'>): string {
  return `"${collection.lastModifiedDate}"`;
}
