/** One list with head, rows and foot; renders only visible rows and keeps the row under the pointer in place. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { isShownBy } from '../../model/filterRows.ts';
import { marksOf } from '../../model/marks.ts';
import { isOnAirState, type RowView } from '../../model/rowModel.ts';
import { endHover, isListHovered, startHover } from '../../stores/hover.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { type ListName, openPanel, select, useUiState } from '../../stores/uiState.ts';
import { useDesk } from '../desk.ts';
import { Row, rowLabelOf } from './Row.tsx';
import { ScrollTicks } from './ScrollTicks.tsx';
import { useAnchoredScroll } from './useAnchoredScroll.ts';
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

/** Rows rendered beyond each edge of the visible part. */
const overscan = 20;

export function ListPane(props: ListPaneProps) {
  const { list } = props;
  const desk = useDesk();
  const search = useUiState((ui) => ui.search[list]);
  const filter = useUiState((ui) => ui.filter[list]);
  const retained = useRetainedRows(list, desk.rows[list]);
  const isFiltered = search !== '' || filter !== 'all';
  const { index } = desk;
  const minuteStartMs = Math.floor(desk.nowMs / 60_000) * 60_000;
  const rows = useMemo(
    () => (isFiltered ? retained.filter((row) => isShownBy(row, search, filter, index, minuteStartMs)) : retained),
    [isFiltered, retained, search, filter, index, minuteStartMs],
  );
  const pane = useRef<HTMLDivElement>(null);
  const rowHeight = desk.isCompact ? 70 : 88;
  const anchored = useAnchoredScroll(list, rows, rowHeight, pane);
  const [hoveredKey, setHoveredKey] = useState<string | null>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => pane.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan,
    paddingStart: anchored.paddingTop,
    paddingEnd: anchored.paddingBottom,
    initialRect: { width: 800, height: 800 },
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  const selection = useUiState((ui) => ui.selection);
  const selectedIndex = selection?.list === list ? rows.findIndex((row) => row.item.id === selection.id) : -1;
  const selectedId = selection?.list === list ? selection.id : null;
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' });
  }, [selectedId]);

  const canAnimate =
    (pane.current?.scrollTop ?? 0) === 0 && anchored.paddingTop === 0 && !isListHovered(list, performance.now());
  const positionOf = (row: RowView): number | null => desk.index.onAir.get(row.item.id) ?? null;
  return (
    <section className={`list ${props.className}`} aria-label={props.label}>
      <ListHead
        {...props}
        aboveCount={anchored.newAboveKeys.size}
        onShowAbove={anchored.showAbove}
        hiddenCount={retained.length - rows.length}
      />
      <div className="list-middle">
        {isFiltered && list === 'live' && <PinnedNow rows={rows} all={retained} />}
        <div
          ref={pane}
          className="list-rows"
          role="listbox"
          tabIndex={0}
          id={`list-${list}`}
          aria-label={`${props.label}, ${desk.rows[list].length} rows`}
          aria-activedescendant={selectedIndex >= 0 ? rowIdOf(list, rows[selectedIndex]) : undefined}
          onFocus={() => {
            const first = rows[0];
            if (selection?.list !== list && first !== undefined) select(list, first.item.id);
          }}
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
              const marks = marksOf(row, desk);
              const isSelected = selection?.list === list && selection.id === row.item.id;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the list is one tab stop; useKeys handles arrows and Enter
                <div
                  key={slot.key}
                  id={rowIdOf(list, row)}
                  className="list-slot"
                  role="option"
                  tabIndex={-1}
                  aria-selected={isSelected}
                  aria-label={rowLabelOf(row, marks)}
                  aria-setsize={rows.length}
                  aria-posinset={slot.index + 1}
                  style={{ transform: `translateY(${slot.start}px)`, height: rowHeight }}
                  onPointerMove={() => {
                    startHover(list, row.item.id, performance.now());
                    setHoveredKey(row.key);
                  }}
                  onClick={() => select(list, row.item.id)}
                  onDoubleClick={() => openPanel('detail')}
                >
                  <Row
                    row={row}
                    marks={marks}
                    nowMs={desk.nowMs}
                    isCompact={desk.isCompact}
                    isSelected={isSelected}
                    isHovered={hoveredKey === row.key}
                    text={null}
                    positionOnAir={positionOf(row)}
                  />
                </div>
              );
            })}
          </div>
          {rows.length === 0 && <p className="list-empty">{isFiltered ? 'No matches.' : props.emptyText}</p>}
        </div>
        <ScrollTicks rows={rows} rowHeight={rowHeight} pane={pane} />
      </div>
      <ListFoot
        pane={pane}
        count={rows.length}
        rowHeight={rowHeight}
        paddingTop={anchored.paddingTop}
        endText={props.endText}
        note={props.footNote}
      />
    </section>
  );
}

