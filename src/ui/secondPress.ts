/** The second press: the first press of an action with wide effects arms it, the second confirms it, and anything else cancels. */
import { createContext, use, useSyncExternalStore } from 'react';
import { pressTimeMs } from './pressTime.ts';

export type Armed = {
  readonly id: string;
  /** The post, feed or other subject; a second press counts only for the same one. */
  readonly target: string;
  /** For example `Press C again within 2 seconds to clear all 6 posts.` */
  readonly sentence: string;
};

export type SecondPress = {
  readonly armed: () => Armed | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Arms on the first press; returns whether this press is the second. */
  readonly press: (action: Armed) => boolean;
  /** For a sentence that is no longer true. */
  readonly cancel: () => void;
};

export const armedForMs = 2000;
/** A second press sooner than this is a bounce or a double click. */
const bounceMs = 150;
const modifierKeys = ['Shift', 'Control', 'Alt', 'Meta'];

export function createSecondPress(durationMs: number): SecondPress {
  const listeners = new Set<() => void>();
  let armed: Armed | null = null;
  let armedAtMs = 0;
  /** Earlier than `armedAtMs` if the page was busy. */
  let firstPressedAtMs = 0;
  let pressCount = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const setArmed = (next: Armed | null): void => {
    clearTimeout(timer);
    armed = next;
    if (next === null) {
      for (const type of ['keydown', 'click']) window.removeEventListener(type, cancelUnlessPressed, true);
    } else {
      armedAtMs = performance.now();
      firstPressedAtMs = pressTimeMs();
      timer = setTimeout(() => setArmed(null), durationMs);
      for (const type of ['keydown', 'click']) window.addEventListener(type, cancelUnlessPressed, true);
    }
    for (const listener of listeners) listener();
  };

  /** Cancels after the page’s own handlers have run, unless one of them pressed. */
  const cancelUnlessPressed = (event: Event): void => {
    if (event instanceof KeyboardEvent) {
      // A key that is held down must not press a focused button again.
      if (event.repeat) event.preventDefault();
      if (event.repeat || modifierKeys.includes(event.key)) return;
      if (event.key === 'Escape') {
        event.stopImmediatePropagation();
        setArmed(null);
        return;
      }
      // Space presses a button when it is released.
      if (event.key === ' ' && event.target instanceof HTMLButtonElement) return;
    }
    const countBefore = pressCount;
    setTimeout(() => {
      if (armed !== null && pressCount === countBefore) setArmed(null);
    });
  };

  return {
    armed: () => armed,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    press: (action) => {
      pressCount += 1;
      const pressedAtMs = pressTimeMs();
      // On a busy page, both presses can come before the first is handled.
      const sinceMs = pressedAtMs - (pressedAtMs < armedAtMs ? firstPressedAtMs : armedAtMs);
      // The timer can be late too.
      const isLate = sinceMs > durationMs;
      if (armed === null || isLate || armed.id !== action.id || armed.target !== action.target) {
        setArmed(action);
        return false;
      }
      if (sinceMs < bounceMs) return false;
      setArmed(null);
      return true;
    },
    cancel: () => setArmed(null),
  };
}

export const SecondPressContext = createContext<SecondPress | null>(null);

/** The armed action, or `null`; `press`, which returns whether a press is the second; and `cancel`. */
export function useSecondPress(): { readonly armed: Armed | null } & Pick<SecondPress, 'press' | 'cancel'> {
  const secondPress = use(SecondPressContext);
  if (secondPress === null) throw new Error('useSecondPress must be used inside SecondPressContext');
  const { subscribe, press, cancel } = secondPress;
  return { armed: useSyncExternalStore(subscribe, secondPress.armed), press, cancel };
}
