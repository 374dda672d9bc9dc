/** The six gate keys, in fixed positions: lit while active, and with a reason while disabled. */

import { ArrowRight, Ban } from 'lucide-react';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react';
import { say } from '../../../core/language/say.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button, useExplainDisabled } from '../../../ui/Button.tsx';
import { FrameEmpty, GateOpen, GateShut } from '../../../ui/Icon.tsx';
import { useSecondPress } from '../../../ui/secondPress.ts';
import { usePressGuard } from '../../../ui/usePressGuard.ts';
import { useIsSending } from '../../engine/useCommand.ts';
import { actionInfo, putsNewPostsOnAir, type SentAction } from '../../model/actions.ts';
import { gateSetOf } from '../../model/gateSet.ts';
import { restartTimeOf } from '../../model/words/stripFacts.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { useActionState, useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { useDeskControls } from '../controls.ts';

export function GateKeys() {
  const isDisconnected = useIsDisconnected();
  const gate = useDesk(({ feed }) => feed.gate);
  const since = useComputed(({ state, feed }, nowMs) => {
    const restart = feed.restored ? restartTimeOf(state, feed) : null;
    return restart === null
      ? say('since {time}', { time: formatDayTime(gateSetOf(feed).since, nowMs) })
      : say('restored {time}', { time: formatDayTime(restart, nowMs) });
  });
  const isHeld = gate === 'held' && !isDisconnected;
  const isCleared = gate === 'cleared' && !isDisconnected;
  const isReady = useActionState('takeAll').disabledReason === null;
  return (
    <fieldset ref={useBlurOnFeedChange()} className="keys" aria-label={say('Gate keys')}>
      <Key
        action="hold"
        className={isHeld ? 'is-lit-held' : ''}
        lit={isHeld ? { name: say('HELD'), note: since } : null}
      >
        <GateShut />
      </Key>
      <Key action="release">
        <GateOpen />
      </Key>
      <Key action="takeAll" className={isReady ? 'is-ready' : ''}>
        <ArrowRight />
      </Key>
      <Key action="takeRemovals" className="is-two-lines" />
      <Key action="block">
        <Ban />
      </Key>
      <Key
        action="clear"
        className={isCleared ? 'is-lit-cleared' : ''}
        lit={isCleared ? { name: say('CLEARED'), note: since } : null}
      >
        <FrameEmpty />
      </Key>
    </fieldset>
  );
}

/** After another feed was selected, Enter and Space must not press the focused key there. */
function useBlurOnFeedChange() {
  const keys = useRef<HTMLFieldSetElement>(null);
  const slug = useDesk(({ feed }) => feed.slug);
  const shownSlug = useRef(slug);
  useLayoutEffect(() => {
    if (shownSlug.current === slug) return;
    shownSlug.current = slug;
    const focused = document.activeElement;
    if (focused instanceof HTMLElement && keys.current?.contains(focused) === true) focused.blur();
  }, [slug]);
  return keys;
}

type KeyProps = {
  readonly action: SentAction;
  readonly className?: string;
  /** Its name and note while it is lit; `null` while it is not, left out if it never is. */
  readonly lit?: { readonly name: string; readonly note: string } | null;
  /** The icon; left out where the name takes two lines. */
  readonly children?: ReactNode;
};

function Key({ action, className = '', lit, children }: KeyProps) {
  const { press } = useDeskControls();
  const keymap = useKeymap();
  const isArmed = useSecondPress().armed?.id === action;
  const actionState = useActionState(action);
  const keyLabel = keyLabelOf(keymap, action);
  const slug = useDesk(({ feed }) => feed.slug);
  const liveVersion = useDesk(({ feed }) => (putsNewPostsOnAir(action) ? feed.pending.liveVersion : null));
  const subject = [slug, actionState.itemId, liveVersion].join(' ');
  const { handlers, isMeant } = usePressGuard(subject, subject, 0);
  const explain = useExplainDisabled();
  const { title, needsSecondPress } = actionInfo[action];
  const isWorking = useIsSending(title);
  const isLit = lit != null;
  const name = lit?.name ?? say(title).toUpperCase();
  // Block needs a second press only for several posts.
  const isTwoPress = (needsSecondPress || actionState.confirm !== null) && !isLit;
  const border = isTwoPress && actionState.disabledReason === null ? ' is-two-press' : '';
  const pressAgain = keyLabel === null ? say('press again') : say('press {key} again', { key: keyLabel });
  const note = isArmed ? pressAgain : (lit?.note ?? actionState.note);
  const isName = !isArmed && !isLit && actionState.itemId !== null;
  return (
    <Button
      className={`key ${isArmed ? 'is-armed' : `${className}${border}`}${isWorking ? ' is-sending' : ''}${name.length > maxNameLength ? ' has-long-name' : ''}${isName ? '' : noteClassOf(note)}`}
      disabledReason={isLit ? null : actionState.disabledReason}
      aria-pressed={lit === undefined ? undefined : isLit}
      aria-label={
        isTwoPress && !isArmed
          ? say('{name}, 2 presses: {note}', { name, note })
          : say('{name}: {note}', { name, note })
      }
      {...handlers}
      onPress={() => {
        if (!isMeant()) explain(say('the key changed as you pressed'));
        // A lit key only acknowledges a restart.
        else if (!isLit || actionState.disabledReason === null) press(action);
      }}
      onDisabledPress={() => press(action)}
    >
      {children !== undefined && <span className="key-icon">{children}</span>}
      {keyLabel !== null && <kbd>{isTwoPress && !isArmed ? `${keyLabel} × 2` : keyLabel}</kbd>}
      <span className="key-name" style={scaleToFit(name)}>
        {name}
      </span>
      <span className={isName ? 'key-note is-outside' : 'key-note'} dir="auto" title={isName ? note : undefined}>
        {note}
      </span>
    </Button>
  );
}

/** As many characters fit in one line of a key: at 1280 px in the usual font and in a narrow one, and at 1920 px. A longer note takes two lines, and the icon’s room. */
function noteClassOf({ length }: string): string {
  const lengths = [14, 16, 20];
  return [' has-narrow-note', ' has-long-note', ' has-longer-note']
    .filter((_, index) => length > (lengths[index] ?? 0))
    .join('');
}

/** English names are shorter, except of keys with two lines. A longer name takes the icon’s line too. */
const maxNameLength = 9;

/** In languages with longer words than English, the longer of two lines decides how small a name is. */
function scaleToFit(name: string): CSSProperties {
  const words = name.split(' ').map(({ length }) => length);
  const halfLength = name.length > maxNameLength ? Math.ceil(name.length / 2) + 1 : 0;
  return { '--line-length': Math.max(halfLength, ...words) } as CSSProperties;
}
