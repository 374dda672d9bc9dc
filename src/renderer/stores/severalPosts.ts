/** Selects several posts of one list: a range, one more, or all that are shown. Any other selection ends it. */
import { say } from '../../core/language/say.ts';
import { isEmptySlot, type RowView } from '../model/rowModel.ts';
import { deselect, type ListName, showDisabledReason, useUiState } from './uiState.ts';

/** More is a mistake rather than a plan, and makes every key slow. */
export const maxSelected = 500;

/** Selects from the anchor to this post. `rows`: as the list shows them. */
export function extendSelection(list: ListName, id: string, rows: readonly RowView[]): void {
  const { selection, several } = useUiState.getState();
  const anchor = selection?.list === list ? (several?.anchor ?? selection.id) : id;
  const selected = several?.ids ?? new Set([anchor]);
  const indexOf = (wanted: string): number => rows.findIndex(({ item }) => item.id === wanted);
  const from = indexOf(anchor);
  const to = passSlots(rows, indexOf(id), selection === null ? -1 : indexOf(selection.id), selected);
  const current = rows[to]?.item.id;
  if (current === undefined) return;
  const range = from < 0 ? rows.slice(to, to + 1) : rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  selectSeveral(list, current, idsOf(range, selected), from < 0 ? current : anchor);
}

/** The index of the first post from `to` on, in the direction from the current one, that is not the empty slot of a post which is not selected; -1 if there is none. */
function passSlots(rows: readonly RowView[], to: number, current: number, selected: ReadonlySet<string>): number {
  const step = to < current ? -1 : 1;
  let index = to;
  for (let row = rows[index]; row !== undefined && isEmptySlot(row) && !selected.has(row.item.id); row = rows[index])
    index += step;
  return index;
}

/** Adds a post to the selection, or takes it out. */
export function toggleSelected(list: ListName, id: string): void {
  const { selection, several } = useUiState.getState();
  const before = selection?.list === list ? (several?.ids ?? new Set([selection.id])) : new Set<string>();
  const ids = new Set(before);
  if (!ids.delete(id)) ids.add(id);
  const current = ids.has(id) ? id : ([...ids].at(-1) ?? null);
  if (current === null) deselect();
  else selectSeveral(list, current, ids, id);
}

/** Selects every post that the list shows. */
export function selectAll(list: ListName, rows: readonly RowView[]): void {
  const ids = idsOf(rows);
  const { selection } = useUiState.getState();
  const current = selection?.list === list && ids.has(selection.id) ? selection.id : [...ids][0];
  if (current !== undefined) selectSeveral(list, current, ids, current);
}

function selectSeveral(list: ListName, id: string, ids: ReadonlySet<string>, anchor: string): void {
  if (ids.size > maxSelected) {
    showDisabledReason(
      say('{count} posts are too many to select together. The most is {most}.', {
        count: String(ids.size),
        most: String(maxSelected),
      }),
      say('Nothing happened. Filter the list first.'),
    );
    return;
  }
  useUiState.setState(({ panel, pane }) => ({
    ...{ selection: { list, id }, lostPosition: null, selectionMovedAtMs: null },
    several: ids.size > 1 ? { ids, anchor } : null,
    pane: panel === null ? list : pane,
  }));
}

/** Without empty slots, except of posts that are already selected. */
function idsOf(rows: readonly RowView[], selected: ReadonlySet<string> = new Set()): ReadonlySet<string> {
  return new Set(rows.filter((row) => !isEmptySlot(row) || selected.has(row.item.id)).map(({ item }) => item.id));
}
