/** Rows that leave under the operator's aim keep their place, empty, until the aim has gone elsewhere. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { aimedRow } from '../state/aim.ts';
import { type ListName, select, useHand } from '../state/hand.ts';
import type { RowView } from './rowModel.ts';

const checkEveryMs = 250;
/** A place that only the selection holds closes after so long. Milliseconds. */
const selectionHoldsMs = 1500;

type Standing = { readonly row: RowView; readonly place: number; readonly sinceMs: number };

export function useStandingRows(list: ListName, rows: readonly RowView[]): readonly RowView[] {
  const before = useRef(rows);
  const [standing, setStanding] = useState<Standing | null>(null);
  const selectedId = useHand((hand) => (hand.selection?.list === list ? hand.selection.id : null));
  let kept = standing;
  if (before.current !== rows) {
    const held = aimedRow(list, performance.now()) ?? selectedId;
    const place = held === null ? -1 : before.current.findIndex((row) => row.item.id === held);
    const row = before.current[place];
    if (row !== undefined && row.state !== 'moved' && !rows.some(({ item }) => item.id === held)) {
      kept = { row: { ...row, key: `${row.key} left`, state: 'left', place: null }, place, sinceMs: performance.now() };
    }
    before.current = rows;
  }
  if (kept !== null && rows.some(({ item }) => item.id === kept?.row.item.id)) kept = null;
  useEffect(() => {
    if (kept !== standing) setStanding(kept);
    if (kept === null) return;
    const { row, place, sinceMs } = kept;
    const timer = setInterval(() => {
      const now = performance.now();
      if (aimedRow(list, now) === row.item.id || now - sinceMs < selectionHoldsMs) return;
      setStanding(null);
      const heir = before.current[Math.min(place, before.current.length - 1)];
      const { selection } = useHand.getState();
      if (selection?.list === list && selection.id === row.item.id && heir !== undefined) select(list, heir.item.id);
    }, checkEveryMs);
    return () => clearInterval(timer);
  });
  // The same list as long as nothing in it changes: whoever anchors to it must not see a new one at each tick.
  return useMemo(
    () => (kept === null ? rows : [...rows.slice(0, kept.place), kept.row, ...rows.slice(kept.place)]),
    [rows, kept],
  );
}
