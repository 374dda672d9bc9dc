/** A list of rows of equal height that renders only the visible ones. */
import { type ReactNode, useEffect, useState } from 'react';
import { VirtualRows } from '../../ui/VirtualRows.tsx';

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
  const [pane, setPane] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (pane === null || scrollToIndex === null) return;
    const top = scrollToIndex * rowHeight;
    const isVisible = top >= pane.scrollTop && top + rowHeight <= pane.scrollTop + pane.clientHeight;
    if (!isVisible) pane.scrollTop = Math.max(0, top - pane.clientHeight / 2);
  }, [pane, scrollToIndex, rowHeight]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section ref={setPane} className="list-rows" aria-label={label} tabIndex={0}>
      {/* VirtualRows scrolls a new pane to its top, so the pane must exist before the scroll to a row. */}
      {pane !== null && (
        <VirtualRows
          pane={{ current: pane }}
          rowElement="div"
          items={items}
          keyOf={(_, index) => index}
          rowHeight={rowHeight}
          kept={scrollToIndex === null ? [] : [scrollToIndex]}
          render={(item, index) => (
            <div data-index={index} style={{ height: rowHeight }}>
              {render(item, index)}
            </div>
          )}
        />
      )}
    </section>
  );
}
