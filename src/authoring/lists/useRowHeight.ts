/** The height of each row, in pixels, as the style sheet sets it for the width of the window. */
import { type RefObject, useLayoutEffect, useState } from 'react';

export function useRowHeight(rows: RefObject<HTMLElement | null>): number {
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
