/** All edits of a collection, as pure functions over its contents. */
import { isSameJson } from '../../core/boundedJson.ts';
import type { ContentItem, ListName } from '../../core/serviceDocument.ts';
import type { Edit, Refusal } from '../store.ts';
import type { Contents } from './patch.ts';

/** Maximum number of posts in one list. */
export const listLimit = 20_000;

export function editCollection(name: string | null, contentType: string | null): Edit {
  return {
    kind: 'collectionEdited',
    itemId: null,
    apply: (before) => ({
      ...before,
      name: name ?? before.name,
      contentType: contentType ?? before.contentType,
    }),
  };
}

/** Empties both lists and hides the collection from readers; undo restores everything. */
export function deleteCollection(): Edit {
  return {
    kind: 'collectionDeleted',
    itemId: null,
    apply: (before) => ({ ...before, isDeleted: true, staging: [], live: [] }),
  };
}

/** Inserts at `index`; `null` or an index past the end appends. */
export function addItem(item: ContentItem, list: ListName, index: number | null): Edit {
  return {
    kind: 'itemAdded',
    itemId: item.id,
    apply: (before) => {
      if (locate(before, item.id) !== null)
        return refuse('ITEM_EXISTS', `The collection already has a post with the id ${item.id}.`);
      return insert(before, list, index, item);
    },
  };
}

/**
 * Changes only the given fields; `null` for both `list` and `index` leaves the post in place. If a field differs,
 * `lastModifiedDate` becomes `editedAt` (ISO 8601) unless the fields contain one.
 */
export function editItem(
  itemId: string,
  fields: Partial<Omit<ContentItem, 'id'>>,
  list: ListName | null,
  index: number | null,
  editedAt: string,
): Edit {
  return {
    kind: 'itemEdited',
    itemId,
    apply: (before) => {
      const location = locate(before, itemId);
      if (location === null) return refuseUnknownItem(itemId);
      const edited = { ...location.item, ...fields };
      const isSame = isSameJson(edited, location.item);
      const item = isSame ? location.item : { ...edited, lastModifiedDate: fields.lastModifiedDate ?? editedAt };
      if ((list === null || list === location.list) && index === null) {
        return { ...before, [location.list]: before[location.list].with(location.index, item) };
      }
      return insert(withoutItem(before, itemId), list ?? location.list, index, item);
    },
  };
}

export function deleteItem(itemId: string): Edit {
  return {
    kind: 'itemDeleted',
    itemId,
    apply: (before) => (locate(before, itemId) === null ? refuseUnknownItem(itemId) : withoutItem(before, itemId)),
  };
}

/** Moves a post from staging to live. A live post stays, or moves to `index`. */
export function promote(itemId: string, index: number | null): Edit {
  return { kind: 'itemPromoted', itemId, apply: (before) => moveTo(before, itemId, 'live', index) };
}

/** Moves a post from live to staging. */
export function demote(itemId: string, index: number | null): Edit {
  return { kind: 'itemDemoted', itemId, apply: (before) => moveTo(before, itemId, 'staging', index) };
}

/** `itemIds` must contain every id of the list exactly once. */
export function orderList(list: ListName, itemIds: readonly string[]): Edit {
  return {
    kind: 'listOrdered',
    itemId: null,
    apply: (before) => {
      const known = new Map(before[list].map((item) => [item.id, item]));
      const items = itemIds.flatMap((id) => known.get(id) ?? []);
      const isSame =
        items.length === known.size && itemIds.length === items.length && new Set(itemIds).size === items.length;
      if (!isSame) return refuse('ORDER_MISMATCH', `itemIds must contain every post of ${list} exactly once.`);
      return items.every((item, index) => item === before[list][index]) ? before : { ...before, [list]: items };
    },
  };
}

/** Empties live; its posts move to the end of staging, in order. */
export function clearLive(): Edit {
  return {
    kind: 'liveCleared',
    itemId: null,
    apply: (before) =>
      before.live.length === 0 ? before : { ...before, staging: [...before.staging, ...before.live], live: [] },
  };
}

function moveTo(before: Contents, itemId: string, list: ListName, index: number | null): Contents | Refusal {
  const location = locate(before, itemId);
  if (location === null) return refuseUnknownItem(itemId);
  if (location.list === list && (index === null || index === location.index)) return before;
  return insert(withoutItem(before, itemId), list, index, location.item);
}

function insert(before: Contents, list: ListName, index: number | null, item: ContentItem): Contents | Refusal {
  const items = before[list];
  if (items.length >= listLimit) return refuse('LIST_FULL', `${list} is full: it already has ${listLimit} posts.`);
  return { ...before, [list]: items.toSpliced(index ?? items.length, 0, item) };
}

function withoutItem(before: Contents, itemId: string): Contents {
  const location = locate(before, itemId);
  if (location === null) return before;
  return { ...before, [location.list]: before[location.list].toSpliced(location.index, 1) };
}

function locate(
  contents: Contents,
  itemId: string,
): { readonly list: ListName; readonly index: number; readonly item: ContentItem } | null {
  for (const list of ['staging', 'live'] as const) {
    const index = contents[list].findIndex((item) => item.id === itemId);
    const item = contents[list][index];
    if (item !== undefined) return { list, index, item };
  }
  return null;
}

function refuseUnknownItem(itemId: string): Refusal {
  return refuse('ITEM_NOT_FOUND', `The collection has no post with the id ${itemId}.`);
}

function refuse(refused: Refusal['refused'], message: string): Refusal {
  return { refused, message };
}
