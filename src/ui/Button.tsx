/** A button that can always be reached: while it can't act, it says why when it is focused, pointed at or pressed. */
import { type ComponentProps, createContext, use, useEffect, useRef } from 'react';
import { capitalise } from '../core/capitalise.ts';
import { useKeptFocus } from './useKeptFocus.ts';

/** Shows the reason, a sentence, when a button that can't act is pressed; each page has its own place for messages. Returns a function that takes it back. */
export const ExplainDisabledContext = createContext<(reason: string) => () => void>(() => () => undefined);

/** Returns a function that shows a reason such as `nothing is waiting` as a sentence. */
export function useExplainDisabled(): (reason: string) => void {
  const explain = use(ExplainDisabledContext);
  return (reason) => explain(`${capitalise(reason)}.`);
}

/** The same for a control's reason, which is taken back once it is no longer true. */
export function useExplainReason(disabledReason: string | null): () => void {
  const explain = use(ExplainDisabledContext);
  const takeBack = useRef<(() => void) | null>(null);
  // Also once the control is gone.
  useEffect(
    () => () => {
      takeBack.current?.();
      takeBack.current = null;
    },
    [disabledReason],
  );
  return () => {
    takeBack.current?.();
    if (disabledReason !== null) takeBack.current = explain(`${capitalise(disabledReason)}.`);
  };
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'onClick'> & {
  /** Why it can't act, as the key's note shows it: `nothing is waiting`; `null` when it can. */
  readonly disabledReason: string | null;
  /** Left out for a button that submits its form. */
  readonly onPress?: () => void;
  /** Explains why it can't act; left out where the reason is all there is to say. */
  readonly onDisabledPress?: () => void;
};

export function Button({ onPress, onDisabledPress, className = 'button', title, ...rest }: ButtonProps) {
  const { disabledReason, ...attributes } = rest;
  const explain = useExplainReason(disabledReason);
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button);
  return (
    <button
      ref={button}
      type="button"
      {...attributes}
      className={className}
      title={disabledReason ?? title}
      aria-disabled={disabledReason === null ? undefined : true}
      onKeyDown={(event) => {
        attributes.onKeyDown?.(event);
        // A browser presses the button again with each repeat of a key that is held down.
        if (event.repeat && event.key === 'Enter') event.preventDefault();
      }}
      onClick={(event) => {
        if (disabledReason === null) {
          onPress?.();
          return;
        }
        // Otherwise a submit button would submit its form.
        event.preventDefault();
        (onDisabledPress ?? explain)();
      }}
    />
  );
}
