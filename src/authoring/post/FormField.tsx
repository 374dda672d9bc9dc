/** A labelled form field, with a blue edge while it differs from the saved post. */

import type { ReactNode } from 'react';
import { say } from '../../core/language/say.ts';

type FormFieldProps = {
  readonly label: string;
  readonly note?: string;
  readonly isChanged: boolean;
  readonly children: ReactNode;
};

export function FormField({ label, note = '', isChanged, children }: FormFieldProps) {
  const hint = isChanged ? say('changed||a field') : note;
  return (
    <div className={isChanged ? 'form-field is-changed' : 'form-field'}>
      <span className="form-label">
        {label}
        {hint === '' ? null : <small>{hint}</small>}
      </span>
      {children}
    </div>
  );
}
