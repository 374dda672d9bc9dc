/** Shows one of the four views of the past under its tab; browsing changes nothing on air. */
import type { ComponentType } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { openPast, type PastView, pastViews, useUiState } from '../../stores/uiState.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { AsRun } from './asRun/AsRun.tsx';
import { Events, SaveEvents } from './Events.tsx';
import { History } from './history/History.tsx';
import { Rehearsal } from './rehearsal/Rehearsal.tsx';

type ViewInfo = {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly View: ComponentType;
};

const views: Readonly<Record<PastView, ViewInfo>> = {
  events: {
    name: 'Events',
    title: 'Log',
    lead: 'What happened, newest first, and whether it affected air.',
    View: Events,
  },
  history: {
    name: 'History',
    title: 'History',
    lead: 'Every list that has been on air. Browsing changes nothing.',
    View: History,
  },
  asRun: {
    name: 'As-run',
    title: 'As-run log',
    lead: 'What was on air, when, for how long and why. Saved within a second.',
    View: AsRun,
  },
  rehearsal: {
    name: 'Rehearsal',
    title: 'Rehearsal',
    lead: 'Replays a recorded show in its own engine.',
    View: Rehearsal,
  },
};

export function Past() {
  const view = useUiState((ui) => ui.pastView);
  const { title, lead, View } = views[view];
  return (
    <Tabs className="past" selectedKey={view} onSelectionChange={(key) => openPast(key as PastView)}>
      <Page
        title={title}
        lead={lead}
        aside={
          <>
            <TabList className="segments past-tabs" aria-label="Views of the past">
              {pastViews.map((name) => (
                <Tab key={name} id={name} className={({ isSelected }) => (isSelected ? 'is-on' : '')}>
                  {views[name].name}
                </Tab>
              ))}
            </TabList>
            <OperatorNotice />
            {view === 'events' && <SaveEvents />}
          </>
        }
      >
        <TabPanel id={view} className="past-view">
          <View />
        </TabPanel>
      </Page>
    </Tabs>
  );
}
