/** Remembers the text field that has the focus or was requested: if it disappears or never opens, the word typed must not become shortcuts. */

/** After a pause this long, the operator is no longer typing a word. */
const pauseMs = 1000;
/** Nobody has seen a panel this soon after its key, so a character typed then was meant for a field in it. */
const unseenMs = 300;
const endOfTyping = /^(Escape|Enter|Tab|F\d+)$/;

export type LastTextField = {
  /** Returns whether the keystroke goes to a text field, or was meant for a field that has disappeared or never opened. `isFind`: it opens the search field. */
  readonly receives: (
    stroke: string,
    event: KeyboardEvent,
    isFind: boolean,
  ) => 'typed' | 'meantForClosed' | 'meantForMissing' | 'no';
  /** Call after a key that opens a text field: without a field, the word typed next is meant for it too, however late it begins. */
  readonly expect: () => void;
  /** Call after a key that opens a panel or a screen: a word that begins before anybody can have seen it is meant for a field there. */
  readonly expectUnseen: (stroke: string, event: KeyboardEvent) => void;
  readonly stop: () => void;
};

export function watchLastTextField(): LastTextField {
  let field: Element | 'missing' | null = null;
  let ignoredAtMs: number | null = null;
  /** The key that opened what nobody has seen yet, and until when. Monotonic milliseconds. */
  let unseen: { readonly stroke: string; untilMs: number } | null = null;
  const remember = (next: typeof field): void => {
    field = next;
    ignoredAtMs = null;
    unseen = null;
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
    receives: (stroke, { target, timeStamp }, isFind) => {
      if (isTextField(target)) {
        remember(endOfTyping.test(stroke) ? null : target);
        return 'typed';
      }
      // The same key closes it, and repeats while it is held down. The search field is in it.
      if (unseen !== null && (stroke === unseen.stroke || isFind) && ignoredAtMs === null) return 'no';
      const wasSeen = unseen !== null && ignoredAtMs === null && timeStamp >= unseen.untilMs;
      const isCharacter = stroke.replace('Shift+', '').length === 1;
      const hasPaused = ignoredAtMs !== null && timeStamp - ignoredAtMs >= pauseMs;
      if (field === null || isUsable(field) || wasSeen || hasPaused || !isCharacter) {
        remember(null);
        return 'no';
      }
      ignoredAtMs = timeStamp;
      return field === 'missing' ? 'meantForMissing' : 'meantForClosed';
    },
    expect: () => {
      if (!isTextField(document.activeElement)) remember('missing');
    },
    expectUnseen: (stroke, { timeStamp }) => {
      remember('missing');
      const opened = { stroke, untilMs: Number.POSITIVE_INFINITY };
      unseen = opened;
      // A busy desk shows it late.
      afterNextPaint(() => {
        opened.untilMs = Math.max(timeStamp + unseenMs, performance.now());
      });
    },
    stop: () => {
      window.removeEventListener('focusin', onFocus);
      window.removeEventListener('pointerdown', forget);
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

function isTextField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type="radio"], [type="range"]), textarea, select');
}
