/** The Show screen: staging or the open panel, live, and the rail. */

import { useUiState } from '../../stores/uiState.ts';
import { useDesk } from '../desk.ts';
import { KeysPanel } from '../keys/KeysPanel.tsx';
import { AddressesPanel } from '../panels/AddressesPanel.tsx';
import { DetailPanel } from '../panels/DetailPanel.tsx';
import { KeptOffPanel } from '../panels/KeptOffPanel.tsx';
import { RotationPanel } from '../panels/RotationPanel.tsx';
import { SourcePanel } from '../panels/SourcePanel.tsx';
import { Announcer } from './Announcer.tsx';
import { Gutter } from './Gutter.tsx';
import { LiveList, StagingList } from './Lists.tsx';
import { Rail } from './Rail.tsx';

export function Show() {
  const { feed, isDisconnected } = useDesk();
  const state = isDisconnected ? 'lost' : feed.gate;
  return (
    <>
      <Announcer />
      <main className="show" data-gate={state}>
        <LeftPane />
        <LiveList key={feed.slug} />
        <Rail />
      </main>
    </>
  );
}

/** Staging, or the panel open over it; live and the gate keys are never covered. */
function LeftPane() {
  const { feed, selected } = useDesk();
  const panel = useUiState((ui) => ui.panel);
  switch (panel) {
    case 'keys':
      return <KeysPanel />;
    case 'source':
      return <SourcePanel />;
    case 'addresses':
      return <AddressesPanel />;
    case 'keptOff':
      return <KeptOffPanel />;
    case 'rotation':
      return <RotationPanel />;
    case 'detail':
      if (selected !== null) return <DetailPanel row={selected} />;
      break;
    case null:
      break;
    default:
      panel satisfies never;
  }
  return (
    <>
      <StagingList key={feed.slug} />
      <Gutter />
    </>
  );
}
