/** The six gate keys: fixed positions, lit while active, with the reason while disabled. */
import { ArrowRight, Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SentAction } from '../keys/actions.ts';
import { keyLabelOf, useKeymap } from '../keys/keymap.ts';
import { useDesk, useDeskControls } from '../state/desk.ts';
import { useUiState } from '../state/hand.ts';
import { FrameEmpty, GateOpen, GateShut } from '../ui/Icon.tsx';
import { restartedAt } from '../words/stripFacts.ts';
import { clockTime } from '../words/time.ts';

export function GateKeys() {
  const { feed, state, actionStates: offers, isDisconnected: isCutOff } = useDesk();
  const isHeld = feed.gate === 'held' && !isCutOff;
  const isCleared = feed.gate === 'cleared' && !isCutOff;
  const restart = feed.restored ? restartedAt(state, feed) : null;
  const since = restart === null ? `since ${clockTime(feed.gateSince)}` : `restored ${clockTime(restart)}`;
  const isReady = offers.takeAll.disabledReason === null;
  return (
    <fieldset className="keys" aria-label="Gate keys">
      <Key
        action="hold"
        name={isHeld ? 'HELD' : 'HOLD'}
        kind={isHeld ? 'is-lit-held' : ''}
        lit={isHeld ? since : null}
        isPressed={isHeld}
      >
        <GateShut />
      </Key>
      <Key action="release" name="RELEASE" kind="" lit={null} isPressed={null}>
        <GateOpen />
      </Key>
      <Key action="takeAll" name="TAKE ALL" kind={isReady ? 'is-ready' : ''} lit={null} isPressed={null}>
        <ArrowRight className="icon" aria-hidden="true" />
      </Key>
      <Key action="takeRemovals" name="TAKE REMOVALS" kind="is-two-lines" lit={null} isPressed={null} />
      <Key action="block" name="BLOCK" kind="" lit={null} isPressed={null}>
        <Ban className="icon" aria-hidden="true" />
      </Key>
      <Key
        action="clear"
        name={isCleared ? 'CLEARED' : 'CLEAR'}
        kind={isCleared ? 'is-lit-cleared' : isCutOff ? '' : 'is-guarded'}
        lit={isCleared ? since : null}
        isPressed={isCleared}
      >
        <FrameEmpty />
      </Key>
    </fieldset>
  );
}

type KeyProps = {
  readonly action: SentAction;
  readonly name: string;
  readonly kind: string;
  /** The note while the key is lit; `null` while it is not. */
  readonly lit: string | null;
  readonly isPressed: boolean | null;
  /** The icon; left out where the name takes two lines. */
  readonly children?: ReactNode;
};

function Key({ action, name, kind, lit, isPressed, children }: KeyProps) {
  const { actionStates: offers } = useDesk();
  const { press } = useDeskControls();
  const keymap = useKeymap();
  const isArmed = useUiState((ui) => ui.armed?.id === action);
  const isWorking = useUiState((ui) => ui.working.has(action));
  const offer = offers[action];
  const isResting = offer.disabledReason !== null && lit === null;
  const cap = keyLabelOf(keymap, action);
  const isGuarded = action === 'clear' && lit === null;
  const note = isArmed ? (cap === null ? 'press again' : `press ${cap} again`) : (lit ?? offer.note);
  return (
    <button
      type="button"
      className={`key ${isArmed ? 'is-armed' : kind}${isWorking ? ' is-working' : ''}`}
      disabled={isResting}
      aria-pressed={isPressed ?? undefined}
      aria-label={`${name}${isGuarded && !isArmed ? ', 2 presses' : ''}: ${note}`}
      onClick={() => {
        // A lit key has nothing to do, except to acknowledge a restart.
        if (lit === null || offer.disabledReason === null) press(action);
      }}
    >
      {children !== undefined && <span className="key-icon">{children}</span>}
      {cap !== null && <kbd>{isGuarded && !isArmed ? `${cap} × 2` : cap}</kbd>}
      <span className="key-name">{name}</span>
      <span className="key-note" dir="auto">
        {note}
      </span>
    </button>
  );
}
