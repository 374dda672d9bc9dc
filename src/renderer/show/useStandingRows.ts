/** Keeps an empty slot for a row that leaves while aimed at or selected, until the operator points elsewhere. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { aimedRow } from '../state/aim.ts';
import { type ListName, select, useUiState } from '../state/hand.ts';
import type { RowView } from './rowModel.ts';

const checkEveryMs = 250;
/** How long a slot is kept when only the selection is on it. Milliseconds. */
const selectionRetainsMs = 1500;

type RetainedRow = { readonly row: RowView; readonly index: number; readonly sinceMs: number };

export function useRetainedRows(list: ListName, rows: readonly RowView[]): readonly RowView[] {
  const before = useRef(rows);
  const [retained, setRetained] = useState<RetainedRow | null>(null);
  const selectedId = useUiState((ui) => (ui.selection?.list === list ? ui.selection.id : null));
  let current = retained;
  if (before.current !== rows) {
    const keptId = aimedRow(list, performance.now()) ?? selectedId;
    const index = keptId === null ? -1 : before.current.findIndex((row) => row.item.id === keptId);
    const row = before.current[index];
    if (row !== undefined && row.state !== 'moved' && !rows.some(({ item }) => item.id === keptId)) {
      current = {
        row: { ...row, key: `${row.key} left`, state: 'left', position: null },
        index,
        sinceMs: performance.now(),
      };
    }
    before.current = rows;
  }
  if (current !== null && rows.some(({ item }) => item.id === current?.row.item.id)) current = null;
  useEffect(() => {
    if (current !== retained) setRetained(current);
    if (current === null) return;
    const { row, index, sinceMs } = current;
    const timer = setInterval(() => {
      const now = performance.now();
      if (aimedRow(list, now) === row.item.id || now - sinceMs < selectionRetainsMs) return;
      setRetained(null);
      const next = before.current[Math.min(index, before.current.length - 1)];
      const { selection } = useUiState.getState();
      if (selection?.list === list && selection.id === row.item.id && next !== undefined) select(list, next.item.id);
    }, checkEveryMs);
    return () => clearInterval(timer);
  });
  // useAnchoredScroll compares lists by identity, so the list changes only with its rows.
  return useMemo(
    () => (current === null ? rows : [...rows.slice(0, current.index), current.row, ...rows.slice(current.index)]),
    [rows, current],
  );
}
