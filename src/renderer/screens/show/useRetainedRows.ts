/** Keeps an empty slot for a row that leaves while selected or under the pointer, until the operator points elsewhere. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { RowView } from '../../model/rowModel.ts';
import { hoveredIdIn } from '../../stores/hover.ts';
import { slotShownForMs } from '../../stores/lostSelection.ts';
import { type ListName, useUiState } from '../../stores/uiState.ts';

const checkEveryMs = 250;

type RetainedRow = { readonly row: RowView; readonly index: number; readonly sinceMs: number };

export function useRetainedRows(list: ListName, rows: readonly RowView[]): readonly RowView[] {
  const previousRows = useRef(rows);
  const [retained, setRetained] = useState<RetainedRow | null>(null);
  const selectedId = useUiState((ui) => (ui.selection?.list === list ? ui.selection.id : null));
  // The selection of a post that left has already ended.
  const selectedIdBefore = useRef(selectedId);
  let current = retained;
  if (previousRows.current !== rows) {
    const keptId = hoveredIdIn(list, performance.now()) ?? selectedIdBefore.current;
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
  selectedIdBefore.current = selectedId;
  if (current !== null && rows.some(({ item }) => item.id === current?.row.item.id)) current = null;
  useEffect(() => {
    if (current !== retained) setRetained(current);
    if (current === null) return;
    const { row, sinceMs } = current;
    const timer = setInterval(() => {
      const now = performance.now();
      if (hoveredIdIn(list, now) === row.item.id || now - sinceMs < slotShownForMs) return;
      setRetained(null);
    }, checkEveryMs);
    return () => clearInterval(timer);
  });
  // useAnchoredScroll compares lists by identity, so this returns a new list only when its rows change.
  return useMemo(
    () => (current === null ? rows : [...rows.slice(0, current.index), current.row, ...rows.slice(current.index)]),
    [rows, current],
  );
}
