/** The frame of the panels that open over staging: a heading, a Close button and a body. */

import type { ReactNode } from 'react';
import { say } from '../../../core/language/say.ts';
import { keepsFocus } from '../../../ui/useKeptFocus.ts';
import { openPanel } from '../../stores/uiState.ts';
import { KeyCap } from '../KeyCap.tsx';
import { usePanelFocus } from './usePanelFocus.ts';

type PanelProps = {
  readonly label: string;
  readonly title: string;
  readonly note: ReactNode;
  /** Gets the focus when it opens. */
  readonly focus?: 'panel' | 'field';
  readonly children: ReactNode;
};

export function Panel({ label, title, note, focus = 'panel', children }: PanelProps) {
  const panel = usePanelFocus(focus);
  return (
    <section ref={panel} {...keepsFocus} className="left-panel" aria-label={label}>
      <div className="list-head">
        <h2 className="list-title">{title}</h2>
        <span className="list-note">{note}</span>
        <button type="button" className="button is-quiet" onClick={() => openPanel(null)}>
          {say('Close')} <KeyCap action="close" />
        </button>
      </div>
      <div className="left-panel-body">{children}</div>
    </section>
  );
}
