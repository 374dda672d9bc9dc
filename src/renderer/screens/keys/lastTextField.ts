/** Remembers the text field that has the focus or was requested: if it disappears or never opens, the word typed must not become shortcuts. */

/** After a pause this long, the operator is no longer typing a word. */
const pauseMs = 1000;
/** Typing begins this soon after the key that opens a field. */
const firstKeyWithinMs = 2000;
const endOfTyping = /^(Escape|Enter|Tab|F\d+)$/;

/** `missing`: the field never opened; `notChosen`: a panel with fields opened, and none has the focus. */
type NoField = 'missing' | 'notChosen';

export type LastTextField = {
  /** Returns whether the keystroke goes to a text field, or was meant for the field that has disappeared. */
  readonly receives: (stroke: string, event: KeyboardEvent) => 'typed' | 'meantForClosed' | NoField | 'no';
  /** Call after a key that opens a text field, with its time: without a field, what is typed next is meant for it too. */
  readonly expect: (pressedAtMs: number) => void;
  readonly stop: () => void;
};

export function watchLastTextField(): LastTextField {
  let field: Element | NoField | null = null;
  let ignoredAtMs: number | null = null;
  const remember = (next: typeof field): void => {
    field = next;
    ignoredAtMs = null;
  };
  const expectField = (kind: NoField, pressedAtMs: number): void => {
    remember(kind);
    ignoredAtMs = pressedAtMs + firstKeyWithinMs - pauseMs;
  };
  const onFocus = ({ target, relatedTarget, timeStamp }: FocusEvent): void => {
    if (isTextField(target)) remember(target);
    else if (isOpenedPanel(target, relatedTarget)) expectField('notChosen', timeStamp);
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
      return typeof field === 'string' ? field : 'meantForClosed';
    },
    expect: (pressedAtMs) => {
      if (isTextField(document.activeElement)) return;
      expectField('missing', pressedAtMs);
    },
    stop: () => {
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('pointerdown', forget);
    },
  };
}

/** Not when the panel gets the focus of an element in it that disappears. */
function isOpenedPanel(target: EventTarget | null, previous: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement) || !target.matches('[data-has-fields]')) return false;
  return !(previous instanceof Node && target.contains(previous));
}

function isUsable(field: Element | NoField): boolean {
  return typeof field !== 'string' && field.isConnected && !field.matches(':disabled');
}

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="radio"], [type="range"]), textarea, select');
}
