/** The frame of the panels that open over staging: a heading, a Close button and a body. */
import type { ReactNode } from 'react';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { openPanel } from '../../stores/uiState.ts';

type PanelProps = {
  readonly label: string;
  readonly title: string;
  readonly note: ReactNode;
  readonly children: ReactNode;
};

export function Panel({ label, title, note, children }: PanelProps) {
  const keymap = useKeymap();
  return (
    <section className="left-panel" aria-label={label}>
      <div className="list-head">
        <h2 className="list-title">{title}</h2>
        <span className="list-note">{note}</span>
        <button type="button" className="button is-quiet" onClick={() => openPanel(null)}>
          Close {keyLabelOf(keymap, 'close') !== null && <kbd>{keyLabelOf(keymap, 'close')}</kbd>}
        </button>
      </div>
      <div className="left-panel-body">{children}</div>
    </section>
  );
}
