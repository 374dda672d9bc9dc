/** Every edit of a collection, as pure functions over its contents. */
import type { ContentItem } from '../document.ts';
import type { Edit, Refusal } from '../store.ts';
import type { Contents, ListName } from './stored.ts';

/** Posts that one list may hold. */
export const listLimit = 20_000;

export function rename(name: string | null, contentType: string | null): Edit {
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

/** Both lists become empty and the collection is gone for readers; undo brings all of it back. */
export function deleteCollection(): Edit {
  return {
    kind: 'collectionDeleted',
    itemId: null,
    apply: (before) => ({ ...before, isDeleted: true, staging: [], live: [] }),
  };
}

/** `index` null: at the end. An index past the end is the end. */
export function addItem(item: ContentItem, list: ListName, index: number | null): Edit {
  return {
    kind: 'itemAdded',
    itemId: item.id,
    apply: (before) => {
      if (placeOf(before, item.id) !== null)
        return refuse('ITEM_EXISTS', `The collection already has a post ${item.id}.`);
      return insert(before, list, index, item);
    },
  };
}

/**
 * Only the fields given change; `list` and `index` null leave the post where it is. A post whose fields really change is dated
 * `touchedAt` (ISO 8601) unless its `lastModifiedDate` is among them.
 */
export function editItem(
  itemId: string,
  fields: Partial<Omit<ContentItem, 'id'>>,
  list: ListName | null,
  index: number | null,
  touchedAt: string,
): Edit {
  return {
    kind: 'itemEdited',
    itemId,
    apply: (before) => {
      const place = placeOf(before, itemId);
      if (place === null) return unknownItem(itemId);
      const edited = { ...place.item, ...fields };
      const isSame = JSON.stringify(edited) === JSON.stringify(place.item);
      const item = isSame ? place.item : { ...edited, lastModifiedDate: fields.lastModifiedDate ?? touchedAt };
      if ((list === null || list === place.list) && index === null) {
        return { ...before, [place.list]: before[place.list].with(place.index, item) };
      }
      return insert(without(before, itemId), list ?? place.list, index, item);
    },
  };
}

export function deleteItem(itemId: string): Edit {
  return {
    kind: 'itemDeleted',
    itemId,
    apply: (before) => (placeOf(before, itemId) === null ? unknownItem(itemId) : without(before, itemId)),
  };
}

/** From staging to live. A post that is live already stays, or moves to the index given. */
export function promote(itemId: string, index: number | null): Edit {
  return { kind: 'itemPromoted', itemId, apply: (before) => moveTo(before, itemId, 'live', index) };
}

/** From live back to staging. */
export function demote(itemId: string, index: number | null): Edit {
  return { kind: 'itemDemoted', itemId, apply: (before) => moveTo(before, itemId, 'staging', index) };
}

/** The ids must be exactly those of the list, each once. */
export function order(list: ListName, itemIds: readonly string[]): Edit {
  return {
    kind: 'listOrdered',
    itemId: null,
    apply: (before) => {
      const known = new Map(before[list].map((item) => [item.id, item]));
      const items = itemIds.flatMap((id) => known.get(id) ?? []);
      const isSame =
        items.length === known.size && itemIds.length === items.length && new Set(itemIds).size === items.length;
      if (!isSame) return refuse('ORDER_MISMATCH', `itemIds must name each post of ${list} once, and nothing else.`);
      return items.every((item, place) => item === before[list][place]) ? before : { ...before, [list]: items };
    },
  };
}

/** Live becomes empty; its posts go back to the end of staging, in their order. */
export function clearLive(): Edit {
  return {
    kind: 'liveCleared',
    itemId: null,
    apply: (before) =>
      before.live.length === 0 ? before : { ...before, staging: [...before.staging, ...before.live], live: [] },
  };
}

function moveTo(before: Contents, itemId: string, list: ListName, index: number | null): Contents | Refusal {
  const place = placeOf(before, itemId);
  if (place === null) return unknownItem(itemId);
  if (place.list === list && (index === null || index === place.index)) return before;
  return insert(without(before, itemId), list, index, place.item);
}

function insert(before: Contents, list: ListName, index: number | null, item: ContentItem): Contents | Refusal {
  const items = before[list];
  if (items.length >= listLimit) return refuse('LIST_FULL', `${list} holds ${listLimit} posts, the most it can.`);
  return { ...before, [list]: items.toSpliced(index ?? items.length, 0, item) };
}

function without(before: Contents, itemId: string): Contents {
  const place = placeOf(before, itemId);
  if (place === null) return before;
  return { ...before, [place.list]: before[place.list].toSpliced(place.index, 1) };
}

function placeOf(
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

function unknownItem(itemId: string): Refusal {
  return refuse('ITEM_NOT_FOUND', `The collection has no post ${itemId}.`);
}

function refuse(refused: Refusal['refused'], message: string): Refusal {
  return { refused, message };
}
