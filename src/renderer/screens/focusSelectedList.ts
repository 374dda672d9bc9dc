/** Moves the focus back to the list with the selected row, also when the open panel covers it. */
import { flushSync } from 'react-dom';
import { openPanel, useUiState } from '../stores/uiState.ts';

export function focusSelectedList(): void {
  const { selection, screen } = useUiState.getState();
  if (screen !== 'show') return;
  const id = `list-${selection?.list ?? 'live'}`;
  const focus = (): void => document.getElementById(id)?.focus({ preventScroll: true });
  focus();
  if (document.activeElement?.id === id) return;
  // The panel is over the list, or hides it on a narrow screen.
  flushSync(() => openPanel(null));
  focus();
}
