/** The faults that are on per organisation, and the earlier versions and ETags that some of them replay. */
import type { StoredCollection } from '../store/stored.ts';
import type { Store } from '../store.ts';
import type { Fault } from './faultSchemas.ts';

/** Versions kept per collection, for the rewind fault. */
const maxVersions = 21;

type ActiveFault = { readonly fault: Fault; hits: number };

export type FaultSwitches = {
  readonly set: (organisation: string, faults: readonly Fault[]) => void;
  readonly list: (organisation: string) => readonly Readonly<ActiveFault>[];
  /** Returns the faults that apply to this request and counts a hit on each. */
  readonly recordHits: (organisation: string, collectionId: string | null) => readonly Fault[];
  /** The collection as it was `versionsBack` versions ago, or the oldest version kept. */
  readonly earlierVersion: (collection: StoredCollection, versionsBack: number) => StoredCollection;
  /** The first ETag seen since the fault was switched on. */
  readonly frozenEtag: (collectionId: string, etag: string) => string;
  /** Counts a request for a collection; true for the first, the third and so on. */
  readonly isOddNumberedRequest: (collectionId: string) => boolean;
};

export function createFaultSwitches(store: Pick<Store, 'onEvent'>, random: () => number): FaultSwitches {
  const active = new Map<string, ActiveFault[]>();
  const versions = new Map<string, StoredCollection[]>();
  const frozenEtags = new Map<string, string>();
  const requestCounts = new Map<string, number>();
  const remember = (collection: StoredCollection): void => {
    const known = versions.get(collection.id) ?? [];
    if (known.some(({ version }) => version === collection.version)) return;
    versions.set(collection.id, [...known, collection].slice(-maxVersions));
  };
  store.onEvent((event) => {
    if (event.type === 'collection') remember(event.collection);
  });
  return {
    set: (organisation, faults) => {
      active.set(
        organisation,
        faults.map((fault) => ({ fault, hits: 0 })),
      );
      frozenEtags.clear();
      requestCounts.clear();
    },
    list: (organisation) => active.get(organisation) ?? [],
    recordHits: (organisation, collectionId) => {
      const applied: Fault[] = [];
      for (const entry of active.get(organisation) ?? []) {
        const { on, collectionId: only, share, times } = entry.fault;
        const isMatch = on === 'both' || on === (collectionId === null ? 'list' : 'single');
        if (!isMatch || (only !== null && only !== collectionId)) continue;
        if ((times !== null && entry.hits >= times) || random() >= share) continue;
        entry.hits += 1;
        applied.push(entry.fault);
      }
      return applied;
    },
    earlierVersion: (collection, versionsBack) => {
      remember(collection);
      const known = versions.get(collection.id) ?? [];
      return known[Math.max(0, known.length - 1 - versionsBack)] ?? collection;
    },
    frozenEtag: (collectionId, etag) => {
      const known = frozenEtags.get(collectionId) ?? etag;
      frozenEtags.set(collectionId, known);
      return known;
    },
    isOddNumberedRequest: (collectionId) => {
      const requestNumber = (requestCounts.get(collectionId) ?? 0) + 1;
      requestCounts.set(collectionId, requestNumber);
      return requestNumber % 2 === 1;
    },
  };
}
