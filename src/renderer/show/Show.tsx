/** The Show screen: staging or the open panel, live, and the rail. */
import { KeySheet } from '../keys/KeySheet.tsx';
import { AddressesPanel } from '../panels/AddressesPanel.tsx';
import { Detail } from '../panels/Detail.tsx';
import { KeptOff } from '../panels/KeptOff.tsx';
import { RotationPanel } from '../panels/RotationPanel.tsx';
import { SourcePanel } from '../panels/SourcePanel.tsx';
import { useDesk } from '../state/desk.ts';
import { useUiState } from '../state/hand.ts';
import { Announcer } from './Announcer.tsx';
import { Gutter } from './Gutter.tsx';
import { Live, Staging } from './Lists.tsx';
import { Rail } from './Rail.tsx';

export function Show() {
  const { feed, isDisconnected: isCutOff } = useDesk();
  const state = isCutOff ? 'lost' : feed.gate;
  return (
    <>
      <Announcer />
      <main className="show" data-gate={state}>
        <LeftPane />
        <Live key={feed.slug} />
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
      return <KeySheet />;
    case 'source':
      return <SourcePanel />;
    case 'addresses':
      return <AddressesPanel />;
    case 'keptOff':
      return <KeptOff />;
    case 'rotation':
      return <RotationPanel />;
    case 'detail':
      if (selected !== null) return <Detail row={selected} />;
      break;
    case null:
      break;
    default:
      panel satisfies never;
  }
  return (
    <>
      <Staging key={feed.slug} />
      <Gutter />
    </>
  );
}
