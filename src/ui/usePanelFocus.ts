/** Moves the focus into a panel when it opens, and back when it closes. */
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** `fallback` returns what gets the focus when the element that had it before is gone; `null` for none. */
export function usePanelFocus(fallback: () => HTMLElement | null): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    const opener = document.activeElement;
    element?.focus({ preventScroll: true });
    return () => {
      // After Escape in a field, nothing has the focus.
      if (document.activeElement !== document.body && !element?.contains(document.activeElement)) return;
      // React creates the list under the panel in the same update, so it exists only afterwards.
      queueMicrotask(() => {
        if (document.activeElement !== document.body && document.activeElement?.isConnected === true) return;
        const canReturn = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        (canReturn ? opener : fallback())?.focus({ preventScroll: true });
      });
    };
  }, []);
  return panel;
}
