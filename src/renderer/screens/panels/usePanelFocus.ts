/** Moves the focus into a panel when it opens, and back when it closes. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useUiState } from '../../stores/uiState.ts';

/**
 * `start`: `field` for a panel whose purpose is its first field, so that a name typed next is never taken for shortcuts.
 * When the element that had the focus before is gone, the list with the selected row gets it.
 */
export function usePanelFocus(start: 'panel' | 'field' = 'panel'): RefObject<HTMLElement | null> {
  const panel = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const element = panel.current;
    const opener = document.activeElement;
    const field = start === 'field' ? element?.querySelector('input') : null;
    (field ?? element)?.focus({ preventScroll: true });
    field?.select();
    return () => {
      // After Escape in a field, nothing has the focus.
      if (document.activeElement !== document.body && !element?.contains(document.activeElement)) return;
      // React creates the list under the panel in the same update, so it exists only afterwards.
      queueMicrotask(() => {
        if (document.activeElement !== document.body && document.activeElement?.isConnected === true) return;
        const canReturn = opener instanceof HTMLElement && opener !== document.body && opener.isConnected;
        (canReturn ? opener : findSelectedList())?.focus({ preventScroll: true });
      });
    };
  }, [start]);
  return panel;
}

/** The list with the selected row or the empty slot of a selected post that left; `null` before a row was selected. */
function findSelectedList(): HTMLElement | null {
  const { selection, lostPosition } = useUiState.getState();
  const list = (selection ?? lostPosition)?.list;
  return list === undefined ? null : document.getElementById(`list-${list}`);
}
