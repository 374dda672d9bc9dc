/** The effect of restoring the selected revision, and the Restore key, which needs two presses. */

import { History as HistoryIcon } from 'lucide-react';
import type { DeskItem } from '../../../../contract/deskItem.ts';
import type { PastListView } from '../../../../contract/history.ts';
import { say } from '../../../../core/language/say.ts';
import { Button } from '../../../../ui/Button.tsx';
import { useSecondPress } from '../../../../ui/secondPress.ts';
import { useIsSending } from '../../../engine/useCommand.ts';
import { keyLabelOf, useKeymap } from '../../../stores/keymap.ts';
import { useDesk, useIsDisconnected } from '../../../stores/useDesk.ts';
import { useDeskControls } from '../../controls.ts';
import { restoreEffectOf } from './alignLists.ts';
import { describeRestore } from './historyText.ts';
import { restoreStateOf, restoreTitle } from './restoreState.ts';

type RestoreBarProps = {
  /** `null` while loading. */
  readonly past: PastListView | null;
  readonly onAirNow: readonly DeskItem[];
  readonly revision: number;
  /** Whether the past list could not be loaded. */
  readonly hasFailed: boolean;
};

export function RestoreBar({ past, onAirNow, revision, hasFailed }: RestoreBarProps) {
  const feed = useDesk((desk) => desk.feed);
  const isDisconnected = useIsDisconnected();
  const { press } = useDeskControls();
  const keymap = useKeymap();
  const { armed } = useSecondPress();
  const isArmed = armed?.id === 'back';
  const isWorking = useIsSending(restoreTitle);
  const restoreState = restoreStateOf(feed, revision);
  const notLoadedReason = hasFailed ? say('not available') : say('loading');
  const reason = isDisconnected
    ? say('not connected')
    : (restoreState.disabledReason ?? (past === null ? notLoadedReason : null));
  const keyLabel = keyLabelOf(keymap, 'back');
  const note = isArmed ? say('press {key} again', { key: keyLabel ?? say('Restore') }) : (reason ?? restoreState.note);
  return (
    <div className={`history-actions${isArmed ? ' is-armed' : ''}`}>
      {/* The announcer says it to screen readers. */}
      {isArmed && (
        <p className="restore-armed">
          <b>{armed.sentence}</b> {say('Any other key cancels.')}
        </p>
      )}
      <div role="status" hidden={isArmed}>
        <Sentence past={past} onAirNow={onAirNow} isOnAir={revision === feed.revision} isHeld={feed.gate === 'held'} />
      </div>
      <Button
        className={`key ${isArmed ? 'is-armed' : reason === null ? 'is-two-press' : ''}${isWorking ? ' is-sending' : ''}`}
        disabledReason={reason}
        aria-label={isArmed ? say('Restore: {note}', { note }) : say('Restore, two presses: {note}', { note })}
        onPress={() => press('back')}
      >
        <span className="key-icon">
          <HistoryIcon />
        </span>
        {keyLabel !== null && <kbd>{isArmed ? keyLabel : `${keyLabel} × 2`}</kbd>}
        <span className="key-name">{say('RESTORE')}</span>
        <span className="key-note">{note}</span>
      </Button>
    </div>
  );
}

type SentenceProps = Pick<RestoreBarProps, 'past' | 'onAirNow'> & {
  readonly isOnAir: boolean;
  readonly isHeld: boolean;
};

function Sentence({ past, onAirNow, isOnAir, isHeld }: SentenceProps) {
  const blocked = useDesk(({ index }) => index.blocked);
  const isDisconnected = useIsDisconnected();
  if (past === null) return say('Select a revision to see what restoring it would put on air.');
  if (isOnAir && isDisconnected)
    return say('This revision was on air when the connection was lost. Whether it still is, is not known.');
  if (isOnAir) return say('This revision is on air. Select an earlier one to see what restoring it would put on air.');
  const { lead, rest } = describeRestore(
    restoreEffectOf(past.items, onAirNow, past.blockedNow),
    past.items.length,
    isHeld,
    (id) => blocked.has(id),
  );
  return (
    <>
      <b>{lead}</b> {rest}
    </>
  );
}
