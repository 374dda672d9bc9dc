/** Remembers the text field that has the focus: if it disappears while the operator types, the rest of the word must not become shortcuts. */

/** After a pause this long, the operator is no longer typing a word. */
const pauseMs = 1000;
const endOfTyping = /^(Escape|Enter|Tab|F\d+)$/;

export type LastTextField = {
  /** Returns whether the keystroke goes to a text field, or was meant for the field that has disappeared. */
  readonly receives: (stroke: string, event: KeyboardEvent) => 'typed' | 'meantForIt' | 'no';
  readonly stop: () => void;
};

export function watchLastTextField(): LastTextField {
  let field: Element | null = null;
  let ignoredAtMs: number | null = null;
  const remember = (next: Element | null): void => {
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
      return 'meantForIt';
    },
    stop: () => {
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('pointerdown', forget);
    },
  };
}

function isUsable(field: Element): boolean {
  return field.isConnected && !field.matches(':disabled');
}

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="radio"], [type="range"]), textarea, select');
}
