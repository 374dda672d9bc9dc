/** Stores a collection that was just read from the service, before a feed uses it. */
import type { Collection } from '../core/collection.ts';
import { type Acceptance, type Outcome, snapshotOf } from '../core/show.ts';
import { longestCachedMs } from './poll/answerTime.ts';
import { isFromOtherService } from './poll/listOrigins.ts';
import type { Takeover } from './showSwitch.ts';
import type { Store } from './store.ts';

/**
 * Resolves with whether the list is known. `service` is the address that sent it, and `at` is ISO 8601. If no feed has used the collection for
 * long, an older date means that the service went back, and not that a cache sent the list.
 */
export async function storeFetched(
  store: Pick<Store, 'state' | 'apply'>,
  collection: Collection,
  service: string,
  at: string,
  isLongUnused = false,
): Promise<boolean> {
  const apply = (accept: Acceptance): Promise<Outcome> =>
    store.apply({ type: 'collectionArrived', collection, from: 'poll', accept, at });
  const allowHttpHosts = URL.canParse(service) ? [new URL(service).host] : [];
  const isOther = isFromOtherService(store.state(), collection.id, { baseUrl: service, allowHttpHosts });
  const stored = snapshotOf(store.state(), collection.id);
  const isStoredLong = stored !== null && Date.parse(at) - Date.parse(stored.acceptedAt) > longestCachedMs;
  const outcome = await apply(isOther || (isLongUnused && isStoredLong) ? 'any' : 'newer');
  // The stored list is from when a feed last used the collection, so the one just read decides where the dates can't.
  const decided = outcome.kind === 'tie' || outcome.kind === 'undated' ? await apply('any') : outcome;
  if (decided.kind === 'done' || decided.kind === 'nothing')
    await store.apply({ type: 'listConfirmed', collectionId: collection.id });
  return decided.kind !== 'refused';
}

/** Stores the lists that a show takes over, so that no feed is empty until the first request. Resolves with the ids of their collections. */
export async function storeFirstLists(
  store: Pick<Store, 'state' | 'apply'>,
  takeover: Pick<Takeover, 'collection' | 'firstCollections'> | null,
  service: string,
  at: string,
): Promise<ReadonlySet<string>> {
  const { collection = null, firstCollections = [] } = takeover ?? {};
  const unknown = firstCollections.filter(({ id }) => snapshotOf(store.state(), id) === null);
  const first = collection === null ? unknown : [collection, ...unknown];
  for (const each of first) await storeFetched(store, each, service, at);
  return new Set(first.map(({ id }) => id));
}
