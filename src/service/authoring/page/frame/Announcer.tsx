/** The announcer: one place for all words, always this high, so that nothing below it ever moves. */
import { GripVertical, Key, Layers, Pencil, Radio, RefreshCw, TriangleAlert, Undo2, Webhook, X } from 'lucide-react';
import { type Announcement, announcementOf } from '../state/announce.ts';
import { isPending } from '../state/facts.ts';
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
} as const;

export function Announcer() {
  const announcement = announcementOf(usePageState((state) => state));
  const Icon = icons[announcement.icon];
  return (
    <div className={announcement.kind === 'warning' ? 'announcer is-warning' : 'announcer'} role="status">
      <Icon aria-hidden="true" />
      <div className="announcer-text">
        {announcement.at === null ? null : <time>{announcement.at} </time>}
        {announcement.strong === '' ? null : <b dir="auto">{announcement.strong}</b>}
        {announcement.words}
      </div>
      <AnnouncerButton action={announcement.action} />
    </div>
  );
}

function AnnouncerButton({ action }: { readonly action: Announcement['action'] }) {
  const { changes, writing, carrying, running, store } = usePage();
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
    case 'bringBack':
      return (
        <Button onPress={writing.bringBack}>
          <Undo2 aria-hidden="true" />
          Bring back
        </Button>
      );
    case 'putBack':
      return (
        <Button look="quiet" onPress={carrying.putBack}>
          Put back <kbd>Esc</kbd>
        </Button>
      );
    case 'tryNow': {
      const late = store.getState().sent.find((one) => isPending(one) && one.state === 'retrying');
      return (
        <Button onPress={() => late !== undefined && void running.retry(late.id)}>
          <RefreshCw aria-hidden="true" />
          Try now
        </Button>
      );
    }
    case 'faultsOff':
      return (
        <Button onPress={() => void running.setFaults([])}>
          <X aria-hidden="true" />
          All faults off
        </Button>
      );
    default:
      return action satisfies never;
  }
}
