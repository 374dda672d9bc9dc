/** The visible rows of a long list, with empty rows in the place of the others. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';

/** Rows rendered beyond each edge of the visible part. */
const overscan = 12;

type VirtualRowsProps<Item> = {
  /** The element that scrolls. */
  readonly pane: RefObject<HTMLElement | null>;
  readonly rowElement: 'div' | 'li' | 'tr';
  readonly items: readonly Item[];
  readonly keyOf: (item: Item, index: number) => string | number;
  /** In pixels; an estimate for rows that are measured. */
  readonly rowHeight: number;
  /** The indexes of rows that are rendered even when they are not visible, besides the row with the focus. */
  readonly kept: readonly number[];
  /** A row whose height differs has `measure` as its ref and its index as `data-index`. */
  readonly render: (item: Item, index: number, measure: (row: Element | null) => void) => ReactNode;
};

export function VirtualRows<Item>(props: VirtualRowsProps<Item>) {
  const { pane, rowElement: Row, items, keyOf, rowHeight, kept, render } = props;
  const firstRow = useRef<HTMLElement>(null);
  const top = offsetIn(pane.current, firstRow.current);
  const virtualizer = useVirtualizer({
    count: items.length,
    getScrollElement: () => pane.current,
    getItemKey: (index) => keyOf(items[index] as Item, index),
    estimateSize: () => rowHeight,
    overscan,
    scrollMargin: top,
    rangeExtractor: (range) => {
      // A row that disappears loses the focus.
      const focused = pane.current?.querySelector<HTMLElement>('[data-index]:focus-within')?.dataset['index'];
      const others = [...kept, Number(focused ?? -1)].filter((index) => index >= 0 && index < items.length);
      return [...new Set([...defaultRangeExtractor(range), ...others])].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  const rows = virtualizer.getVirtualItems();
  const bottom = top + virtualizer.getTotalSize();
  const fill = (height: number) => height > 0 && <Row aria-hidden="true" style={{ height }} />;
  return (
    <>
      <Row ref={firstRow as RefObject<never>} aria-hidden="true" style={{ height: (rows[0]?.start ?? bottom) - top }} />
      {rows.map(({ key, index, end }, n) => (
        <Fragment key={key as string | number}>
          {render(items[index] as Item, index, virtualizer.measureElement)}
          {fill((rows[n + 1]?.start ?? bottom) - end)}
        </Fragment>
      ))}
    </>
  );
}

function offsetIn(pane: HTMLElement | null, row: HTMLElement | null): number {
  if (pane === null || row === null) return 0;
  return row.getBoundingClientRect().top - pane.getBoundingClientRect().top + pane.scrollTop;
}
