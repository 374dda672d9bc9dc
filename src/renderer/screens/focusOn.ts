/** Shows a part of the Show screen and moves the focus into it. */
import { flushSync } from 'react-dom';
import { openScreen, type Pane, useUiState } from '../stores/uiState.ts';

export function focusOn(pane: Pane, id: string): void {
  // A hidden element can't be focused.
  flushSync(() => {
    // Opening a screen closes the open panel.
    if (useUiState.getState().screen !== 'show') openScreen('show');
    useUiState.setState({ pane });
  });
  document.getElementById(id)?.focus();
}
