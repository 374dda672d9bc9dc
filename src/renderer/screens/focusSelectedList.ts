/** Moves the focus back to the list with the selected row, also when the open panel covers it. */
import { flushSync } from 'react-dom';
import { activeListOf, openPanel, useUiState } from '../stores/uiState.ts';

export function focusSelectedList(): void {
  const ui = useUiState.getState();
  if (ui.screen !== 'show') return;
  const id = `list-${activeListOf(ui)}`;
  const focus = (): void => document.getElementById(id)?.focus({ preventScroll: true });
  focus();
  if (document.activeElement?.id === id) return;
  // The panel is over the list, or hides it on a narrow screen.
  flushSync(() => openPanel(null));
  focus();
}
