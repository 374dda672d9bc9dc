/** Finds what a list shows only after scrolling: the count of the rows below its visible part, and the side on which a row is out of view. */
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react';

type Pane = RefObject<HTMLElement | null>;

/** `rowHeight` and `paddingTop`, the space above the first row, are in pixels. */
export function useRowsBelow(pane: Pane, count: number, rowHeight: number, paddingTop: number): number {
  const measure = useCallback(
    (element: HTMLElement): number => {
      const visible = Math.floor((element.scrollTop - paddingTop + element.clientHeight + 1) / rowHeight);
      return Math.max(0, count - visible);
    },
    [count, rowHeight, paddingTop],
  );
  return useMeasured(pane, measure, 0);
}

/** `null` while the middle of the row is in view. `index` is -1 for no row. */
export function useHiddenSide(
  pane: Pane,
  index: number,
  rowHeight: number,
  paddingTop: number,
): 'above' | 'below' | null {
  const measure = useCallback(
    ({ scrollTop, clientHeight }: HTMLElement): 'above' | 'below' | null => {
      const middle = (index + 0.5) * rowHeight + paddingTop - scrollTop;
      if (index < 0) return null;
      return middle < 0 ? 'above' : middle > clientHeight ? 'below' : null;
    },
    [index, rowHeight, paddingTop],
  );
  return useMeasured(pane, measure, null);
}

/** Measures the pane again whenever it scrolls or gets another size. */
function useMeasured<Value>(pane: Pane, measure: (element: HTMLElement) => Value, initial: Value): Value {
  const [value, setValue] = useState(initial);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const update = (): void => setValue(measure(element));
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener('scroll', update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', update);
    };
  }, [pane, measure]);
  return value;
}
