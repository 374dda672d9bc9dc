/** The frame of the four views of the past: the same place and order on each, and a word back to the hand. */
import type { ReactNode } from 'react';
import { openPast, type PastView, pastViews } from '../state/hand.ts';
import { HandNotice } from '../ui/HandNotice.tsx';
import { Page } from '../ui/Page.tsx';

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
  /** What can be done, at the right; null: nothing. */
  readonly more: ReactNode;
  readonly children: ReactNode;
};

export function PastPage({ view, title, lead, more, children }: PastPageProps) {
  return (
    <Page
      title={title}
      lead={lead}
      aside={
        <>
          <div className="segments past-tabs" role="tablist" aria-label="The past">
            {pastViews.map((one) => (
              <button
                type="button"
                role="tab"
                key={one}
                className={one === view ? 'is-on' : ''}
                aria-selected={one === view}
                onClick={() => openPast(one)}
              >
                {names[one]}
              </button>
            ))}
          </div>
          <HandNotice />
          {more}
        </>
      }
    >
      {children}
    </Page>
  );
}
