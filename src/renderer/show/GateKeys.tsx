/** The six keys of the gate: fixed places, lit when they are on, saying why when they rest. */
import { ArrowRight, Ban, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SentAction } from '../keys/actions.ts';
import { capOf, useKeymap } from '../keys/keymap.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { useHand } from '../state/hand.ts';
import { FrameEmpty, GateOpen, GateShut } from '../ui/Icon.tsx';
import { restartedAt } from '../words/stripFacts.ts';
import { clockTime } from '../words/time.ts';

export function GateKeys() {
  const { feed, state, offers, isCutOff } = useDesk();
  const isHeld = feed.gate === 'held' && !isCutOff;
  const isCleared = feed.gate === 'cleared' && !isCutOff;
  const restart = feed.restored ? restartedAt(state, feed) : null;
  const since = restart === null ? `since ${clockTime(feed.gateSince)}` : `restored ${clockTime(restart)}`;
  const isReady = offers.takeAll.reason === null;
  return (
    <fieldset className="keys" aria-label="The gate">
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
      <Key action="takeRemovals" name="REMOVALS" kind="" lit={null} isPressed={null}>
        <Minus className="icon" aria-hidden="true" />
      </Key>
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
  /** What it says while it is on; null while it is not. */
  readonly lit: string | null;
  readonly isPressed: boolean | null;
  readonly children: ReactNode;
};

function Key({ action, name, kind, lit, isPressed, children }: KeyProps) {
  const { offers, feed } = useDesk();
  const { press } = useHands();
  const keymap = useKeymap();
  const isArmed = useHand((hand) => hand.armed?.id === action);
  const isWorking = useHand((hand) => hand.working.has(action));
  const offer = offers[action];
  const isResting = offer.reason !== null && lit === null;
  const cap = capOf(keymap, action);
  const isTwice = action === 'clear' && lit === null;
  const note = isArmed ? `takes ${feed.counts.onAir} off` : (lit ?? offer.note);
  return (
    <button
      type="button"
      className={`key ${isArmed ? 'is-armed' : kind}${isWorking ? ' is-working' : ''}`}
      disabled={isResting}
      aria-pressed={isPressed ?? undefined}
      aria-label={`${isArmed ? `${name}, press again` : name}${isTwice ? ', twice' : ''}: ${note}`}
      onClick={() => {
        // A key that is lit has nothing to do, but after a restart it says that somebody looked.
        if (lit === null || offer.reason === null) press(action);
      }}
    >
      <span className="key-icon">{children}</span>
      {cap !== null && <kbd>{isTwice && !isArmed ? `${cap} × 2` : cap}</kbd>}
      <span className="key-name">{isArmed ? 'AGAIN?' : name}</span>
      <span className="key-note" dir="auto">
        {note}
      </span>
    </button>
  );
}
