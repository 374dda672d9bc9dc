/** Changes the open collection. A change is based on the version on screen and retried on a newer version only if safe. */

import type { CollectionChange } from '../../core/authoringDocument.ts';
import { isSameJson } from '../../core/boundedJson.ts';
import { say } from '../../core/language/say.ts';
import { type StrongSentence, sayStrong } from '../../core/language/sayStrong.ts';
import { ownValue } from '../../core/ownValue.ts';
import type { Change, ListName } from '../../core/serviceDocument.ts';
import type { ChangeRequest } from '../api/client.ts';
import type { Collection } from '../api/shapes.ts';
import { describeChange, describeOwnUndo } from './changeText.ts';
import { acceptVersionFrom412, type Context, runChange, showNotice, showWarning } from './context.ts';
import { selectNeighbourAfter } from './neighbour.ts';
import type { PageState } from './pageState.ts';
import { findItem, formatPosition, isUnmoved, type PendingMove, reorderIds, startMove } from './position.ts';
import { acceptChanged, canUndo, currentCollection, currentList, listQuery, showCollection } from './serviceData.ts';
import { orderInList } from './several.ts';
import { describeNotified, getAuthorName } from './text.ts';

/** Attempts, each on a newer version, before giving up. */
const maxAttempts = 4;

/** A second click within this time belongs to a double click. */
const doubleClickMs = 500;

/** The notice of a change; `before` is the version that it is based on. */
type Describe = (after: Collection, before: Collection | null) => StrongSentence;

type BuildRequest = (current: Collection) => ChangeRequest | 'stop' | null;

export type Changes = ReturnType<typeof createChanges>;

