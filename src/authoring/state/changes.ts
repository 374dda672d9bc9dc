/** Changes the open collection. A change is based on the version on screen and retried on a newer version only if safe. */
import { isSameJson } from '../../core/boundedJson.ts';
import type { ChangeRequest } from '../api/client.ts';
import type { Collection } from '../api/shapes.ts';
import {
  acceptVersion,
  type Context,
  parseCollectionFrom412,
  showFailure,
  showNotice,
  showWarning,
} from './context.ts';
import { findItem, isUnmoved, type PendingMove, reorderIds } from './position.ts';
import { describeChange, describeNotified, getAuthorName } from './text.ts';

/** Attempts, each on a newer version, before giving up. */
const maxAttempts = 4;

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(context: Context) {
  const { store, client } = context;
  /** The collection this window just deleted; `null` after the next change or undo. */
  let lastDeletedId: string | null = null;
  let lastRequest: Promise<unknown> = Promise.resolve();

  /**
   * Sends a change and returns the new collection. After a 412, `buildRequest` runs again with the newer version.
   * Nothing is sent if `buildRequest` returns `null`, which means that the change no longer applies.
   */
  function change(buildRequest: (current: Collection) => ChangeRequest | null): Promise<Collection | null> {
    const pending = sendChange(buildRequest);
    lastRequest = pending.catch(() => null);
    return pending;
  }

  async function sendChange(buildRequest: (current: Collection) => ChangeRequest | null): Promise<Collection | null> {
    const { organisation, collection } = store.getState();
    if (organisation === null || collection === null) return null;
    let current = collection;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const request = buildRequest(current);
      if (request === null) {
        showWarning(context, 'The list changed as you pressed. Nothing happened. Check the list, then press again.');
        return null;
      }
      const result = await client.changeCollection(organisation, collection.id, request, current.etag);
      if (result.ok) {
        if (result.value !== null) acceptOwnChange(result.value);
        return result.value;
      }
      const newer = parseCollectionFrom412(result);
      if (newer === null) {
        showFailure(context, result);
        return null;
      }
      acceptVersion(context, newer, false);
      current = newer;
    }
    showWarning(context, 'The list keeps changing. Nothing happened. Press again.');
    return null;
  }

  function acceptOwnChange(collection: Collection): void {
    lastDeletedId = null;
    const { collection: before, webhooks } = store.getState();
    acceptVersion(context, collection, true);
    const { lead, strong, text } = describeChange(collection);
    const isLiveChanged = !isSameJson(before?.live ?? [], collection.live);
    const isDeleted = collection.lastChange.kind === 'collectionDeleted';
    const notified = isDeleted ? '' : describeNotified(webhooks.length, isLiveChanged);
    showNotice(context, { icon: 'radio', lead, strong, text: `${text} ${notified}`.trimEnd(), action: 'undo' });
  }

  /** Sends the request only if the collection is still the version on screen. */
  function changeIfUnchanged(request: ChangeRequest): Promise<Collection | null> {
    const seenVersion = store.getState().collection?.version;
    return change((current) => (current.version === seenVersion ? request : null));
  }

  function move(pendingMove: PendingMove): Promise<Collection | null> {
    if (isUnmoved(pendingMove)) return Promise.resolve(null);
    const { itemId, from, to } = pendingMove;
    return change((current) => {
      const position = findItem(current, itemId);
      if (position === null || position.list !== from.list) return null;
      if (to.list !== from.list) {
        return { verb: to.list === 'live' ? 'promote' : 'demote', itemId, index: to.index };
      }
      return { verb: 'order', list: to.list, itemIds: reorderIds(current[to.list], itemId, to.index) };
    });
  }

  return {
    change,
    move,
    promote: (itemId: string) =>
      change((current) =>
        findItem(current, itemId)?.list === 'staging' ? { verb: 'promote', itemId, index: null } : null,
      ),
    demote: (itemId: string) =>
      change((current) =>
        findItem(current, itemId)?.list === 'live' ? { verb: 'demote', itemId, index: null } : null,
      ),
    moveBy: (itemId: string, by: 1 | -1) => {
      const { collection } = store.getState();
      const position = collection === null ? null : findItem(collection, itemId);
      if (collection === null || position === null) return Promise.resolve(null);
      const index = position.index + by;
      if (index < 0 || index >= collection[position.list].length) return Promise.resolve(null);
      return move({ itemId, from: position, to: { list: position.list, index } });
    },
    clearLive: () => changeIfUnchanged({ verb: 'clearLive' }),
    renameCollection: (name: string) => change(() => ({ verb: 'rename', name })),
    deleteItem: async (itemId: string) => {
      const { collection } = store.getState();
      const name = collection === null ? '' : getAuthorName(findItem(collection, itemId)?.item ?? null);
      const changed = await change((current) =>
        findItem(current, itemId) === null ? null : { verb: 'deleteItem', itemId },
      );
      if (changed === null) return;
      showNotice(context, {
        icon: 'radio',
        strong: name,
        text: ' deleted. Undo restores it.',
        action: 'undo',
      });
    },
    undo: async () => {
      // A change in flight must finish first, because that is the change to undo.
      await lastRequest;
      const { organisation } = store.getState();
      const deletedId = lastDeletedId;
      if (organisation === null) return;
      if (deletedId === null) {
        if (store.getState().isOwnVersion) await changeIfUnchanged({ verb: 'undo' });
        else showWarning(context, 'The last change was made elsewhere. Nothing was undone.');
        return;
      }
      lastDeletedId = null;
      const result = await client.changeCollection(organisation, deletedId, { verb: 'undo' }, '*');
      if (!result.ok || result.value === null) {
        if (!result.ok) showFailure(context, result);
        return;
      }
      store.setState({ collectionId: deletedId, collection: null, selectedId: null });
      acceptOwnChange(result.value);
    },
    deleteCollection: async () => {
      const { organisation, collection } = store.getState();
      if (organisation === null || collection === null) return;
      const result = await client.changeCollection(organisation, collection.id, { verb: 'delete' }, collection.etag);
      if (!result.ok) {
        const newer = parseCollectionFrom412(result);
        if (newer === null) return showFailure(context, result);
        acceptVersion(context, newer, false);
        return showWarning(
          context,
          'The collection changed as you pressed. Nothing was deleted. Check it, then press again.',
        );
      }
      lastDeletedId = collection.id;
      const remaining = (store.getState().summaries ?? []).filter(({ id }) => id !== collection.id);
      store.setState({
        summaries: remaining,
        collectionId: remaining[0]?.id ?? null,
        collection: null,
        selectedId: null,
        pendingMove: null,
      });
      const text = ' deleted with all its posts. Undo restores it.';
      showNotice(context, {
        icon: 'layers',
        strong: collection.name,
        text,
        action: 'undoDeletion',
      });
    },
    createCollection: async (name: string, contentType: string) => {
      const { organisation } = store.getState();
      if (organisation === null) return false;
      const result = await client.createCollection(organisation, name, contentType);
      if (!result.ok) {
        showFailure(context, result);
        return false;
      }
      if (result.value === null) return false;
      store.setState({ collectionId: result.value.id, collection: null, selectedId: null, screen: 'collections' });
      acceptOwnChange(result.value);
      showNotice(context, {
        icon: 'layers',
        strong: name,
        text: ' created. Press N to add a post to staging.',
        action: null,
      });
      return true;
    },
    addDemoShow: async () => {
      const { organisation } = store.getState();
      if (organisation === null) return;
      const result = await client.addDemoShow(organisation);
      if (!result.ok) return showFailure(context, result);
      const summaries = await client.listCollections(organisation);
      if (summaries.ok) store.setState({ summaries: summaries.value });
      const text = 'Demo show added. Change or delete its collections like any others.';
      showNotice(context, { icon: 'layers', strong: '', text, action: null });
    },
  };
}
