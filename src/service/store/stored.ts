/** A collection as the store keeps it: immutable, every version a new value that shares what did not change. */
import type { ContentItem } from '../document.ts';
import type { Patch } from './patch.ts';

export type ListName = 'staging' | 'live';

/** What kind of change the last one was, for a person to read and undo. */
export type ChangeKind =
  | 'collectionCreated'
  | 'collectionEdited'
  | 'collectionDeleted'
  | 'itemAdded'
  | 'itemEdited'
  | 'itemDeleted'
  | 'itemPromoted'
  | 'itemDemoted'
  | 'listOrdered'
  | 'liveCleared'
  | 'changeUndone';

export type Change = { readonly kind: ChangeKind; readonly itemId: string | null; readonly at: string };

/** The part that a change edits. Media of our own are kept as `/media/NAME` and answered with the address asked for. */
export type Contents = {
  readonly name: string;
  readonly contentType: string;
  readonly isDeleted: boolean;
  readonly staging: readonly ContentItem[];
  readonly live: readonly ContentItem[];
};

export type StoredCollection = Contents & {
  readonly id: string;
  readonly organisation: string;
  /** Counts this collection's changes from 1. */
  readonly version: number;
  readonly createdDate: string;
  /** Strictly later at each change, whatever the clock does; quoted, it is the ETag. */
  readonly lastModifiedDate: string;
  readonly lastChange: Change;
  /** What takes back the last changes, newest first. */
  readonly undo: readonly Undo[];
};

export type Undo = { readonly kind: ChangeKind; readonly patch: Patch };

/** A collection without its posts: what is in memory for every one of them. */
export type StoredSummary = Omit<StoredCollection, 'staging' | 'live' | 'undo'> & {
  readonly stagingCount: number;
  readonly liveCount: number;
};

export function summaryOf(collection: StoredCollection): StoredSummary {
  const { staging, live, undo: _, ...rest } = collection;
  return { ...rest, stagingCount: staging.length, liveCount: live.length };
}

/** The collection's ETag as it stands in the header, quotes included. */
export function etagOf(collection: Pick<StoredCollection, 'lastModifiedDate'>): string {
  return `"${collection.lastModifiedDate}"`;
}
