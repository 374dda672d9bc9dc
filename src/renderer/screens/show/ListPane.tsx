/** One list with head, rows and foot; renders only visible rows and keeps the row under the pointer in place. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { say } from '../../../core/language/say.ts';
import type { BadgeView } from '../../../ui/Badge.tsx';
import { keepsFocus } from '../../../ui/useKeptFocus.ts';
import { arrangeRows, isArranged, isFiltered, startOfMinute } from '../../model/arrangeRows.ts';
import { findPinned } from '../../model/hiddenPosts.ts';
import type { RowView } from '../../model/rowModel.ts';
import { useHasCompactRows } from '../../stores/density.ts';
import { endHover, isListHovered } from '../../stores/hover.ts';
import { extendSelection, toggleSelected } from '../../stores/severalPosts.ts';
import { type ListName, select, severalIdsOf, useUiState } from '../../stores/uiState.ts';
import { useComputed, useDesk } from '../../stores/useDesk.ts';
import { FilterBar } from './FilterBar.tsx';
import { FilterPanel } from './FilterPanel.tsx';
import { ListFoot } from './ListFoot.tsx';
import { ListHead } from './ListHead.tsx';
import { type ChoosingKeys, ListSlot, rowIdOf } from './ListSlot.tsx';
import { Row } from './Row.tsx';
import { ScrollTicks } from './ScrollTicks.tsx';
import { selectOnFocus } from './selectOnFocus.ts';
import { isListAimed, useAnchoredScroll } from './useAnchoredScroll.ts';
import { useRetainedRows } from './useRetainedRows.ts';

type ListPaneProps = {
  readonly list: ListName;
  readonly className: string;
  readonly title: string;
  readonly label: string;
  readonly note: ReactNode;
  readonly tools: ReactNode;
  readonly endText: string;
  readonly footNote: string;
  /** Shown when the list has no rows. */
  readonly emptyText: string;
};

/** Rows rendered beyond each edge of the visible part. More make a keystroke in the find field slow. */
const overscan = 8;

export function ListPane(props: ListPaneProps) {
  const { list } = props;
  const shownRows = useDesk((desk) => desk.rows[list]);
  const arrangement = useUiState((ui) => ui.arrangement[list]);
  const shown = useRef<readonly RowView[]>([]);
  const retained = useRetainedRows(list, shownRows);
  const hasFilter = isFiltered(arrangement);
  const index = useDesk((desk) => (isArranged(arrangement) ? desk.index : null));
  const minuteStartMs = useComputed((_, nowMs) => startOfMinute(nowMs));
  const rows = useMemo(
    () => (index === null ? retained : arrangeRows(retained, arrangement, index, minuteStartMs)),
    [retained, arrangement, index, minuteStartMs],
  );
  const pinned = hasFilter ? findPinned(list, retained, rows) : null;
  const hasPanel = useUiState(({ panel }) => list === 'staging' && panel === 'filter');
  const pane = useRef<HTMLDivElement>(null);
  const rowHeight = useHasCompactRows() ? 70 : 88;
  const anchored = useAnchoredScroll(list, rows, rowHeight, pane, hasPanel, arrangement);
  const [hoveredKey, setHoveredKey] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => rowHeight,
    overscan,
    paddingStart: anchored.paddingTop,
    paddingEnd: anchored.paddingBottom,
    initialRect: { width: 800, height: 800 },
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  const selectedId = useUiState(({ selection }) => (selection?.list === list ? selection.id : null));
  const severalIds = useUiState((ui) => severalIdsOf(ui, list));
  const selectedIndex = useMemo(
    () => (selectedId === null ? -1 : rows.findIndex((row) => row.item.id === selectedId)),
    [rows, selectedId],
  );
  const selectedRow = rows[selectedIndex];
  const nowIndex = useMemo(() => rows.findIndex(({ state }) => state === 'now'), [rows]);
  useEffect(() => {
    // A selection that the desk moved by itself moves no row under the pointer.
    const isMoved = useUiState.getState().selectionMovedAtMs !== null;
    if (selectedIndex < 0 || (isMoved && isListHovered(list, performance.now()))) return;
    virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedId]);

  shown.current = rows;
  const choose = useCallback(
    (id: string, { shiftKey, ctrlKey, metaKey }: ChoosingKeys): void => {
      if (shown.current.some(({ item, state }) => item.id === id && state === 'left')) return;
      if (shiftKey) extendSelection(list, id, shown.current);
      else if (ctrlKey || metaKey) toggleSelected(list, id);
      else select(list, id);
    },
    [list],
  );

  // A list that closes sends no event that the pointer has left.
  useEffect(() => () => endHover(list, performance.now()), [list]);

  const canAnimate =
    (pane.current?.scrollTop ?? 0) === 0 && anchored.paddingTop === 0 && !isListAimed(list, pane.current);
  return (
    <section className={`list ${props.className}`} aria-label={props.label}>
      <ListHead
        list={list}
        title={props.title}
        note={props.note}
        tools={props.tools}
        aboveCount={anchored.newAboveKeys.size}
        onShowAbove={anchored.showAbove}
      />
      <div className="list-middle">
        {hasPanel && <FilterPanel />}
        <FilterBar list={list} all={retained} shown={rows} pinned={pinned} />
        {pinned !== null && (
          <div className="list-pinned">
            <Row
              row={pinned}
              badges={noBadges}
              isSelected={false}
              isHovered={false}
              text={null}
              tooltip={pinned.item.message}
            />
          </div>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its role depends on its rows */}
        {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have a label */}
        <div
          ref={pane}
          className="list-rows"
          // A list box without options is not valid; the group has its sentence.
          role={rows.length === 0 ? 'group' : 'listbox'}
          {...keepsFocus}
          tabIndex={0}
          id={`list-${list}`}
          aria-multiselectable={rows.length === 0 ? undefined : true}
          aria-label={say('{count, plural, one {{list}, # row} other {{list}, # rows}}', {
            list: props.label,
            count: rows.length,
          })}
          aria-activedescendant={selectedRow === undefined ? undefined : rowIdOf(list, selectedRow)}
          onFocus={(event) => selectOnFocus(event, list, { rows, rowHeight, paddingTop: anchored.paddingTop })}
          onPointerLeave={() => {
            endHover(list, performance.now());
            setHoveredKey(null);
          }}
        >
          <div
            className={`list-height${canAnimate ? ' is-animated' : ''}`}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map((slot) => {
              const row = rows[slot.index];
              if (row === undefined) return null;
              return (
                <ListSlot
                  key={row.key}
                  list={list}
                  row={row}
                  index={slot.index}
                  count={rows.length}
                  top={slot.start}
                  height={rowHeight}
                  isSelected={row.item.id === selectedId}
                  isPicked={severalIds?.has(row.item.id) === true}
                  onChoose={choose}
                  isHovered={row.key === hoveredKey}
                  onHover={setHoveredKey}
                />
              );
            })}
          </div>
          {rows.length === 0 && <p className="list-empty">{hasFilter ? say('No matches.') : props.emptyText}</p>}
        </div>
        <ScrollTicks rows={rows} rowHeight={rowHeight} pane={pane} />
      </div>
      <ListFoot
        list={list}
        pane={pane}
        count={rows.length}
        nowIndex={nowIndex}
        rowHeight={rowHeight}
        paddingTop={anchored.paddingTop}
        endText={props.endText}
        note={props.footNote}
      />
    </section>
  );
}

const noBadges: readonly BadgeView[] = [];
