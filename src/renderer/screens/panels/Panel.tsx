/** The frame of the panels that open over staging: a heading, a Close button and a body. */

import type { ReactNode } from 'react';
import { usePanelFocus } from '../../../ui/usePanelFocus.ts';
import { openPanel, useUiState } from '../../stores/uiState.ts';
import { KeyCap } from '../KeyCap.tsx';

type PanelProps = {
  readonly label: string;
  readonly title: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
};

export function Panel({ label, title, note, children }: PanelProps) {
  const panel = usePanelFocus(findSelectedList);
  return (
    <section ref={panel} tabIndex={-1} className="left-panel" aria-label={label}>
      <div className="list-head">
        <h2 className="list-title">{title}</h2>
        <span className="list-note">{note}</span>
        <button type="button" className="button is-quiet" onClick={() => openPanel(null)}>
          Close <KeyCap action="close" />
        </button>
      </div>
      <div className="left-panel-body">{children}</div>
    </section>
  );
}

/** The list with the selected row; `null` when no row is selected. */
export function findSelectedList(): HTMLElement | null {
  const { selection } = useUiState.getState();
  return selection === null ? null : document.getElementById(`list-${selection.list}`);
}