export function createChanges(context: Context) {
  const { store, client, queryClient } = context;
  /** The collection this window just deleted, with the ETag of its deletion; `null` after the next change or undo. */
  let lastDeleted: { readonly id: string; readonly etag: string } | null = null;
  let lastRequest: Promise<unknown> = Promise.resolve();
  /** By `performance.now()`. */
  let lastUndoPressMs = Number.NEGATIVE_INFINITY;

  /**
   * Sends a change and returns the new collection. After a 412, `buildRequest` runs again with the newer version.
   * Nothing is sent if `buildRequest` returns `null`, which means that the change no longer applies, or `stop`.
   * `describe` returns the notice of the change; `null` for the usual one.
   */
  function change(buildRequest: BuildRequest, describe: Describe | null): Promise<Collection | null> {
    return run('change', buildRequest, describe);
  }

  function run(name: string, buildRequest: BuildRequest, describe: Describe | null): Promise<Collection | null> {
    const pending = runChange(context, name, (organisation) =>
      selectNeighbourAfter(context, () => sendChange(organisation, buildRequest, describe)),
    );
    lastRequest = pending;
    return pending;
  }

  async function sendChange(
    organisation: string,
    buildRequest: BuildRequest,
    describe: Describe | null,
  ): Promise<Collection | null> {
    let current = currentCollection(context);
    if (current === null) return null;
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const request = buildRequest(current);
      if (request === 'stop') return null;
      if (request === null) {
        showWarning(
          context,
          say('The list changed as you pressed. Nothing happened. Check the list, then press again.'),
        );
        return null;
      }
      try {
        const changed = await client.changeCollection(organisation, current.id, request, current.etag);
        return changed === null ? null : acceptOwnChange(organisation, current, changed, describe);
      } catch (error) {
        current = acceptVersionFrom412(context, organisation, error);
      }
    }
    showWarning(context, say('The list keeps changing. Nothing happened. Press again.'));
    return null;
  }

  /** `before` is the version that the change is based on; an event may have replaced it on screen already. */
  async function acceptOwnChange(
    organisation: string,
    before: Collection | null,
    changed: Collection | CollectionChange,
    describe: Describe | null,
  ): Promise<Collection | null> {
    lastDeleted = null;
    const collection = await acceptChanged(context, organisation, changed);
    if (collection === null) return null;
    if (changed.version === before?.version) {
      // The last change can be another editor’s, so it is neither described nor offered for Undo as this one’s.
      const sentence = sayStrong('<b>Nothing changed.</b> It was already like this.');
      showNotice(context, { icon: 'radio', ...sentence, action: null });
      return collection;
    }
    // A later change of another window can be on screen already.
    store.setState(({ ownVersions }) => addOwnVersion(ownVersions, changed));
    const sentence = (describe ?? describeChange)({ ...collection, lastChange: changed.lastChange as Change }, before);
    const isLiveChanged = !isSameJson(before?.live ?? [], collection.live);
    const isDeleted = collection.lastChange.kind === 'collectionDeleted';
    const webhookCount = currentList(context, 'webhooks')?.length ?? 0;
    const notified = isDeleted ? '' : describeNotified(webhookCount, isLiveChanged);
    const text = `${sentence.text} ${notified}`.trimEnd();
    showNotice(context, { ...sentence, icon: 'radio', text, action: 'undo' });
    return collection;
  }

  /** Undoes only a change of this window; another editor’s may have become the last one, or a second press came after the undo. */
  function buildUndo(current: Collection): ChangeRequest | 'stop' {
    const { ownVersions } = store.getState();
    if (canUndo(ownVersions, current)) return { verb: 'undo' };
    if (
      current.lastChange.kind === 'changeUndone' &&
      ownValue(ownVersions, current.id)?.includes(current.version) === true
    ) {
      const text = say('The last change from this window is already undone.');
      showNotice(context, { icon: 'radio', strong: '', text, action: null });
      return 'stop';
    }
    showWarning(context, say('The last change was made elsewhere. Nothing was undone.'));
    return 'stop';
  }

  /** Sends the request only if the collection is still the version on screen. */
  function changeIfUnchanged(request: ChangeRequest): Promise<Collection | null> {
    const seenVersion = currentCollection(context)?.version;
    return change((current) => (current.version === seenVersion ? request : null), null);
  }

  function move(pendingMove: PendingMove): Promise<Collection | null> {
    const { itemIds, from, to } = pendingMove;
    if (isUnmoved(pendingMove)) return Promise.resolve(null);
    if (to.list !== from.list) return transfer(itemIds, from.list, to.index);
    const describe = (count: number) =>
      sayStrong('<b>{count} posts</b> moved to {where}.', { count, where: formatPosition(to) });
    return changePosts(itemIds, from.list, describe, (ordered, current) => ({
      verb: 'order',
      list: to.list,
      itemIds: reorderIds(current[to.list], ordered, to.index),
    }));
  }

  /** Moves posts to the other list; `null` moves them to its end. */
  function transfer(itemIds: Iterable<string>, from: ListName, index: number | null): Promise<Collection | null> {
    const verb = from === 'staging' ? 'promote' : 'demote';
    const describe = (count: number) =>
      from === 'staging'
        ? sayStrong('<b>{count} posts</b> promoted to live.', { count })
        : sayStrong('<b>{count} posts</b> demoted to staging.', { count });
    return changePosts(itemIds, from, describe, (ordered) => ({ verb, itemIds: ordered, index }));
  }

  /** Changes all these posts or none: a post that has left the list stops the change. `describe` is for the notice of several. */
  function changePosts(
    itemIds: Iterable<string>,
    list: ListName,
    describe: (count: number) => StrongSentence,
    buildChange: (ordered: readonly string[], current: Collection) => ChangeRequest,
  ): Promise<Collection | null> {
    const ids = new Set(itemIds);
    return change(
      (current) => {
        const ordered = orderInList(current, list, ids);
        return ordered === null ? null : buildChange(ordered, current);
      },
      ids.size === 1 ? null : () => describe(ids.size),
    );
  }

  async function undo(): Promise<void> {
    // A change in flight must finish first, because that is the change to undo.
    await lastRequest;
    const deleted = lastDeleted;
    if (deleted === null) {
      await run('undo', buildUndo, describeOwnUndo);
      return;
    }
    lastDeleted = null;
    await runChange(context, 'undo', async (organisation) => {
      try {
        const restored = await client.changeCollection(organisation, deleted.id, { verb: 'undo' }, deleted.etag);
        if (restored === null) return;
        store.setState({ collectionId: deleted.id, selectedId: null });
        await acceptOwnChange(organisation, null, restored, describeOwnUndo);
      } catch (error) {
        acceptVersionFrom412(context, organisation, error);
        showWarning(context, say('Someone else has restored the collection already. Nothing was undone.'));
      }
    });
  }

  return {
    change,
    move,
    /** Promotes from staging, or demotes from live, to the end of the other list. */
    transfer: (itemIds: Iterable<string>, from: ListName) => transfer(itemIds, from, null),
    /** Moves posts of one list together by one position. */
    moveBy: (itemId: string, chosen: ReadonlySet<string>, by: 1 | -1) => {
      const collection = currentCollection(context);
      const pendingMove = collection === null ? null : startMove(collection, itemId, chosen);
      if (collection === null || pendingMove === null) return Promise.resolve(null);
      const { list, indexes } = pendingMove.from;
      const [first = 0, last = 0] = [indexes[0], indexes.at(-1)];
      if (by === -1 ? first === 0 : last === collection[list].length - 1) return Promise.resolve(null);
      const index = by === -1 ? first - 1 : last + 2 - indexes.length;
      return move({ ...pendingMove, to: { list, index } });
    },
    deleteItems: (itemIds: ReadonlySet<string>, list: ListName) =>
      changePosts(
        itemIds,
        list,
        (count) => sayStrong('<b>{count} posts</b> deleted. Undo restores them.', { count }),
        (ordered) => ({ verb: 'deleteItems', itemIds: ordered }),
      ),
    clearLive: () => changeIfUnchanged({ verb: 'clearLive' }),
    renameCollection: (name: string) => change(() => ({ verb: 'rename', name }), null),
    deleteItem: (itemId: string) =>
      change(
        (current) => (findItem(current, itemId) === null ? null : { verb: 'deleteItems', itemIds: [itemId] }),
        (_, before) =>
          sayStrong('<b>{name}</b> deleted. Undo restores it.', {
            name: getAuthorName(before === null ? null : (findItem(before, itemId)?.item ?? null)),
          }),
      ),
    undo,
    /** A double click is one press. */
    pressUndo: () => {
      const sinceLastMs = performance.now() - lastUndoPressMs;
      lastUndoPressMs = performance.now();
      if (sinceLastMs > doubleClickMs) void undo();
    },
    deleteCollection: () =>
      runChange(context, 'deleteCollection', async (organisation) => {
        const collection = currentCollection(context);
        if (collection === null) return;
        try {
          const deletion = await client.changeCollection(
            organisation,
            collection.id,
            { verb: 'delete' },
            collection.etag,
          );
          if (deletion !== null) lastDeleted = { id: collection.id, etag: `"${deletion.lastModifiedDate}"` };
        } catch (error) {
          acceptVersionFrom412(context, organisation, error);
          showWarning(
            context,
            say('The collection changed as you pressed. Nothing was deleted. Check it, then press again.'),
          );
          return;
        }
        queryClient.setQueryData(listQuery(context, organisation, 'collections').queryKey, (summaries) =>
          summaries?.filter(({ id }) => id !== collection.id),
        );
        showCollection(context, null);
        queryClient.removeQueries({ queryKey: [organisation, 'collection', collection.id] });
        const { name } = collection;
        const sentence = sayStrong('<b>{name}</b> deleted with all its posts. Undo restores it.', { name });
        showNotice(context, { icon: 'layers', ...sentence, action: 'undoDeletion' });
      }),
    /** Resolves to whether it was created. */
    createCollection: async (name: string, contentType: string) => {
      const isCreated = await runChange(context, 'createCollection', async (organisation) => {
        const created = await client.createCollection(organisation, name, contentType);
        if (created === null) return false;
        store.setState({ collectionId: created.id, selectedId: null, screen: 'collections' });
        await acceptOwnChange(organisation, null, created, null);
        const sentence = sayStrong('<b>{name}</b> created. Press N to add a post to staging.', { name });
        showNotice(context, { icon: 'layers', ...sentence, action: null });
        return true;
      });
      return isCreated === true;
    },
    addDemoShow: () =>
      runChange(context, 'addDemoShow', async (organisation) => {
        await client.addDemoShow(organisation);
        await queryClient.invalidateQueries({ queryKey: [organisation, 'collections'] });
        const text = say('Demo show added. Change or delete its collections like any others.');
        showNotice(context, { icon: 'layers', strong: '', text, action: null });
      }),
  };
}

/** Undo steps that the service keeps per collection; older versions can’t be undone. */
const keptVersions = 100;

function addOwnVersion(
  ownVersions: PageState['ownVersions'],
  { id, version }: Pick<Collection, 'id' | 'version'>,
): Partial<PageState> {
  return {
    ownVersions: { ...ownVersions, [id]: [...(ownValue(ownVersions, id) ?? []), version].slice(-keptVersions) },
  };
}
