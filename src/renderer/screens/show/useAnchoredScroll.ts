/** Keeps the row under the pointer in place on screen while rows are added or removed around it. */
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { alignIds } from '../../model/alignIds.ts';
import type { Arrangement } from '../../model/arrangeRows.ts';
import { isEmptySlot, type RowView } from '../../model/rowModel.ts';
import { hoveredIdIn, isListHovered } from '../../stores/hover.ts';
import { type ListName, useUiState } from '../../stores/uiState.ts';

/** Blank space around the rows, in pixels, that keeps the row under the pointer in place. */
type Padding = { readonly top: number; readonly bottom: number };
const noPadding: Padding = { top: 0, bottom: 0 };
const paddingCheckEveryMs = 250;

export type AnchoredScroll = {
  readonly paddingTop: number;
  readonly paddingBottom: number;
  /** Keys of rows added above the visible part and not yet seen. */
  readonly newAboveKeys: ReadonlySet<string>;
  readonly showAbove: () => void;
};

export function useAnchoredScroll(
  list: ListName,
  rows: readonly RowView[],
  rowHeight: number,
  element: RefObject<HTMLElement | null>,
  /** Whether a panel is open above the rows. */
  hasPanel: boolean,
  arrangement: Arrangement,
): AnchoredScroll {
  const [padding, setPadding] = useState(noPadding);
  const [newAboveKeys, setNewAboveKeys] = useState<ReadonlySet<string>>(new Set());
  const previous = useRef({ rows, rowHeight, paddingTop: 0, above: 0, arrangement });
  const scrollTo = useRef<number | null>(null);
  // Read before the new rows are in the page, because the browser scrolls a list that becomes too short.
  const scrollTop = useRef(0);
  if (previous.current.rows !== rows) scrollTop.current = element.current?.scrollTop ?? 0;

  const scroll = (pane: HTMLElement): void => {
    if (scrollTo.current !== null) pane.scrollTop = scrollTo.current;
    scrollTo.current = null;
  };

  useLayoutEffect(() => {
    const pane = element.current;
    const old = previous.current;
    if (pane === null) return;
    // The height of what is between the head and the rows, and moves them down.
    const above = pane.offsetTop;
    previous.current = { rows, rowHeight, paddingTop: old.paddingTop, above, arrangement };
    if (old.rows === rows) return;
    const anchor = findAnchor(list, old, pane, scrollTop.current);
    if (anchor === null) return;
    const index = rows.findIndex((row) => row.item.id === anchor.id);
    if (index < 0) return;
    const kept = index * rowHeight - anchor.offset - old.above + above;
    // The operator has searched, so what appears above the rows moves them down instead of covering them.
    const top = old.arrangement === arrangement ? kept : uncover(list, rows, index, kept, rowHeight, above - old.above);
    // Below zero when the rows don't fill the pane; then the blank part below them must be filled too.
    const maxTop = rows.length * rowHeight - pane.clientHeight;
    const next = anchor.isAimed
      ? { top: Math.max(0, -top), bottom: top > 0 ? Math.max(0, top - maxTop) : 0 }
      : noPadding;
    previous.current = { rows, rowHeight, paddingTop: next.top, above, arrangement };
    scrollTo.current = Math.max(0, anchor.isAimed ? top : Math.min(top, maxTop));
    const firstVisible = Math.floor(scrollTo.current / rowHeight);
    const added = firstVisible === 0 ? [] : findAdded(old.rows, rows, firstVisible);
    // A row that another filter shows is not new.
    if (added.length > 0 && old.arrangement === arrangement) setNewAboveKeys((set) => new Set([...set, ...added]));
    if (next.top === padding.top && next.bottom === padding.bottom) scroll(pane);
    else setPadding(next);
  }, [rows, rowHeight, list, element, hasPanel, arrangement]);

  useEffect(() => {
    if (list !== 'staging') return;
    const arrivals = rows.filter(({ key }) => newAboveKeys.has(key)).map(({ item }) => item.id);
    if (arrivals.join() !== useUiState.getState().arrivals.join()) useUiState.setState({ arrivals });
  }, [list, rows, newAboveKeys]);
  useEffect(() => () => void (list === 'staging' && useUiState.setState({ arrivals: [] })), [list]);

  // The list can scroll into another padding only after it has rendered.
  useLayoutEffect(() => {
    const pane = element.current;
    if (pane !== null) scroll(pane);
  }, [padding]);

  useEffect(() => {
    if (padding.top === 0 && padding.bottom === 0) return;
    const timer = setInterval(() => {
      const pane = element.current;
      if (pane === null || isListAimed(list, pane)) return;
      scrollTo.current = Math.max(0, pane.scrollTop - padding.top);
      previous.current = { ...previous.current, paddingTop: 0 };
      setPadding(noPadding);
    }, paddingCheckEveryMs);
    return () => clearInterval(timer);
  }, [padding, list, element]);

  useEffect(() => {
    const pane = element.current;
    if (pane === null || newAboveKeys.size === 0) return;
    const onScroll = (): void => {
      // Before the list has scrolled, its position belongs to the old rows, and new rows above would count as seen.
      if (scrollTo.current !== null) return;
      const first = Math.ceil((pane.scrollTop - 8) / rowHeight);
      const unseen = rows
        .slice(0, Math.max(0, first))
        .filter((row) => newAboveKeys.has(row.key))
        .map((row) => row.key);
      if (unseen.length < newAboveKeys.size) setNewAboveKeys(new Set(unseen));
    };
    onScroll();
    pane.addEventListener('scroll', onScroll, { passive: true });
    return () => pane.removeEventListener('scroll', onScroll);
  }, [newAboveKeys, rows, rowHeight, padding, element]);

  const showAbove = useCallback((): void => {
    const pane = element.current;
    if (pane !== null) pane.scrollTop = 0;
    previous.current = { ...previous.current, paddingTop: 0 };
    setPadding(noPadding);
    setNewAboveKeys(new Set());
  }, [element]);

  return { paddingTop: padding.top, paddingBottom: padding.bottom, newAboveKeys, showAbove };
}

