/** Keeps what is known of the last text field for the whole desk. A change of language renders everything in it again, also the field. */
import { type ReactNode, useEffect, useState } from 'react';
import { createLastTextField, LastTextFieldContext } from './lastTextField.ts';

export function KeepLastTextField({ children }: { readonly children: ReactNode }) {
  const [lastTextField] = useState(createLastTextField);
  useEffect(() => lastTextField.watch(), [lastTextField]);
  return <LastTextFieldContext value={lastTextField}>{children}</LastTextFieldContext>;
}
