/** Keeps the focus on the page when the focused element disappears, for example a button that its press removes. */
import { type RefObject, useLayoutEffect } from 'react';

/** Mark of a part of the page that receives the focus of what disappears in it; it also has `tabIndex={-1}`. */
export const keepsFocus = { 'data-keeps-focus': true, tabIndex: -1 } as const;

export function useKeptFocus(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      // React runs this before it removes the element.
      if (own === null || document.activeElement !== own) return;
      own.closest<HTMLElement>('[data-keeps-focus]')?.focus({ preventScroll: true });
    };
  }, [element]);
}
