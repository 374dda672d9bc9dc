/** Several selected posts of one list. */
import type { ListName } from '../../core/serviceDocument.ts';
import type { Lists } from './position.ts';

/** Two or more. */
export type Several = {
  readonly list: ListName;
  readonly ids: ReadonlySet<string>;
  /** Where a range begins. */
  readonly anchor: string;
};

/** The posts that an action on this post acts on: all selected ones if it is one of them. */
export function chosenWith(several: Several | null, itemId: string): ReadonlySet<string> {
  return several?.ids.has(itemId) === true ? several.ids : new Set([itemId]);
}

/** The selection without posts that have left its list; `null` if fewer than two remain. */
export function keepInList(several: Several | null, lists: Lists): Several | null {
  if (several === null) return null;
  const ids = new Set(lists[several.list].flatMap(({ id }) => (several.ids.has(id) ? [id] : [])));
  if (ids.size === several.ids.size) return several;
  const [first = ''] = ids;
  return ids.size > 1 ? { ...several, ids, anchor: ids.has(several.anchor) ? several.anchor : first } : null;
}

/** The ids in the order of the list; `null` if one of them has left it. */
export function orderInList(lists: Lists, list: ListName, ids: Iterable<string>): readonly string[] | null {
  const wanted = new Set(ids);
  const ordered = lists[list].flatMap(({ id }) => (wanted.has(id) ? [id] : []));
  return ordered.length === wanted.size && ordered.length > 0 ? ordered : null;
}
