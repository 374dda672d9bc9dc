/** Reads a collection from the service and stores it, before a feed uses it. */
import type { Collection } from '../core/collection.ts';
import { compareVersions } from '../core/order.ts';
import { aboutCollection, describeProblem, type Problem } from '../core/problem.ts';
import { type Acceptance, type Outcome, type ShowState, snapshotOf } from '../core/show.ts';
import { longestCachedMs } from './poll/answerTime.ts';
import type { Browser } from './poll/browse.ts';
import type { CollectionWatcher } from './poll/collectionWatcher.ts';
import { isFromOtherService } from './poll/listOrigins.ts';
import type { Takeover } from './showSwitch.ts';
import type { SourceStatus } from './sourceStatus.ts';
import type { Store } from './store.ts';
import type { EventOrigin } from './unsavedChanges.ts';

type ListSource = Pick<CollectionWatcher, 'isLongUnused'> &
  Pick<Browser, 'readCollection'> & { readonly serviceAddress: () => string };

/**
 * Reads a list and stores it. Resolves with why it is not known: also if it is older than the stored one and a cache can have sent it, because
 * neither list can then pass for the service’s, and if another service is in use by then (`movedOn`). `at` is ISO 8601.
 */
export async function readForUse(
  store: Pick<Store, 'state' | 'apply'>,
  source: ListSource & Pick<SourceStatus, 'recordReadForUse'>,
  id: string,
  at: string,
): Promise<Problem | 'unsaved' | 'movedOn' | null> {
  const service = source.serviceAddress();
  const found = await source.readCollection(id);
  if (!('collection' in found)) {
    source.recordReadForUse(id, null, null);
    return found;
  }
  const { collection, facts } = found;
  const accept = acceptanceOf(store.state(), source, id, at);
  const stored = await storeFetched(store, { collection, service }, accept, at, 'show');
  source.recordReadForUse(id, stored === 'known' ? facts : null, collection.lastModifiedDate);
  if (stored === 'older') return describeOlder(id, at);
  return stored === 'known' ? null : stored;
}

function describeOlder(id: string, at: string): Problem {
  return describeProblem('SOURCE_LIST_OLDER', aboutCollection(id), at, {});
}

/** Reads a list as `readForUse` would, but stores nothing. Resolves with the same problem if the list could not be used. */
export async function readForEffect(
  store: Pick<Store, 'state'>,
  source: Pick<ListSource, 'isLongUnused'> & Pick<Browser, 'fetchCollection'>,
  id: string,
  at: string,
): Promise<Collection | Problem> {
  const found = await source.fetchCollection(id);
  if ('code' in found) return found;
  const stored = snapshotOf(store.state(), id);
  const isOlder = stored !== null && compareVersions(stored.collection, found) === 'older';
  return isOlder && acceptanceOf(store.state(), source, id, at) === 'newer' ? describeOlder(id, at) : found;
}

/** If no feed has used the collection for long, an older date means that the service went back, and not that a cache sent the list. */
function acceptanceOf(
  state: ShowState,
  { isLongUnused }: Pick<ListSource, 'isLongUnused'>,
  id: string,
  at: string,
): Acceptance {
  if (isOfOtherService(state, id, state.source.baseUrl)) return 'any';
  const stored = snapshotOf(state, id);
  const isStoredLong = stored !== null && Date.parse(at) - Date.parse(stored.acceptedAt) > longestCachedMs;
  return isLongUnused(id) && isStoredLong ? 'any' : 'newer';
}

function isOfOtherService(state: ShowState, id: string, baseUrl: string): boolean {
  const allowHttpHosts = URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
  return isFromOtherService(state, id, { baseUrl, allowHttpHosts });
}

async function storeFetched(
  store: Pick<Store, 'apply'>,
  list: { readonly collection: Collection; readonly service?: string },
  accept: Acceptance,
  at: string,
  origin: EventOrigin,
): Promise<'known' | 'older' | 'unsaved' | 'movedOn'> {
  const apply = (accepted: Acceptance): Promise<Outcome> =>
    store.apply({ type: 'collectionArrived', ...list, from: 'poll', accept: accepted, at }, origin);
  const outcome = await apply(accept);
  // The stored list is from when a feed last used the collection, so the one just read decides where the dates can't.
  const decided = outcome.kind === 'tie' || outcome.kind === 'undated' ? await apply('any') : outcome;
  if (decided.kind === 'older') return 'older';
  if (decided.kind === 'refused') return decided.code === 'LIST_MOVED_ON' ? 'movedOn' : 'unsaved';
  await store.apply({ type: 'listConfirmed', collectionId: list.collection.id }, origin);
  return 'known';
}

/**
 * Stores the lists that a show takes over from the service at this address, so that no feed is empty until the first request. Resolves with
 * the ids of the collections whose lists are known.
 */
export async function storeFirstLists(
  store: Pick<Store, 'state' | 'apply'>,
  takeover: Pick<Takeover, 'collection' | 'firstCollections'> | null,
  service: string,
  at: string,
): Promise<ReadonlySet<string>> {
  const { collection = null, firstCollections = [] } = takeover ?? {};
  const unknown = firstCollections.filter(({ id }) => snapshotOf(store.state(), id) === null);
  const first = collection === null ? unknown : [collection, ...unknown];
  const known = new Set<string>();
  for (const each of first) {
    const accept = isOfOtherService(store.state(), each.id, service) ? 'any' : 'newer';
    if ((await storeFetched(store, { collection: each }, accept, at, 'start')) === 'known') known.add(each.id);
  }
  return known;
}
