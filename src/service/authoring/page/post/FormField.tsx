/** One field of a form with its name, and a blue edge while it differs from what is saved. */
import type { ReactNode } from 'react';

type FormFieldProps = {
  readonly label: string;
  readonly note?: string;
  readonly isChanged: boolean;
  readonly children: ReactNode;
};

export function FormField({ label, note = '', isChanged, children }: FormFieldProps) {
  const aside = isChanged ? 'changed' : note;
  return (
    <div className={isChanged ? 'form-field is-changed' : 'form-field'}>
      <span className="form-label">
        {label}
        {aside === '' ? null : <small>{aside}</small>}
      </span>
      {children}
    </div>
  );
}
