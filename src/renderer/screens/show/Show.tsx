/** The Show screen: staging or the open panel, live, and the rail. */

import { countDifference } from '../../../core/compare.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { say } from '../../../core/language/say.ts';
import { Segments } from '../../../ui/Segments.tsx';
import { takeDifferenceOf } from '../../model/words/counts.ts';
import { type Pane, useUiState } from '../../stores/uiState.ts';
import { useDesk, useIsFollowing } from '../../stores/useDesk.ts';
import { KeysPanel } from '../keys/KeysPanel.tsx';
import { AddressesPanel } from '../panels/AddressesPanel.tsx';
import { DetailPanel } from '../panels/DetailPanel.tsx';
import { KeptOffPanel } from '../panels/KeptOffPanel.tsx';
import { NamePanel } from '../panels/NamePanel.tsx';
import { RotationPanel } from '../panels/RotationPanel.tsx';
import { SourcePanel } from '../panels/SourcePanel.tsx';
import { StartPanel } from '../panels/StartPanel.tsx';
import { Gutter } from './Gutter.tsx';
import { LiveList, StagingList } from './Lists.tsx';
import { Rail } from './Rail.tsx';

export function Show() {
  const slug = useDesk(({ feed }) => feed.slug);
  const state = useDesk(({ disconnectedAt, feed }) => (disconnectedAt === null ? feed.gate : 'lost'));
  const pane = useUiState((ui) => ui.pane);
  return (
    <main className="show" data-gate={state} data-pane={pane}>
      <Panes />
      <LeftPane />
      <LiveList key={slug} />
      <Rail />
    </main>
  );
}

/** Chooses the visible part of Show; itself visible only on a narrow screen. */
function Panes() {
  const shown = useUiState((ui) => ui.pane);
  const { live, staging } = useDesk(({ feed }) => feed.counts);
  const waiting = useDesk(({ feed }) => countDifference(takeDifferenceOf(feed)));
  return (
    <div className="panes" role="toolbar">
      <Segments
        className="segments"
        label={say('Lists')}
        choices={[
          ['live', say('LIVE {count}', { count: formatNumber(live) })],
          ['staging', say('STAGING {count}', { count: formatNumber(staging) })],
          ['waiting', say('WAITING {count}', { count: formatNumber(waiting) })],
        ]}
        selected={shown}
        disabledReason={null}
        onSelect={(pane: Pane) => useUiState.setState({ pane })}
      />
    </div>
  );
}

/** Staging, or the panel open over it; live and the gate keys are never covered. */
function LeftPane() {
  const slug = useDesk(({ feed }) => feed.slug);
  const selected = useDesk((desk) => desk.selected);
  const openedPanel = useUiState((ui) => ui.panel);
  const panel = useIsFollowing() ? null : openedPanel;
  switch (panel) {
    case 'keys':
      return <KeysPanel />;
    case 'source':
      return <SourcePanel />;
    case 'addresses':
      return <AddressesPanel />;
    case 'keptOff':
      return <KeptOffPanel />;
    case 'start':
      return <StartPanel />;
    case 'rotation':
      return <RotationPanel />;
    case 'name':
      return <NamePanel />;
    case 'detail':
      if (selected !== null) return <DetailPanel row={selected} />;
      break;
    case 'filter':
    case null:
      break;
    default:
      panel satisfies never;
  }
  return (
    <>
      <StagingList key={slug} />
      <Gutter />
    </>
  );
}
