/** Counts the rows below the visible part of a list. */
import { type RefObject, useLayoutEffect, useState } from 'react';

/** `rowHeight` and `paddingTop`, the space above the first row, are in pixels. */
export function useRowsBelow(
  pane: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  paddingTop: number,
): number {
  const [below, setBelow] = useState(0);
  useLayoutEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const measure = (): void => {
      const visible = Math.floor((element.scrollTop - paddingTop + element.clientHeight + 1) / rowHeight);
      setBelow(Math.max(0, count - visible));
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
  return below;
}
