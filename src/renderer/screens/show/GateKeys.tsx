/** The six gate keys, in fixed positions: lit while active, and with a reason while disabled. */

import { ArrowRight, Ban } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { FrameEmpty, GateOpen, GateShut } from '../../../ui/Icon.tsx';
import { useSecondPress } from '../../../ui/secondPress.ts';
import { formatClockTime } from '../../../ui/time.ts';
import { useIsSending } from '../../engine/useCommand.ts';
import { actionInfo, type SentAction } from '../../model/actions.ts';
import { restartTimeOf } from '../../model/words/stripFacts.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { useActionState, useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';

export function GateKeys() {
  const isDisconnected = useIsDisconnected();
  const gate = useDesk(({ feed }) => feed.gate);
  const since = useComputed(({ state, feed }) => {
    const restart = feed.restored ? restartTimeOf(state, feed) : null;
    return restart === null ? `since ${formatClockTime(feed.gateSince)}` : `restored ${formatClockTime(restart)}`;
  });
  const isHeld = gate === 'held' && !isDisconnected;
  const isCleared = gate === 'cleared' && !isDisconnected;
  const isReady = useActionState('takeAll').disabledReason === null;
  return (
    <fieldset className="keys" aria-label="Gate keys">
      <Key
        action="hold"
        litName="HELD"
        className={isHeld ? 'is-lit-held' : ''}
        litNote={isHeld ? since : null}
        isPressed={isHeld}
      >
        <GateShut />
      </Key>
      <Key action="release" litName={null} className="" litNote={null} isPressed={null}>
        <GateOpen />
      </Key>
      <Key action="takeAll" litName={null} className={isReady ? 'is-ready' : ''} litNote={null} isPressed={null}>
        <ArrowRight />
      </Key>
      <Key action="takeRemovals" litName={null} className="is-two-lines" litNote={null} isPressed={null} />
      <Key action="block" litName={null} className="" litNote={null} isPressed={null}>
        <Ban />
      </Key>
      <Key
        action="clear"
        litName="CLEARED"
        className={isCleared ? 'is-lit-cleared' : isDisconnected ? '' : 'is-two-press'}
        litNote={isCleared ? since : null}
        isPressed={isCleared}
      >
        <FrameEmpty />
      </Key>
    </fieldset>
  );
}

type KeyProps = {
  readonly action: SentAction;
  /** The name while the key is lit; `null` if it never is. */
  readonly litName: string | null;
  readonly className: string;
  /** The note while the key is lit; `null` while it is not. */
  readonly litNote: string | null;
  readonly isPressed: boolean | null;
  /** The icon; left out where the name takes two lines. */
  readonly children?: ReactNode;
};

function Key({ action, litName, className, litNote, isPressed, children }: KeyProps) {
  const { press } = useDeskControls();
  const keymap = useKeymap();
  const isArmed = useSecondPress().armed?.id === action;
  const actionState = useActionState(action);
  const keyLabel = keyLabelOf(keymap, action);
  const { title, needsSecondPress } = actionInfo[action];
  const isWorking = useIsSending(title);
  const name = litNote === null || litName === null ? title.toUpperCase() : litName;
  const isTwoPress = needsSecondPress && litNote === null;
  const pressAgain = keyLabel === null ? 'press again' : `press ${keyLabel} again`;
  const note = isArmed ? pressAgain : (litNote ?? actionState.note);
  return (
    <Button
      className={`key ${isArmed ? 'is-armed' : className}${isWorking ? ' is-sending' : ''}`}
      disabledReason={litNote === null ? actionState.disabledReason : null}
      aria-pressed={isPressed ?? undefined}
      aria-label={`${name}${isTwoPress && !isArmed ? ', 2 presses' : ''}: ${note}`}
      onPress={() => {
        // A lit key only acknowledges a restart.
        if (litNote === null || actionState.disabledReason === null) press(action);
      }}
    >
      {children !== undefined && <span className="key-icon">{children}</span>}
      {keyLabel !== null && <kbd>{isTwoPress && !isArmed ? `${keyLabel} × 2` : keyLabel}</kbd>}
      <span className="key-name">{name}</span>
      <span className="key-note" dir="auto">
        {note}
      </span>
    </Button>
  );
}
