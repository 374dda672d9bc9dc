/** Selects another post of a list with the keys ↑, ↓, Home and End, and moves the focus to it; with Shift, selects all posts up to it. */
import type { ListName } from '../../core/serviceDocument.ts';
import type { Page } from '../state/page.ts';
import { findItem } from '../state/position.ts';
import { currentCollection } from '../state/serviceData.ts';
import { focusRow } from './focusRow.ts';

type Stroke = Pick<KeyboardEvent, 'key' | 'shiftKey'>;

/** Selects the post at this index, or the nearest. */
export function selectAt({ context, selectPost }: Page, list: ListName, index: number): void {
  const collection = currentCollection(context);
  // The last post of a list leaves it empty; the focus then moves to the other list.
  const items = [collection?.[list], collection?.staging, collection?.live].find((posts) => posts?.length) ?? [];
  const item = items[Math.max(0, Math.min(index, items.length - 1))];
  if (item === undefined) return;
  selectPost(item.id);
  focusRow(item.id);
}

function extendTo({ context, severalPosts }: Page, list: ListName, index: number): void {
  const items = currentCollection(context)?.[list] ?? [];
  const item = items[Math.max(0, Math.min(index, items.length - 1))];
  if (item === undefined) return;
  severalPosts.extendTo(list, item.id);
  focusRow(item.id);
}

/** Returns whether it is one of these keys. `index` is that of the post with the focus. */
export function selectByKey(page: Page, { key, shiftKey }: Stroke, list: ListName, index: number): boolean {
  const target = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: 1e9 }[key];
  if (target === undefined) return false;
  if (shiftKey) extendTo(page, list, target);
  else selectAt(page, list, target);
  return true;
}

/** The same while no row has the focus, from the selected post or the place of a deleted one; before the first one is selected, with the first. */
export function selectFromPage(page: Page, stroke: Stroke): boolean {
  const { selectedId, lostPosition } = page.store.getState();
  const collection = currentCollection(page.context);
  const selected = collection === null || selectedId === null ? null : findItem(collection, selectedId);
  if (selectedId === null && lostPosition !== null) {
    const { list, index } = lostPosition;
    // Between two posts: ↓ selects the one below, ↑ the one above.
    return selectByKey(page, stroke, list, stroke.key === 'ArrowDown' ? index - 1 : index);
  }
  return selectByKey(page, stroke, selected?.list ?? 'staging', selected?.index ?? -1);
}
