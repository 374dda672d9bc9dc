/** Which faults are on, of which organisation, and what they have to remember to be wrong in the right way. */
import type { StoredCollection } from '../store/stored.ts';
import type { Store } from '../store.ts';
import type { Fault } from './faultShapes.ts';

/** Earlier versions of a collection that rewinds can go back to. */
const keptVersions = 21;

type Switched = { readonly fault: Fault; hits: number };

export type FaultBoard = {
  readonly set: (organisation: string, faults: readonly Fault[]) => void;
  readonly of: (organisation: string) => readonly Readonly<Switched>[];
  /** The faults that strike this request, each counted. */
  readonly strike: (organisation: string, collectionId: string | null) => readonly Fault[];
  /** The collection as it was so many versions ago, or the oldest that is known. */
  readonly earlier: (collection: StoredCollection, versions: number) => StoredCollection;
  /** The ETag that is lied with: the first that was seen since the fault was switched on. */
  readonly frozenEtag: (collectionId: string, etag: string) => string;
  /** Every second time true, a collection at a time. */
  readonly isOddTurn: (collectionId: string) => boolean;
};

export function createFaultBoard(store: Pick<Store, 'onEvent'>, random: () => number): FaultBoard {
  const switched = new Map<string, Switched[]>();
  const versions = new Map<string, StoredCollection[]>();
  const frozen = new Map<string, string>();
  const turns = new Map<string, number>();
  const remember = (collection: StoredCollection): void => {
    const known = versions.get(collection.id) ?? [];
    if (known.some(({ version }) => version === collection.version)) return;
    versions.set(collection.id, [...known, collection].slice(-keptVersions));
  };
  store.onEvent((event) => {
    if (event.type === 'collection') remember(event.collection);
  });
  return {
    set: (organisation, faults) => {
      switched.set(
        organisation,
        faults.map((fault) => ({ fault, hits: 0 })),
      );
      frozen.clear();
      turns.clear();
    },
    of: (organisation) => switched.get(organisation) ?? [],
    strike: (organisation, collectionId) => {
      const struck: Fault[] = [];
      for (const one of switched.get(organisation) ?? []) {
        const { on, collectionId: only, share, times } = one.fault;
        const isHere = on === 'both' || on === (collectionId === null ? 'list' : 'single');
        if (!isHere || (only !== null && only !== collectionId)) continue;
        if ((times !== null && one.hits >= times) || random() >= share) continue;
        one.hits += 1;
        struck.push(one.fault);
      }
      return struck;
    },
    earlier: (collection, back) => {
      remember(collection);
      const known = versions.get(collection.id) ?? [];
      return known[Math.max(0, known.length - 1 - back)] ?? collection;
    },
    frozenEtag: (collectionId, etag) => {
      const known = frozen.get(collectionId) ?? etag;
      frozen.set(collectionId, known);
      return known;
    },
    isOddTurn: (collectionId) => {
      const turn = (turns.get(collectionId) ?? 0) + 1;
      turns.set(collectionId, turn);
      return turn % 2 === 1;
    },
  };
}
