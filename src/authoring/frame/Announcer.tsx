/** The announcer: shows every message, at a constant height so that nothing below it moves. */
import {
  FlaskRound,
  GripVertical,
  Key,
  Layers,
  Pencil,
  Radio,
  RefreshCw,
  TriangleAlert,
  Undo2,
  Webhook,
  X,
} from 'lucide-react';
import { useSecondPress } from '../../ui/secondPress.ts';
import { type Announcement, announceArmed, chooseAnnouncement } from '../state/announcement.ts';
import { Button } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

const icons = {
  radio: Radio,
  pencil: Pencil,
  layers: Layers,
  warning: TriangleAlert,
  key: Key,
  webhook: Webhook,
  undo: Undo2,
  grip: GripVertical,
  flask: FlaskRound,
} as const;

export function Announcer() {
  const { armed } = useSecondPress();
  const current = chooseAnnouncement(usePageState((state) => state));
  const announcement = armed === null ? current : announceArmed(armed);
  const Icon = icons[announcement.icon];
  return (
    <div className={announcement.kind === 'warning' ? 'announcer is-warning' : 'announcer'} role="status">
      <Icon aria-hidden="true" />
      <div className="announcer-text">
        {announcement.at === null ? null : <time>{announcement.at} </time>}
        {announcement.lead}
        {announcement.strong === '' ? null : <b dir="auto">{announcement.strong}</b>}
        {announcement.text}
      </div>
      <AnnouncerButton action={announcement.action} />
    </div>
  );
}

function AnnouncerButton({ action }: { readonly action: Announcement['action'] }) {
  const { changes, editing, moving, serviceActions, store } = usePage();
  switch (action) {
    case null:
      return null;
    case 'undo':
    case 'undoDeletion':
      return (
        <Button onPress={() => void changes.undo()}>
          <Undo2 aria-hidden="true" />
          Undo <kbd>Ctrl Z</kbd>
        </Button>
      );
    case 'restoreDraft':
      return (
        <Button onPress={editing.restoreDiscarded}>
          <Undo2 aria-hidden="true" />
          Restore draft
        </Button>
      );
    case 'cancelMove':
      return (
        <Button variant="quiet" onPress={moving.cancel}>
          Cancel <kbd>Esc</kbd>
        </Button>
      );
    case 'retryNow': {
      const late = store.getState().deliveries.find(({ state }) => state === 'retrying');
      return (
        <Button onPress={() => late !== undefined && void serviceActions.retryDelivery(late.id)}>
          <RefreshCw aria-hidden="true" />
          Retry now
        </Button>
      );
    }
    case 'switchFaultsOff':
      return (
        <Button onPress={() => void serviceActions.setFaults([])}>
          <X aria-hidden="true" />
          Switch all off
        </Button>
      );
    default:
      return action satisfies never;
  }
}
