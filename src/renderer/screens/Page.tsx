/** The frame of every screen except Show: a Show button, a title and actions. */

import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '../../core/language/say.ts';
import { openScreen } from '../stores/uiState.ts';
import { KeyCap } from './KeyCap.tsx';

type PageProps = {
  readonly title: string;
  readonly lead: string;
  readonly aside: ReactNode;
  readonly children: ReactNode;
};

export function Page({ title, lead, aside, children }: PageProps) {
  return (
    <main className="page">
      <header className="page-head">
        <button type="button" className="button is-quiet" onClick={() => openScreen('show')}>
          <ArrowLeft />
          {say('Show')} <KeyCap action="show" />
        </button>
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        <div className="page-aside">{aside}</div>
      </header>
      {children}
    </main>
  );
}
