/** Selects a row when a list gets the focus by keyboard, so that a screen reader has a row to read. */
import type { FocusEvent } from 'react';
import type { RowView } from '../../model/rowModel.ts';
import { type ListName, select, useUiState } from '../../stores/uiState.ts';
import { rowIdOf } from './ListSlot.tsx';

/** A mouse press also moves the focus, but selects only the row pressed, which must not move before the button is released. */
let wasPointerLast = false;
for (const type of ['pointerdown', 'keydown'] as const)
  window.addEventListener(
    type,
    () => {
      wasPointerLast = type === 'pointerdown';
    },
    true,
  );

type Shown = { readonly rows: readonly RowView[]; readonly rowHeight: number; readonly paddingTop: number };

/** Selects the row that gets the focus; for the list itself, the first row that is fully visible, unless the selection, or the place of a post that left, is in this list. */
export function selectOnFocus(
  { target, currentTarget }: FocusEvent<HTMLElement>,
  list: ListName,
  { rows, rowHeight, paddingTop }: Shown,
): void {
  if (wasPointerLast) return;
  const { selection, lostPosition } = useUiState.getState();
  if (target !== currentTarget) {
    const row = rows.find((other) => rowIdOf(list, other) === target.id);
    // To select the row again would end the selection of several.
    const isSelected = selection?.list === list && selection.id === row?.item.id;
    if (row !== undefined && !isSelected) select(list, row.item.id);
    return;
  }
  if ((selection ?? lostPosition)?.list === list) return;
  const index = Math.max(0, Math.ceil((currentTarget.scrollTop - paddingTop) / rowHeight));
  const row = rows[Math.min(index, rows.length - 1)];
  if (row !== undefined) select(list, row.item.id);
}
