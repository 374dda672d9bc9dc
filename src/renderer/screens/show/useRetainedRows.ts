/** Keeps an empty slot for a row that leaves while selected or under the pointer, until the operator points elsewhere. */
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { isEmptySlot, type RowView } from '../../model/rowModel.ts';
import { hoveredIdIn } from '../../stores/hover.ts';
import { type ListName, moveSelection, useUiState } from '../../stores/uiState.ts';

const checkEveryMs = 250;
/** How long a slot is kept if its row was selected but not under the pointer. */
const keptForSelectionMs = 1500;

type RetainedRow = { readonly row: RowView; readonly index: number; readonly sinceMs: number };

/** `shown`: the rows, the empty slot included, as they were last arranged. */
export function useRetainedRows(
  list: ListName,
  rows: readonly RowView[],
  shown: RefObject<readonly RowView[]>,
): readonly RowView[] {
  const previousRows = useRef(rows);
  const [retained, setRetained] = useState<RetainedRow | null>(null);
  const selectedId = useUiState((ui) => (ui.selection?.list === list ? ui.selection.id : null));
  let current = retained;
  if (previousRows.current !== rows) {
    const keptId = hoveredIdIn(list, performance.now()) ?? selectedId;
    const index = keptId === null ? -1 : previousRows.current.findIndex((row) => row.item.id === keptId);
    const row = previousRows.current[index];
    if (row !== undefined && row.state !== 'moved' && !rows.some(({ item }) => item.id === keptId)) {
      current = {
        row: { ...row, key: `${row.key} left`, state: 'left', position: null },
        index,
        sinceMs: performance.now(),
      };
    }
    previousRows.current = rows;
  }
  if (current !== null && rows.some(({ item }) => item.id === current?.row.item.id)) current = null;
  useEffect(() => {
    if (current !== retained) setRetained(current);
    if (current === null) return;
    const { row, sinceMs } = current;
    const timer = setInterval(() => {
      const now = performance.now();
      if (hoveredIdIn(list, now) === row.item.id || now - sinceMs < keptForSelectionMs) return;
      setRetained(null);
      const next = findNeighbour(shown.current, row);
      const { selection } = useUiState.getState();
      if (selection?.list === list && selection.id === row.item.id && next !== undefined)
        moveSelection(list, next.item.id);
    }, checkEveryMs);
    return () => clearInterval(timer);
  });
  // useAnchoredScroll compares lists by identity, so this returns a new list only when its rows change.
  return useMemo(
    () => (current === null ? rows : [...rows.slice(0, current.index), current.row, ...rows.slice(current.index)]),
    [rows, current],
  );
}

/** The next post below the row, or else above it. */
function findNeighbour(rows: readonly RowView[], row: RowView): RowView | undefined {
  const index = rows.findIndex(({ key }) => key === row.key);
  if (index < 0) return undefined;
  const isPost = (other: RowView): boolean => !isEmptySlot(other);
  return rows.slice(index + 1).find(isPost) ?? rows.slice(0, index).findLast(isPost);
}
