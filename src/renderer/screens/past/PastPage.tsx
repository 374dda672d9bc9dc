/** The frame of the four views of the past: tabs, and the result of the operator's last action. */
import type { ReactNode } from 'react';
import { openPast, type PastView, pastViews } from '../../stores/uiState.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';

const names: Readonly<Record<PastView, string>> = {
  events: 'Events',
  history: 'History',
  asRun: 'As-run',
  rehearsal: 'Rehearsal',
};

type PastPageProps = {
  readonly view: PastView;
  readonly title: string;
  readonly lead: string;
  /** Buttons on the right; `null` for none. */
  readonly actions: ReactNode;
  readonly children: ReactNode;
};

export function PastPage({ view, title, lead, actions, children }: PastPageProps) {
  return (
    <Page
      title={title}
      lead={lead}
      aside={
        <>
          <div className="segments past-tabs" role="tablist" aria-label="Views of the past">
            {pastViews.map((tab) => (
              <button
                type="button"
                role="tab"
                key={tab}
                className={tab === view ? 'is-on' : ''}
                aria-selected={tab === view}
                onClick={() => openPast(tab)}
              >
                {names[tab]}
              </button>
            ))}
          </div>
          <OperatorNotice />
          {actions}
        </>
      }
    >
      {children}
    </Page>
  );
}
