/** Remembers the text field that has the focus or was requested: if it disappears or never opens, the word typed must not become shortcuts. */

import { createContext } from 'react';

/** After a pause this long, the operator is no longer typing a word. */
const pauseMs = 1000;
/** Nobody has seen a panel this soon after its key, so a character typed then was meant for a field in it. */
const unseenMs = 300;
const endOfTyping = /^(Escape|Enter|Tab|F\d+)$/;
/** Keys with which an operator may leave a field. */
const leaving = /^(Escape|Enter|Tab|F\d+|Arrow\w+|Page\w+|Home|End)$/;

export type LastTextField = {
  /**
   * Returns whether the keystroke goes to a text field, or was meant for a field that has disappeared or never opened. `isHarmless`: it can’t
   * change air, so the first one after a key is obeyed although nobody has seen what that opened.
   */
  readonly receives: (
    stroke: string,
    event: KeyboardEvent,
    isHarmless: boolean,
  ) => 'typed' | 'meantForClosed' | 'meantForMissing' | 'no';
  /** Call after a key that opens a text field: without a field, the word typed next is meant for it too, however late it begins. */
  readonly expect: () => void;
  /** Call after a key that opens a panel or a screen: a word that begins before anybody can have seen it is meant for a field there. */
  readonly expectUnseen: (stroke: string, event: KeyboardEvent) => void;
  /** Begins to follow the focus; returns how to end that. */
  readonly watch: () => () => void;
};

export function createLastTextField(): LastTextField {
  let field: Element | 'missing' | null = null;
  /** Whether the operator pressed no key yet that may leave the field. */
  let isTyping = false;
  /** Whether the desk moved the focus out of the field meanwhile, such as just before it closes the field’s panel. */
  let isLeft = false;
  /** When the last character of a word was ignored, or the first one obeyed. */
  let ignoredAtMs: number | null = null;
  /** The key that opened what nobody has seen yet, and until when. Monotonic milliseconds. */
  let unseen: { readonly stroke: string; untilMs: number } | null = null;
  const remember = (next: typeof field): void => {
    field = next;
    isLeft = false;
    ignoredAtMs = null;
    unseen = null;
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (isTextField(target)) {
      remember(target);
      isTyping = true;
    } else if (field === null || (isUsable(field) && !isTyping)) remember(null);
    else isLeft = true;
  };
  // A field may keep the key from the desk.
  const onKey = ({ target, key }: KeyboardEvent): void => {
    if (isTextField(target)) isTyping = !leaving.test(key);
  };
  const forget = (): void => remember(null);
  return {
    receives: (stroke, { target, timeStamp }, isHarmless) => {
      if (isTextField(target)) {
        remember(endOfTyping.test(stroke) ? null : target);
        return 'typed';
      }
      // The same key closes it, and repeats while it is held down.
      if (unseen !== null && stroke === unseen.stroke && ignoredAtMs === null) return 'no';
      const wasSeen = unseen !== null && ignoredAtMs === null && timeStamp >= unseen.untilMs;
      const isCharacter = stroke.replace('Shift+', '').length === 1;
      const hasPaused = ignoredAtMs !== null && timeStamp - ignoredAtMs >= pauseMs;
      if (field === null || (isUsable(field) && !isLeft) || wasSeen || hasPaused || !isCharacter) {
        remember(null);
        return 'no';
      }
      const isObeyed = isHarmless && unseen !== null && ignoredAtMs === null;
      // It can also be the first of a word.
      ignoredAtMs = timeStamp;
      if (isObeyed) return 'no';
      return field === 'missing' || isUsable(field) ? 'meantForMissing' : 'meantForClosed';
    },
    expect: () => {
      if (!isTextField(document.activeElement)) remember('missing');
    },
    expectUnseen: (stroke, { timeStamp }) => {
      const typedAtMs = ignoredAtMs;
      remember('missing');
      ignoredAtMs = typedAtMs;
      const opened = { stroke, untilMs: Number.POSITIVE_INFINITY };
      unseen = opened;
      // A busy desk shows it late.
      afterNextPaint(() => {
        opened.untilMs = Math.max(timeStamp + unseenMs, performance.now());
      });
    },
    watch: () => {
      window.addEventListener('focusin', onFocus);
      window.addEventListener('keydown', onKey, true);
      window.addEventListener('pointerdown', forget);
      return () => {
        window.removeEventListener('focusin', onFocus);
        window.removeEventListener('keydown', onKey, true);
        window.removeEventListener('pointerdown', forget);
      };
    },
  };
}

/** The first frame is drawn before the second begins. */
function afterNextPaint(run: () => void): void {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

function isUsable(field: Element | 'missing'): boolean {
  return field !== 'missing' && field.isConnected && !field.matches(':disabled');
}

export const LastTextFieldContext = createContext<LastTextField>(createLastTextField());

export function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="radio"], [type="range"]), textarea, select');
}
