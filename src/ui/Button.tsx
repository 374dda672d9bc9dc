/** A button that can always be reached: while it can't act, it says why when it is focused, pointed at or pressed. */
import { type ComponentProps, createContext, use, useRef } from 'react';
import { capitalise } from '../core/capitalise.ts';
import { useKeptFocus } from './useKeptFocus.ts';

/** Shows the reason, a sentence, when a button that can't act is pressed; each page has its own place for messages. */
export const ExplainDisabledContext = createContext<(reason: string) => void>(() => undefined);

/** Returns a function that shows a reason such as `nothing is waiting` as a sentence. */
export function useExplainDisabled(): (reason: string) => void {
  const explain = use(ExplainDisabledContext);
  return (reason) => explain(`${capitalise(reason)}.`);
}

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled' | 'onClick'> & {
  /** Why it can't act, as the key's note shows it: `nothing is waiting`; `null` when it can. */
  readonly disabledReason: string | null;
  /** Left out for a button that submits its form. */
  readonly onPress?: () => void;
};

export function Button({ disabledReason, onPress, className = 'button', title, ...rest }: ButtonProps) {
  const explain = useExplainDisabled();
  const button = useRef<HTMLButtonElement>(null);
  useKeptFocus(button);
  return (
    <button
      ref={button}
      type="button"
      {...rest}
      className={className}
      title={disabledReason ?? title}
      aria-disabled={disabledReason === null ? undefined : true}
      onClick={(event) => {
        if (disabledReason === null) {
          onPress?.();
          return;
        }
        // Otherwise a submit button would submit its form.
        event.preventDefault();
        explain(disabledReason);
      }}
    />
  );
}