function rowIdOf(list: ListName, row: RowView | undefined): string | undefined {
  return row === undefined ? undefined : `${list}-${row.key.replace(/[^\w-]/g, '_')}`;
}

type ListHeadProps = ListPaneProps & {
  readonly aboveCount: number;
  readonly onShowAbove: () => void;
  readonly hiddenCount: number;
};

function ListHead({ list, title, note, tools, aboveCount, onShowAbove, hiddenCount }: ListHeadProps) {
  const keymap = useKeymap();
  const filter = useUiState((ui) => ui.filter[list]);
  const isActive = useUiState((ui) => (ui.selection?.list ?? 'live') === list);
  return (
    <div className="list-head">
      <h2 className="list-title">{title}</h2>
      <span className="list-note">
        {hiddenCount > 0 ? `Filter on, ${hiddenCount.toLocaleString('en')} hidden` : note}
      </span>
      {aboveCount > 0 && (
        <button type="button" className="list-head-button" data-arrivals={isActive || undefined} onClick={onShowAbove}>
          <ArrowUp className="icon" aria-hidden="true" />
          {aboveCount} new above <kbd>{keyLabelOf(keymap, 'arrivals')}</kbd>
        </button>
      )}
      {filter !== 'all' && (
        <button
          type="button"
          className="list-head-button"
          onClick={() => clearFilter(list)}
          aria-label={`Filter: ${filter}. Show all`}
        >
          {filter}
          <X className="icon" aria-hidden="true" />
        </button>
      )}
      <FindField list={list} isAlwaysShown={list === 'staging'} />
      {tools}
    </div>
  );
}

function clearFilter(list: ListName): void {
  useUiState.setState((ui) => ({ filter: { ...ui.filter, [list]: 'all' } }));
}

function FindField({ list, isAlwaysShown }: { readonly list: ListName; readonly isAlwaysShown: boolean }) {
  const text = useUiState((ui) => ui.search[list]);
  const keymap = useKeymap();
  const [isOpen, setIsOpen] = useState(false);
  const isShown = isAlwaysShown || isOpen || text !== '';
  const setText = (value: string): void => useUiState.setState((ui) => ({ search: { ...ui.search, [list]: value } }));
  return (
    <label className={`find${isShown ? '' : ' is-collapsed'}`}>
      <Search className="icon" aria-hidden="true" />
      <input
        id={`find-${list}`}
        value={text}
        placeholder="Find"
        aria-label={`Find in ${list}`}
        spellCheck={false}
        onFocus={() => setIsOpen(true)}
        onBlur={() => setIsOpen(false)}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          setText('');
          event.currentTarget.blur();
        }}
      />
      {text === '' && <kbd>{keyLabelOf(keymap, 'find') ?? ''}</kbd>}
    </label>
  );
}

/** Keeps the current post visible while a filter hides its row. */
function PinnedNow({ rows, all }: { readonly rows: readonly RowView[]; readonly all: readonly RowView[] }) {
  const desk = useDesk();
  const now = all.find((row) => row.state === 'now');
  if (now === undefined || rows.includes(now) || !isOnAirState(now.state)) return null;
  return (
    <div className="list-pinned">
      <Row
        row={now}
        marks={[]}
        nowMs={desk.nowMs}
        isCompact={desk.isCompact}
        isSelected={false}
        isHovered={false}
        text={null}
        positionOnAir={null}
      />
    </div>
  );
}

type ListFootProps = {
  readonly pane: React.RefObject<HTMLDivElement | null>;
  readonly count: number;
  readonly rowHeight: number;
  readonly paddingTop: number;
  readonly endText: string;
  readonly note: string;
};

function ListFoot({ pane, count, rowHeight, paddingTop, endText, note }: ListFootProps) {
  const [belowCount, setBelowCount] = useState(0);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const measure = (): void => {
      const visible = Math.floor((element.scrollTop - paddingTop + element.clientHeight + 1) / rowHeight);
      setBelowCount(Math.max(0, count - visible));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [pane, count, rowHeight, paddingTop]);
  return (
    <div className="list-foot">
      <b>
        {belowCount > 0 ? (
          <>
            <ArrowDown className="icon" aria-hidden="true" /> {belowCount.toLocaleString('en')} more below.
          </>
        ) : (
          endText
        )}
      </b>
      <span>{note}</span>
    </div>
  );
}
