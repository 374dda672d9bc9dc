/** Keeps an empty slot for a row that leaves while aimed at or selected, until the operator points elsewhere. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { aimedRow } from '../state/aim.ts';
import { type ListName, select, useHand } from '../state/hand.ts';
import type { RowView } from './rowModel.ts';

const checkEveryMs = 250;
/** How long a slot is kept when only the selection is on it. Milliseconds. */
const selectionRetainsMs = 1500;

type RetainedRow = { readonly row: RowView; readonly index: number; readonly sinceMs: number };

export function useRetainedRows(list: ListName, rows: readonly RowView[]): readonly RowView[] {
  const before = useRef(rows);
  const [retained, setRetained] = useState<RetainedRow | null>(null);
  const selectedId = useHand((hand) => (hand.selection?.list === list ? hand.selection.id : null));
  let kept = retained;
  if (before.current !== rows) {
    const keptId = aimedRow(list, performance.now()) ?? selectedId;
    const place = keptId === null ? -1 : before.current.findIndex((row) => row.item.id === keptId);
    const row = before.current[place];
    if (row !== undefined && row.state !== 'moved' && !rows.some(({ item }) => item.id === keptId)) {
      kept = {
        row: { ...row, key: `${row.key} left`, state: 'left', place: null },
        index: place,
        sinceMs: performance.now(),
      };
    }
    before.current = rows;
  }
  if (kept !== null && rows.some(({ item }) => item.id === kept?.row.item.id)) kept = null;
  useEffect(() => {
    if (kept !== retained) setRetained(kept);
    if (kept === null) return;
    const { row, index: place, sinceMs } = kept;
    const timer = setInterval(() => {
      const now = performance.now();
      if (aimedRow(list, now) === row.item.id || now - sinceMs < selectionRetainsMs) return;
      setRetained(null);
      const next = before.current[Math.min(place, before.current.length - 1)];
      const { selection } = useHand.getState();
      if (selection?.list === list && selection.id === row.item.id && next !== undefined) select(list, next.item.id);
    }, checkEveryMs);
    return () => clearInterval(timer);
  });
  // useAnchoredScroll compares lists by identity, so the list changes only with its rows.
  return useMemo(
    () => (kept === null ? rows : [...rows.slice(0, kept.index), kept.row, ...rows.slice(kept.index)]),
    [rows, kept],
  );
}
