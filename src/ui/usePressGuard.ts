/** Guards a button whose action changes while it is on screen: a press meant for one action never does the next. */
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { pressTimeMs } from './pressTime.ts';

/** Longer than a double click, and shorter than anyone needs to read another label. */
const unreadForMs = 700;

export type PressGuard = {
  /** Handlers of the button. */
  readonly handlers: { readonly onPointerDown: () => void; readonly onKeyDown: (event: KeyboardEvent) => void };
  /** Whether the press began on this subject, and the subject is not too new. Ends the press. */
  readonly isMeant: () => boolean;
};

/**
 * `known` is a subject that has been on screen already when the button appears; `null` if there is none. `tooNewForMs` is 0 where only
 * the operator changes the subject.
 */
export function usePressGuard(subject: string | null, known: string | null, tooNewForMs = unreadForMs): PressGuard {
  const shownAtMs = useRef(Number.NEGATIVE_INFINITY);
  const shown = useRef(known);
  /** The subject on which the press began; `null` if nothing began it, as with a screen reader's click. */
  const begunOn = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (subject !== null && subject !== shown.current) shownAtMs.current = performance.now();
    shown.current = subject;
  }, [subject]);

  const begin = (): void => {
    begunOn.current = subject;
  };
  return {
    handlers: {
      onPointerDown: begin,
      onKeyDown: (event) => {
        // A key that is held down would do each action in turn.
        if (event.repeat) event.preventDefault();
        else begin();
      },
    },
    isMeant: () => {
      const isSame = begunOn.current === null || begunOn.current === subject;
      begunOn.current = null;
      return isSame && pressTimeMs() - shownAtMs.current >= tooNewForMs;
    },
  };
}
