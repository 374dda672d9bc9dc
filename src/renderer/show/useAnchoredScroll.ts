/** Keeps the row that the operator aims at on its pixel: the list grows and shrinks around it. */
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { aimedRow, isAimed } from '../state/aim.ts';
import { engineNow } from '../state/clock.ts';
import { type ListName, useHand } from '../state/hand.ts';
import type { RowView } from './rowModel.ts';

/** Empty room above and below the rows, only while somebody aims. Pixels. */
type Room = { readonly lead: number; readonly tail: number };
const noRoom: Room = { lead: 0, tail: 0 };
const closeEveryMs = 250;

export type Anchored = {
  readonly lead: number;
  readonly tail: number;
  /** Keys of rows that came in above what is in sight. */
  readonly above: ReadonlySet<string>;
  readonly showAbove: () => void;
};

export function useAnchoredScroll(
  list: ListName,
  rows: readonly RowView[],
  rowHeight: number,
  element: RefObject<HTMLElement | null>,
): Anchored {
  const [room, setRoom] = useState(noRoom);
  const [above, setAbove] = useState<ReadonlySet<string>>(new Set());
  const before = useRef({ rows, rowHeight, lead: 0 });
  const scrollTo = useRef<number | null>(null);

  useLayoutEffect(() => {
    const pane = element.current;
    const old = before.current;
    if (pane === null || old.rows === rows) return;
    before.current = { rows, rowHeight, lead: old.lead };
    const anchor = findAnchor(list, old.rows, old.rowHeight, old.lead, pane);
    if (anchor === null) return;
    const place = rows.findIndex((row) => row.item.id === anchor.id);
    if (place < 0) return;
    const top = place * rowHeight - anchor.offset;
    const most = Math.max(0, rows.length * rowHeight - pane.clientHeight);
    const next = anchor.isAimed ? { lead: Math.max(0, -top), tail: Math.max(0, top - most) } : noRoom;
    before.current = { rows, rowHeight, lead: next.lead };
    scrollTo.current = Math.max(0, anchor.isAimed ? top : Math.min(top, most));
    const known = new Set(old.rows.map((row) => row.key));
    const firstSeen = Math.floor(scrollTo.current / rowHeight);
    const came = rows
      .slice(0, firstSeen)
      .filter((row) => !known.has(row.key))
      .map((row) => row.key);
    if (came.length > 0) {
      setAbove((set) => new Set([...set, ...came]));
      if (list === 'staging') noteArrivals(came.length);
    }
    setRoom({ ...next });
  }, [rows, rowHeight, list, element]);

  // Only once the room is there can the list be scrolled into it.
  useLayoutEffect(() => {
    const pane = element.current;
    if (pane === null || scrollTo.current === null) return;
    pane.scrollTop = scrollTo.current;
    scrollTo.current = null;
  }, [room]);

  useEffect(() => {
    if (room.lead === 0 && room.tail === 0) return;
    const timer = setInterval(() => {
      const pane = element.current;
      if (pane === null || isAimed(list, performance.now())) return;
      scrollTo.current = Math.max(0, pane.scrollTop - room.lead);
      before.current = { ...before.current, lead: 0 };
      setRoom(noRoom);
    }, closeEveryMs);
    return () => clearInterval(timer);
  }, [room, list, element]);

  useEffect(() => {
    const pane = element.current;
    if (pane === null || above.size === 0) return;
    const look = (): void => {
      const first = Math.ceil((pane.scrollTop - 8) / rowHeight);
      const unseen = rows
        .slice(0, Math.max(0, first))
        .filter((row) => above.has(row.key))
        .map((row) => row.key);
      if (unseen.length < above.size) setAbove(new Set(unseen));
    };
    look();
    pane.addEventListener('scroll', look, { passive: true });
    return () => pane.removeEventListener('scroll', look);
  }, [above, rows, rowHeight, element]);

  const showAbove = (): void => {
    const pane = element.current;
    if (pane !== null) pane.scrollTop = 0;
    before.current = { ...before.current, lead: 0 };
    setRoom(noRoom);
    setAbove(new Set());
  };

  return { lead: room.lead, tail: room.tail, above, showAbove };
}

/** Said once, in the announcer: the place at which the operator points has not moved. */
function noteArrivals(count: number): void {
  useHand.setState({ arrivals: { count, at: new Date(engineNow()).toISOString() } });
}

type Anchor = { readonly id: string; readonly offset: number; readonly isAimed: boolean };

function findAnchor(
  list: ListName,
  rows: readonly RowView[],
  rowHeight: number,
  lead: number,
  pane: HTMLElement,
): Anchor | null {
  const { selection } = useHand.getState();
  const aimed = aimedRow(list, performance.now());
  const selected = selection?.list === list ? selection.id : null;
  for (const [id, isHeld] of [
    [aimed, true],
    [selected, document.activeElement === pane],
  ] as const) {
    const place = id === null ? -1 : rows.findIndex((row) => row.item.id === id);
    if (id === null || place < 0) continue;
    const offset = place * rowHeight + lead - pane.scrollTop;
    if (offset > -rowHeight && offset < pane.clientHeight) return { id, offset, isAimed: isHeld };
  }
  if (pane.scrollTop <= 0) return null;
  const top = rows[Math.floor(Math.max(0, pane.scrollTop - lead) / rowHeight)];
  if (top === undefined) return null;
  return { id: top.item.id, offset: rows.indexOf(top) * rowHeight + lead - pane.scrollTop, isAimed: false };
}
