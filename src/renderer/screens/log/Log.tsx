/** Shows one of the views of the past under its tab; browsing changes nothing on air. */
import type { ComponentType } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { markMessage, say } from '../../../core/language/say.ts';
import { type LogView, logViews, openLog, useUiState } from '../../stores/uiState.ts';
import { OperatorNotice } from '../OperatorNotice.tsx';
import { Page } from '../Page.tsx';
import { AsRun } from './asRun/AsRun.tsx';
import { Events, SaveEvents } from './Events.tsx';
import { FigurePlots } from './figures/FigurePlots.tsx';
import { History } from './history/History.tsx';
import { Rehearsal } from './rehearsal/Rehearsal.tsx';

type ViewInfo = {
  readonly name: string;
  readonly title: string;
  readonly lead: string;
  readonly View: ComponentType;
};

const views: Readonly<Record<LogView, ViewInfo>> = {
  events: {
    name: markMessage('Events'),
    title: markMessage('Log'),
    lead: markMessage('What happened, newest first, and whether it affected air.'),
    View: Events,
  },
  history: {
    name: markMessage('History'),
    title: markMessage('History'),
    lead: markMessage('Every list that has been on air. Browsing changes nothing.'),
    View: History,
  },
  asRun: {
    name: markMessage('As-run'),
    title: markMessage('As-run log'),
    lead: markMessage('What was on air, when, for how long and why. Saved within a second.'),
    View: AsRun,
  },
  rehearsal: {
    name: markMessage('Rehearsal'),
    title: markMessage('Rehearsal'),
    lead: markMessage('Replays a recorded show in its own engine.'),
    View: Rehearsal,
  },
  figures: {
    name: markMessage('Figures'),
    title: markMessage('Figures of the last hour'),
    lead: markMessage('A sample every 10 seconds, and a line only where measured.'),
    View: FigurePlots,
  },
};

export function Log() {
  const view = useUiState((ui) => ui.logView);
  const { title, lead, View } = views[view];
  return (
    <Tabs className="log-screen" selectedKey={view} onSelectionChange={(key) => openLog(key as LogView)}>
      <Page
        title={say(title)}
        lead={say(lead)}
        aside={
          <>
            <TabList className="segments log-tabs" aria-label={say('Views of the past')}>
              {logViews.map((name) => (
                <Tab key={name} id={name} className={({ isSelected }) => (isSelected ? 'is-on' : '')}>
                  {say(views[name].name)}
                </Tab>
              ))}
            </TabList>
            <OperatorNotice />
            {view === 'events' && <SaveEvents />}
          </>
        }
      >
        <TabPanel key={view} id={view} className="log-view">
          <View />
        </TabPanel>
      </Page>
    </Tabs>
  );
}
