/** The effect of restoring the selected revision, and the Restore key, which needs two presses. */
import { History as HistoryIcon } from 'lucide-react';
import type { DeskItem } from '../../../../contract/deskItem.ts';
import type { PastListView } from '../../../../contract/history.ts';
import { keyLabelOf, useKeymap } from '../../../stores/keymap.ts';
import { useUiState } from '../../../stores/uiState.ts';
import { useDesk, useDeskControls } from '../../desk.ts';
import { restoreEffectOf } from './alignLists.ts';
import { describeRestore } from './historyText.ts';
import { restoreStateOf } from './restoreState.ts';

type RestoreBarProps = {
  /** `null` while loading. */
  readonly past: PastListView | null;
  readonly onAirNow: readonly DeskItem[];
  readonly revision: number;
  /** Whether the past list could not be loaded. */
  readonly hasFailed: boolean;
};

export function RestoreBar({ past, onAirNow, revision, hasFailed }: RestoreBarProps) {
  const { feed, isDisconnected } = useDesk();
  const { press } = useDeskControls();
  const keymap = useKeymap();
  const armed = useUiState((ui) => (ui.armed?.id === 'back' ? ui.armed : null));
  const isWorking = useUiState((ui) => ui.working.has('back'));
  const restoreState = restoreStateOf(feed, revision);
  const notLoadedReason = hasFailed ? 'not available' : 'loading';
  const reason = isDisconnected
    ? 'not connected'
    : (restoreState.disabledReason ?? (past === null ? notLoadedReason : null));
  const keyLabel = keyLabelOf(keymap, 'back');
  const note = armed === null ? (reason ?? restoreState.note) : `press ${keyLabel ?? 'Restore'} again`;
  return (
    <div className={`history-actions${armed === null ? '' : ' is-armed'}`}>
      <div role="status">
        {armed === null ? (
          <Sentence
            past={past}
            onAirNow={onAirNow}
            isOnAir={revision === feed.revision}
            isHeld={feed.gate === 'held'}
          />
        ) : (
          <>
            <b>{armed.sentence}</b> Any other key cancels.
          </>
        )}
      </div>
      <button
        type="button"
        className={`key ${armed === null ? (reason === null ? 'is-two-press' : '') : 'is-armed'}${isWorking ? ' is-sending' : ''}`}
        disabled={reason !== null}
        aria-label={`${armed === null ? 'Restore, two presses' : 'Restore'}: ${note}`}
        onClick={() => press('back')}
      >
        <span className="key-icon">
          <HistoryIcon className="icon" aria-hidden="true" />
        </span>
        {keyLabel !== null && <kbd>{armed === null ? `${keyLabel} × 2` : keyLabel}</kbd>}
        <span className="key-name">RESTORE</span>
        <span className="key-note">{note}</span>
      </button>
    </div>
  );
}

type SentenceProps = Pick<RestoreBarProps, 'past' | 'onAirNow'> & {
  readonly isOnAir: boolean;
  readonly isHeld: boolean;
};

function Sentence({ past, onAirNow, isOnAir, isHeld }: SentenceProps) {
  const { index } = useDesk();
  if (past === null) return 'Select a revision to see what restoring it would put on air.';
  if (isOnAir) return 'This revision is on air. Select an earlier one to see what restoring it would put on air.';
  const { lead, rest } = describeRestore(
    restoreEffectOf(past.items, onAirNow, past.blockedNow),
    past.items.length,
    isHeld,
    (id) => index.blocked.has(id),
  );
  return (
    <>
      <b>{lead}</b> {rest}
    </>
  );
}
