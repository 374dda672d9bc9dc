/** Shows one of the four views of the past; browsing changes nothing on air. */
import { useUiState } from '../../stores/uiState.ts';
import { AsRun } from './asRun/AsRun.tsx';
import { Events } from './Events.tsx';
import { History } from './history/History.tsx';
import { Rehearsal } from './rehearsal/Rehearsal.tsx';

export function Past() {
  const view = useUiState((ui) => ui.pastView);
  switch (view) {
    case 'events':
      return <Events />;
    case 'history':
      return <History />;
    case 'asRun':
      return <AsRun />;
    case 'rehearsal':
      return <Rehearsal />;
    default:
      return view satisfies never;
  }
}
