/** Remembers the bytes from which the long lists of a collection were read, while the collection is in memory. */
import type { Collection } from '../../core/collection.ts';
import type { ReadCollectionResult } from '../../core/readCollection.ts';
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

/** Empty if nothing is remembered. */
export function findKnownLists(collection: Collection | null): KnownLists {
  return (collection === null ? undefined : knownLists.get(collection)) ?? none;
}
