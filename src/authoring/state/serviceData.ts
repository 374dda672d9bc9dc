/** The service's data as queries: requested once, and again when the service announces a change that touches them. */
import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query';
import type { CollectionChange } from '../../core/authoringDocument.ts';
import { ownValue } from '../../core/ownValue.ts';
import { applySplices } from '../../core/splices.ts';
import { ApiError, isRecord } from '../api/callApi.ts';
import { type Client, type Lists, parseChange } from '../api/client.ts';
import type { ServiceEvent } from '../api/events.ts';
import type { Collection, CollectionSummary } from '../api/shapes.ts';
import { describeOthersUndo } from './changeText.ts';
import type { PageState, PageStore } from './pageState.ts';
import { findItem } from './position.ts';
import { keepInList } from './several.ts';

export type ServiceData = {
  readonly store: PageStore;
  readonly client: Client;
  readonly queryClient: QueryClient;
};

const retryAfterMs = 2000;

/** Whether the service failed or gave no response, so that the same request may succeed later. */
function isTemporary(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Without retries, and without the pause while the browser believes that it is offline. */
export function createQueryClient(
  store: PageStore,
  onFailedRead: (error: ApiError) => void,
  onFailedChange: (error: Error) => void,
): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // A stored file needs no token, so its success says nothing about a refused one.
      onSuccess: () => store.setState(({ connection }) => (connection === 'refused' ? {} : { connection: 'ready' })),
      onError: (error) => {
        noteFailure(store, error);
        if (isTemporary(error) && error.status !== 0) onFailedRead(error);
      },
    }),
    mutationCache: new MutationCache({ onError: onFailedChange }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
        // No event announces that the service works again.
        refetchInterval: ({ state }) => (isTemporary(state.error) ? retryAfterMs : false),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** A 401 or no response changes the connection state. */
export function noteFailure(store: PageStore, error: unknown): void {
  if (!(error instanceof ApiError)) return;
  if (error.status === 401) store.setState({ connection: 'refused' });
  if (error.status === 0) store.setState({ connection: 'lost' });
}

/** The queries that each event of the service touches. */
const touchedBy: Readonly<Record<string, readonly (keyof Lists | 'collection')[]>> = {
  collection: ['collections', 'collection'],
  delivery: ['deliveries', 'webhooks'],
  registry: ['keys', 'webhooks'],
  // A read can also be affected by a fault, which counts it.
  read: ['keys', 'faults'],
};

/** Requests again what the events touch, except collections that they bring up to date. */
export function acceptEvents(data: ServiceData, organisation: string, events: readonly ServiceEvent[]): void {
  const { queryClient } = data;
  const others = events.filter(
    (event) => event.name !== 'collection' || !(isDeletion(event) || isUpToDate(data, organisation, event)),
  );
  const touched = new Set(others.flatMap(({ name }) => touchedBy[name] ?? []));
  // Without a request for the deleted collection itself, which would fail.
  if (events.some(isDeletion)) touched.add('collections');
  // A response on its way can be older than the change, and would replace its name and counts.
  if (queryClient.isFetching({ queryKey: [organisation, 'collections'] }) > 0) touched.add('collections');
  for (const name of touched) void queryClient.invalidateQueries({ queryKey: [organisation, name] });
  if (others.some(({ name }) => name === 'registry')) {
    void queryClient.invalidateQueries({ queryKey: ['organisations'] });
  }
}

const isDeletion = ({ data }: ServiceEvent): boolean => isRecord(data) && data['isDeleted'] === true;

function isUpToDate(data: ServiceData, organisation: string, event: ServiceEvent): boolean {
  if (!isRecord(event.data)) return false;
  const change = parseChange(event.data);
  return change !== null && applyChange(data, organisation, change) !== null;
}

export function organisationsQuery({ client }: ServiceData) {
  return queryOptions({ queryKey: ['organisations'], queryFn: () => client.listOrganisations() });
}

/** A list of the organisation; not requested while the organisation is unknown. */
export function listQuery<Name extends keyof Lists>({ client }: ServiceData, organisation: string | null, name: Name) {
  return queryOptions<Lists[Name]>({
    queryKey: [organisation, name],
    queryFn: () => client.lists[name](organisation ?? ''),
    enabled: organisation !== null,
  });
}

export function collectionQuery(data: ServiceData, organisation: string | null, id: string | null) {
  return queryOptions<Collection | null>({
    queryKey: [organisation, 'collection', id],
    queryFn: async () => {
      if (organisation === null || id === null) return null;
      const known = cachedCollection(data, organisation, id);
      const newer = await data.client.readCollection(organisation, id, known?.etag ?? null);
      return newer === null ? cachedCollection(data, organisation, id) : acceptVersion(data, organisation, newer);
    },
    enabled: organisation !== null && id !== null,
  });
}

/** `null` until it has loaded. */
export function cachedCollection(data: ServiceData, organisation: string | null, id: string | null): Collection | null {
  return data.queryClient.getQueryData(collectionQuery(data, organisation, id).queryKey) ?? null;
}

/** The chosen organisation; the first if none is chosen. */
export function currentOrganisation(data: ServiceData): string | null {
  const organisations = data.queryClient.getQueryData(organisationsQuery(data).queryKey);
  return data.store.getState().organisation ?? organisations?.names[0] ?? null;
}

export function currentList<Name extends keyof Lists>(data: ServiceData, name: Name): Lists[Name] | undefined {
  return data.queryClient.getQueryData(listQuery(data, currentOrganisation(data), name).queryKey);
}

/** The chosen collection's id; the first collection's if none is chosen or the chosen one is gone. */
export function chooseCollectionId(
  chosenId: string | null,
  summaries: readonly CollectionSummary[] | undefined,
): string | null {
  return summaries?.some(({ id }) => id === chosenId) === true ? chosenId : (summaries?.[0]?.id ?? null);
}

export function currentCollection(data: ServiceData): Collection | null {
  const id = chooseCollectionId(data.store.getState().collectionId, currentList(data, 'collections'));
  return cachedCollection(data, currentOrganisation(data), id);
}

type OwnVersions = PageState['ownVersions'];

/** Whether this window made the version. */
export function isOwnVersion(ownVersions: OwnVersions, collection: Collection | null): boolean {
  return collection !== null && (ownValue(ownVersions, collection.id) ?? []).includes(collection.version);
}

/** Whether Undo would take back a change of this window. */
export function canUndo(ownVersions: OwnVersions, collection: Collection | null): boolean {
  if (collection === null || collection.undoesVersion === null) return false;
  return (ownValue(ownVersions, collection.id) ?? []).includes(collection.undoesVersion);
}

/** Opens the collection, or the first for `null`, with its first post selected as soon as it has loaded. */
export function showCollection(data: ServiceData, collectionId: string | null): void {
  data.store.setState({
    collectionId,
    selectedId: null,
    lostPosition: null,
    several: null,
    conflict: null,
    pendingMove: null,
  });
  const collection = currentCollection(data);
  if (collection !== null) data.store.setState({ selectedId: findFirstPostId(collection) });
}

/** Stores a newer version of a collection and ignores an older one; returns the newest. */
export function acceptVersion(data: ServiceData, organisation: string, newer: Collection): Collection {
  const { store, queryClient } = data;
  const before = cachedCollection(data, organisation, newer.id);
  if (before !== null && before.version >= newer.version) return before;
  queryClient.setQueryData(collectionQuery(data, organisation, newer.id).queryKey, newer);
  queryClient.setQueryData(listQuery(data, organisation, 'collections').queryKey, (summaries) =>
    summaries === undefined ? undefined : updateSummaries(summaries, newer),
  );
  if (currentCollection(data)?.id !== newer.id) return newer;
  store.setState((state) => ({ ...keepSelectionValid(state, before, newer), ...noteForeignUndo(data, before, newer) }));
  return newer;
}

/** The notice that another editor has undone a change. */
function noteForeignUndo(data: ServiceData, before: Collection | null, newer: Collection): Partial<PageState> {
  const { undone, at } = newer.lastChange;
  const isUndoing = data.queryClient.isMutating({ mutationKey: ['undo'] }) > 0;
  if (before === null || undone === null || isUndoing) return {};
  const isOwn = isOwnVersion(data.store.getState().ownVersions, newer);
  if (isOwn) return {};
  const sentence = describeOthersUndo(undone, before, newer);
  return { notice: { ...sentence, kind: 'warning', icon: 'undo', at: Date.parse(at), action: null } };
}

/** Applies a change to the version before it; returns the newest version, or `null` if the collection has to be read. */
function applyChange(data: ServiceData, organisation: string, change: CollectionChange): Collection | null {
  const before = cachedCollection(data, organisation, change.id);
  if (before === null || before.version >= change.version) return before;
  const { splices, ...header } = change;
  const lists = splices === null || before.version + 1 < change.version ? null : applySplices(before, splices);
  if (lists === null) return null;
  const etag = `"${change.lastModifiedDate}"`;
  return acceptVersion(data, organisation, { ...before, ...header, ...lists, etag } as Collection);
}

/** Stores the version that a change of this window made, and reads it if the response does not suffice. */
export async function acceptChanged(
  data: ServiceData,
  organisation: string,
  changed: Collection | CollectionChange,
): Promise<Collection | null> {
  if (!('splices' in changed)) return acceptVersion(data, organisation, changed);
  const applied = applyChange(data, organisation, changed);
  if (applied !== null) return applied;
  // The change is saved, so a failure here is not its failure: the page reads the collection again.
  const read = await data.client.readCollection(organisation, changed.id, null).catch(() => null);
  if (read !== null) return acceptVersion(data, organisation, read);
  void data.queryClient.invalidateQueries({ queryKey: [organisation, 'collection'] });
  return cachedCollection(data, organisation, changed.id);
}

/** Cancels a move and ends the selection if the post is gone: no key may act on its neighbour. A post with a draft stays selected, so no text is lost. */
function keepSelectionValid(state: PageState, before: Collection | null, newer: Collection): Partial<PageState> {
  const isGone = (itemId: string) => findItem(newer, itemId) === null;
  const pendingMove = state.pendingMove?.itemIds.some(isGone) === true ? null : state.pendingMove;
  const several = keepInList(state.several, newer);
  const { selectedId } = state;
  const isSelectionGone = selectedId !== null && ownValue(state.drafts, selectedId) === undefined && isGone(selectedId);
  if (before === null) {
    const isFirst = selectedId === null || isSelectionGone;
    return { pendingMove, several, ...(isFirst ? { selectedId: findFirstPostId(newer) } : {}) };
  }
  if (!isSelectionGone) return { pendingMove, several };
  const rest = state.several;
  const chosen = rest === null ? undefined : newer[rest.list].find(({ id }) => rest.ids.has(id));
  return { pendingMove, several, selectedId: chosen?.id ?? null, lostPosition: findItem(before, selectedId) };
}

function findFirstPostId({ staging, live }: Collection): string | null {
  return staging[0]?.id ?? live[0]?.id ?? null;
}

function updateSummaries(
  summaries: readonly CollectionSummary[],
  { id, name, contentType, lastModifiedDate, staging, live }: Collection,
): readonly CollectionSummary[] {
  const stagingContentCount = staging.length;
  const liveContentCount = live.length;
  const summary = { id, name, contentType, lastModifiedDate, stagingContentCount, liveContentCount };
  if (!summaries.some((other) => other.id === id)) return [...summaries, summary];
  return summaries.map((other) => (other.id === id ? { ...other, ...summary } : other));
}
