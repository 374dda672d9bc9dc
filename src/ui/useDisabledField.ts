/** A text field that can't be edited now keeps the focus, because keys pressed after a focused field is disabled become shortcuts. */
import type { ComponentProps } from 'react';
import { useExplainReason } from './Button.tsx';

/** Returns the input's properties; typing shows the reason, such as `not connected`. */
export function useDisabledField(disabledReason: string | null): ComponentProps<'input'> {
  const explain = useExplainReason(disabledReason);
  if (disabledReason === null) return {};
  return {
    readOnly: true,
    'aria-disabled': true,
    title: disabledReason,
    onKeyDown: ({ key, ctrlKey, metaKey }) => {
      if (!ctrlKey && !metaKey && (key.length === 1 || key === 'Backspace')) explain();
    },
  };
}
