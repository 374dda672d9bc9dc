/** Remembers the text field that has the focus or was requested: if it disappears or never opens, the word typed must not become shortcuts. */

/** After a pause this long, the operator is no longer typing a word. */
const pauseMs = 1000;
const endOfTyping = /^(Escape|Enter|Tab|F\d+)$/;

export type LastTextField = {
  /** Returns whether the keystroke goes to a text field, or was meant for a field that has disappeared or never opened. */
  readonly receives: (stroke: string, event: KeyboardEvent) => 'typed' | 'meantForClosed' | 'meantForMissing' | 'no';
  /** Call after a key that opens a text field: without a field, the word typed next is meant for it too, however late it begins. */
  readonly expect: () => void;
  readonly stop: () => void;
};

export function watchLastTextField(): LastTextField {
  let field: Element | 'missing' | null = null;
  let ignoredAtMs: number | null = null;
  const remember = (next: typeof field): void => {
    field = next;
    ignoredAtMs = null;
  };
  const onFocus = ({ target }: FocusEvent): void => {
    if (isTextField(target)) remember(target);
    // Otherwise the desk moved the focus because the field disappeared.
    else if (field === null || isUsable(field)) remember(null);
  };
  const forget = (): void => remember(null);
  window.addEventListener('focusin', onFocus);
  window.addEventListener('pointerdown', forget);
  return {
    receives: (stroke, { target, timeStamp }) => {
      if (isTextField(target)) {
        remember(endOfTyping.test(stroke) ? null : target);
        return 'typed';
      }
      const isCharacter = stroke.replace('Shift+', '').length === 1;
      const hasPaused = ignoredAtMs !== null && timeStamp - ignoredAtMs >= pauseMs;
      if (field === null || isUsable(field) || hasPaused || !isCharacter) {
        remember(null);
        return 'no';
      }
      ignoredAtMs = timeStamp;
      return field === 'missing' ? 'meantForMissing' : 'meantForClosed';
    },
    expect: () => {
      if (!isTextField(document.activeElement)) remember('missing');
    },
    stop: () => {
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('pointerdown', forget);
    },
  };
}

function isUsable(field: Element | 'missing'): boolean {
  return field !== 'missing' && field.isConnected && !field.matches(':disabled');
}

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="radio"], [type="range"]), textarea, select');
}
