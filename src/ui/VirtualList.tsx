/** A list of rows of equal height that renders only the visible ones. */
import { type ReactNode, useEffect, useRef } from 'react';
import { VirtualRows } from './VirtualRows.tsx';

type VirtualListProps<Item> = {
  readonly label: string;
  readonly items: readonly Item[];
  /** In pixels. */
  readonly rowHeight: number;
  readonly render: (item: Item, index: number) => ReactNode;
  /** Scrolls to this row when it changes; `null` leaves scrolling to the operator. */
  readonly scrollToIndex: number | null;
};

export function VirtualList<Item>({ label, items, rowHeight, render, scrollToIndex }: VirtualListProps<Item>) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = pane.current;
    if (element === null || scrollToIndex === null) return;
    const top = scrollToIndex * rowHeight;
    const isVisible = top >= element.scrollTop && top + rowHeight <= element.scrollTop + element.clientHeight;
    if (!isVisible) element.scrollTop = Math.max(0, top - element.clientHeight / 2);
  }, [scrollToIndex, rowHeight]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section ref={pane} className="list-rows" aria-label={label} tabIndex={0}>
      <VirtualRows
        pane={pane}
        rowElement="div"
        items={items}
        keyOf={(_, index) => index}
        rowHeight={rowHeight}
        kept={scrollToIndex === null ? [] : [scrollToIndex]}
        render={(item, index) => <div style={{ height: rowHeight }}>{render(item, index)}</div>}
      />
    </section>
  );
}
