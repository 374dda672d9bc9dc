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
      return insert(before, list, index, [item]);
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
      return insert(withoutItem(before, itemId), list ?? location.list, index, [item]);
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
  return { kind: 'itemPromoted', itemId, apply: (before) => moveTo(before, [itemId], 'live', index) };
}

/** Moves a post from live to staging. */
export function demote(itemId: string, index: number | null): Edit {
  return { kind: 'itemDemoted', itemId, apply: (before) => moveTo(before, [itemId], 'staging', index) };
}

/** Moves several posts to live in one version; they keep their order. If one is unknown, nothing changes. */
export function promoteItems(itemIds: readonly string[], index: number | null): Edit {
  return { kind: 'itemsPromoted', itemId: null, apply: (before) => moveTo(before, itemIds, 'live', index) };
}

export function demoteItems(itemIds: readonly string[], index: number | null): Edit {
  return { kind: 'itemsDemoted', itemId: null, apply: (before) => moveTo(before, itemIds, 'staging', index) };
}

/** Deletes several posts in one version. If one is unknown, nothing changes. */
export function deleteItems(itemIds: readonly string[]): Edit {
  return {
    kind: 'itemsDeleted',
    itemId: null,
    apply: (before) => {
      const deleted = new Set(itemIds);
      const isKept = ({ id }: ContentItem): boolean => !deleted.has(id);
      return (
        findUnknownItem(before, deleted) ?? {
          ...before,
          staging: before.staging.filter(isKept),
          live: before.live.filter(isKept),
        }
      );
    },
  };
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

/** Posts that are in the list already stay, unless there is an index. It counts without the posts that move. */
function moveTo(
  before: Contents,
  itemIds: readonly string[],
  list: ListName,
  index: number | null,
): Contents | Refusal {
  const chosen = new Set(itemIds);
  const unknown = findUnknownItem(before, chosen);
  if (unknown !== null) return unknown;
  const isMoved = (from: ListName) => {
    const canMove = from !== list || index !== null;
    return ({ id }: ContentItem): boolean => canMove && chosen.has(id);
  };
  const [fromStaging, staging] = partition(before.staging, isMoved('staging'));
  const [fromLive, live] = partition(before.live, isMoved('live'));
  const moved = [...fromStaging, ...fromLive];
  return moved.length === 0 ? before : insert({ ...before, staging, live }, list, index, moved);
}

function insert(
  before: Contents,
  list: ListName,
  index: number | null,
  added: readonly ContentItem[],
): Contents | Refusal {
  const items = before[list];
  if (items.length + added.length > listLimit) {
    return refuse('LIST_FULL', `${list} has ${items.length} posts. It can have at most ${listLimit}.`);
  }
  return { ...before, [list]: items.toSpliced(index ?? items.length, 0, ...added) };
}

function partition<Value>(
  values: readonly Value[],
  isChosen: (value: Value) => boolean,
): readonly [chosen: readonly Value[], others: readonly Value[]] {
  const { chosen = [], others = [] } = Object.groupBy(values, (value) => (isChosen(value) ? 'chosen' : 'others'));
  return [chosen, others];
}

function findUnknownItem({ staging, live }: Contents, itemIds: ReadonlySet<string>): Refusal | null {
  const known = new Set([...staging, ...live].map(({ id }) => id));
  const unknown = [...itemIds].find((id) => !known.has(id));
  return unknown === undefined ? null : refuseUnknownItem(unknown);
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
