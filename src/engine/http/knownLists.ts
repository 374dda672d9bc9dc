/** Remembers the bytes from which the long lists of a collection were read, while the collection is in memory. */
import type { Collection } from '../../core/collection.ts';
import type { ReadCollectionResult } from '../../core/readCollection.ts';
import { freeMemory } from './freeMemory.ts';
import type { KnownLists, LongJson } from './longJson.ts';

const knownLists = new WeakMap<Collection, KnownLists>();
const none: KnownLists = new Map();

/** With a fault anywhere, nothing is remembered, because every fault has to be reported by each reading. */
export function keepLists({ collection, problems }: ReadCollectionResult, { partedLists }: LongJson): void {
  if (collection === null || problems.length > 0) return;
  const posts = { liveContents: collection.live, stagingContents: collection.staging };
  knownLists.set(
    collection,
    new Map([...partedLists].map(([name, { scanned }]) => [name, { scanned, posts: posts[name] }])),
  );
}

/**
 * Returns a function to call after each reading, with the version that was read. It frees the bytes of versions that are neither current nor the
 * one just read, because `current` may still refuse that. Readings must come one after the other.
 */
export function createBytesRelease(current: () => readonly Collection[]): (read: Collection) => void {
  let kept: readonly Collection[] = [];
  return (read) => {
    const needed = new Set([...current(), read]);
    for (const version of kept) if (!needed.has(version)) forgetLists(version);
    kept = [...kept.filter((version) => version !== read && needed.has(version)), read];
  };
}

function forgetLists(collection: Collection): void {
  freeMemory([...findKnownLists(collection).values()].map(({ scanned }) => scanned.bytes));
  knownLists.delete(collection);
}

/** Empty if nothing is remembered. */
export function findKnownLists(collection: Collection | null): KnownLists {
  return (collection === null ? undefined : knownLists.get(collection)) ?? none;
}
