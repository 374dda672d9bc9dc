/** Chooses the rows of a long list to render: the visible ones, some beyond each edge, and two that must never disappear. */
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** Rows rendered beyond each edge of the visible part. */
const overscan = 12;

/** `kept` has the indexes of the row with the focus and the row being moved; the browser forgets both when they disappear. */
export function useVisibleRows(
  rows: RefObject<HTMLElement | null>,
  count: number,
  kept: readonly number[],
): { readonly indexes: readonly number[]; readonly rowHeight: number } {
  const rowHeight = useRowHeight(rows);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => rows.current,
    estimateSize: () => rowHeight,
    overscan,
    rangeExtractor: (range) => {
      const indexes = new Set([
        ...defaultRangeExtractor(range),
        ...kept.filter((index) => index >= 0 && index < count),
      ]);
      return [...indexes].sort((a, b) => a - b);
    },
  });
  useLayoutEffect(() => virtualizer.measure(), [rowHeight]);
  return { indexes: virtualizer.getVirtualItems().map(({ index }) => index), rowHeight };
}

/** The height of each row, in pixels, as the style sheet sets it for the width of the window. */
function useRowHeight(rows: RefObject<HTMLElement | null>): number {
  const [rowHeight, setRowHeight] = useState(88);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (rows.current === null) return;
      const height = Number.parseFloat(getComputedStyle(rows.current).getPropertyValue('--row-h'));
      if (height > 0) setRowHeight(height);
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [rows]);
  return rowHeight;
}
