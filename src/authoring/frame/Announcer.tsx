/** The announcer: shows every message, at a constant height so that nothing below it moves. */

import { RefreshCw, Undo2, X } from 'lucide-react';
import { say } from '../../core/language/say.ts';
import { AnnouncerBar } from '../../ui/AnnouncerBar.tsx';
import { LiveRegion } from '../../ui/LiveRegion.tsx';
import { useSecondPress } from '../../ui/secondPress.ts';
import { type Announcement, announceArmed, chooseAnnouncement } from '../state/announcement.ts';
import { Button } from '../ui/Button.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useCollection, useFaults, useList } from '../ui/useService.ts';

export function Announcer() {
  const { armed } = useSecondPress();
  const state = usePageState((all) => all);
  const current = chooseAnnouncement({
    ...state,
    summaries: useList('collections') ?? null,
    collection: useCollection(),
    webhooks: useList('webhooks') ?? [],
    deliveries: useList('deliveries')?.deliveries ?? [],
    faults: useFaults(),
  });
  const announcement = armed === null ? current : announceArmed(armed);
  return (
    <AnnouncerBar
      kind={announcement.kind}
      icon={announcement.icon}
      time={announcement.at}
      sentence={
        <>
          {announcement.lead}
          {announcement.strong === '' ? null : <b dir="auto">{announcement.strong}</b>}
          {announcement.text}
        </>
      }
    >
      <AnnouncerButton action={announcement.action} />
      <LiveRegion
        text={`${announcement.lead}${announcement.strong}${announcement.text}`}
        isAssertive={armed !== null}
        occurrence={armed?.sentence ?? `${announcement.at} ${announcement.strong}`}
      />
    </AnnouncerBar>
  );
}

function AnnouncerButton({ action }: { readonly action: Announcement['action'] }) {
  const { changes, editing, moving, serviceActions } = usePage();
  const deliveries = useList('deliveries')?.deliveries ?? [];
  switch (action) {
    case null:
      return null;
    case 'undo':
    case 'undoDeletion':
      return (
        <Button onPress={changes.pressUndo}>
          <Undo2 />
          {say('Undo')} <kbd>{say('Ctrl Z')}</kbd>
        </Button>
      );
    case 'restoreDraft':
      return (
        <Button onPress={editing.restoreDiscarded}>
          <Undo2 />
          {say('Restore draft')}
        </Button>
      );
    case 'cancelMove':
      return (
        <Button variant="quiet" onPress={moving.cancel}>
          {say('Cancel')} <kbd>{say('Esc||key')}</kbd>
        </Button>
      );
    case 'retryNow': {
      const late = deliveries.find(({ state }) => state === 'retrying');
      return (
        <Button onPress={() => late !== undefined && void serviceActions.retryDelivery(late.id)}>
          <RefreshCw />
          {say('Retry now')}
        </Button>
      );
    }
    case 'switchFaultsOff':
      return (
        <Button onPress={() => void serviceActions.setFaults([])}>
          <X />
          {say('Switch all off')}
        </Button>
      );
    default:
      return action satisfies never;
  }
}
