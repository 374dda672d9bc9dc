/** A labelled form field, with a blue edge while it differs from the saved post. */
import type { ReactNode } from 'react';

type FormFieldProps = {
  readonly label: string;
  readonly note?: string;
  readonly isChanged: boolean;
  readonly children: ReactNode;
};

export function FormField({ label, note = '', isChanged, children }: FormFieldProps) {
  const hint = isChanged ? 'changed' : note;
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
