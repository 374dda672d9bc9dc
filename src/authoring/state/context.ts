/** The context that all actions share, and their common steps: show a notice and accept a newer collection. */
import { type ApiFailure, isRecord } from '../api/callApi.ts';
import type { Client } from '../api/client.ts';
import { parseCollection } from '../api/client.ts';
import type { Collection, CollectionSummary } from '../api/shapes.ts';
import type { Notice, PageState, PageStore } from './pageState.ts';
import { findItem } from './position.ts';

export type Context = {
  readonly store: PageStore;
  readonly client: Client;
  readonly token: string;
  readonly now: () => number;
};

type NewNotice = Pick<Notice, 'icon' | 'strong' | 'text' | 'action'> & Partial<Notice>;

/** Shows a notice with the current time, unless it has its own. */
export function showNotice({ store, now }: Context, notice: NewNotice): void {
  store.setState({ notice: { kind: 'normal', lead: '', at: now(), ...notice } });
}

export function showWarning(context: Context, text: string): void {
  showNotice(context, { kind: 'warning', icon: 'triangle', strong: '', text, action: null });
}

/** Shows why a request failed. A 401 or no response also changes the connection state. */
export function showFailure(context: Context, failure: ApiFailure): void {
  if (failure.status === 401) context.store.setState({ connection: 'refused' });
  if (failure.status === 0) context.store.setState({ connection: 'lost' });
  showWarning(context, `Nothing was changed. ${failure.message}`);
}

/** Stores a newer version of the open collection; ignores an older one. */
export function acceptVersion({ store }: Context, newer: Collection, isOwnVersion: boolean): void {
  store.setState((state) => {
    if (state.collectionId !== newer.id) return {};
    const current = state.collection;
    if (current?.id === newer.id && current.version > newer.version) return {};
    const isSame = current?.id === newer.id && current.version === newer.version;
    if (isSame) return isOwnVersion ? { isOwnVersion } : {};
    return {
      collection: newer,
      isOwnVersion,
      ...(current === null && state.selectedId === null ? { selectedId: findFirstPostId(newer) } : {}),
      summaries: state.summaries === null ? null : updateSummaries(state.summaries, newer),
      ...keepSelectionValid(state, newer),
    };
  });
}

/** Returns the current collection from a 412, or `null` for another failure. */
export function parseCollectionFrom412(failure: ApiFailure): Collection | null {
  if (failure.status !== 412 || !isRecord(failure.body)) return null;
  const { error } = failure.body;
  return isRecord(error) && isRecord(error['details']) ? parseCollection(error['details'], null) : null;
}

/** Cancels a move and moves the selection if the post is gone. A post with a draft stays selected, so no text is lost. */
function keepSelectionValid(state: PageState, newer: Collection): Partial<PageState> {
  const isGone = (itemId: string) => findItem(newer, itemId) === null;
  const pendingMove = state.pendingMove !== null && isGone(state.pendingMove.itemId) ? null : state.pendingMove;
  const { selectedId } = state;
  const isSelectionGone = selectedId !== null && state.drafts[selectedId] === undefined && isGone(selectedId);
  if (!isSelectionGone || state.collection === null) return { pendingMove };
  const previous = findItem(state.collection, selectedId);
  const list = previous === null ? [] : newer[previous.list];
  return { pendingMove, selectedId: list[Math.min(previous?.index ?? 0, list.length - 1)]?.id ?? null };
}

function findFirstPostId({ staging, live }: Collection): string | null {
  return staging[0]?.id ?? live[0]?.id ?? null;
}

function updateSummaries(
  summaries: readonly CollectionSummary[],
  collection: Collection,
): readonly CollectionSummary[] {
  const { id, name, contentType, lastModifiedDate, staging, live } = collection;
  const stagingContentCount = staging.length;
  const liveContentCount = live.length;
  const summary = { id, name, contentType, lastModifiedDate, stagingContentCount, liveContentCount };
  if (!summaries.some((other) => other.id === id)) return [...summaries, summary];
  return summaries.map((other) => (other.id === id ? { ...other, ...summary } : other));
}