/**
 * The scroll position at which the bar, and NOW if the search hides it, cover nothing of NOW or of the selected row when they appear above
 * the rows, and leave no blank space once they have gone. Another row under the pointer stays in place. `added` is their height, negative
 * if they have gone. Pixels.
 */
function uncover(
  list: ListName,
  rows: readonly RowView[],
  anchorIndex: number,
  top: number,
  rowHeight: number,
  added: number,
): number {
  const nowIndex = rows.findIndex(({ state }) => state === 'now');
  const isPointed = isListHovered(list, performance.now());
  if (isPointed && nowIndex !== anchorIndex) return top;
  const covered = [nowIndex, anchorIndex]
    .map((index) => (index < 0 ? 0 : top - index * rowHeight))
    .filter((height) => height > 0 && height <= added);
  if (covered.length > 0) return top - Math.max(...covered);
  return !isPointed && top < 0 && top >= added ? 0 : top;
}

/** The keys of the rows up to `end` that are new. */
function findAdded(before: readonly RowView[], rows: readonly RowView[], end: number): readonly string[] {
  const [keysBefore, keys] = [before, rows].map((list) => list.map(({ key }) => key)) as [string[], string[]];
  const added = alignIds(keysBefore, keys).added.flatMap((index) => (index < end ? (rows[index] ?? []) : []));
  return added.filter((row) => !isEmptySlot(row)).map(({ key }) => key);
}

/** Whether the pointer is over the list, or was just now, or the keyboard selects in it. */
export function isListAimed(list: ListName, pane: HTMLElement | null): boolean {
  return isListHovered(list, performance.now()) || pane?.contains(document.activeElement) === true;
}

type Shown = { readonly rows: readonly RowView[]; readonly rowHeight: number; readonly paddingTop: number };
type Anchor = { readonly id: string; readonly offset: number; readonly isAimed: boolean };

function findAnchor(
  list: ListName,
  { rows, rowHeight, paddingTop }: Shown,
  pane: HTMLElement,
  scrollTop: number,
): Anchor | null {
  const { selection } = useUiState.getState();
  const hoveredId = hoveredIdIn(list, performance.now());
  const selectedId = selection?.list === list ? selection.id : null;
  for (const [id, isAimed] of [
    [hoveredId, true],
    [selectedId, pane.contains(document.activeElement)],
  ] as const) {
    const index = id === null ? -1 : rows.findIndex((row) => row.item.id === id);
    if (id === null || index < 0) continue;
    const offset = index * rowHeight + paddingTop - scrollTop;
    if (offset > -rowHeight && offset < pane.clientHeight) return { id, offset, isAimed };
  }
  if (scrollTop <= 0) return null;
  const top = rows[Math.floor(Math.max(0, scrollTop - paddingTop) / rowHeight)];
  if (top === undefined) return null;
  return { id: top.item.id, offset: rows.indexOf(top) * rowHeight + paddingTop - scrollTop, isAimed: false };
}
