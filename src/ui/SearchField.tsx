/** The search field of a list. */
import { Search } from 'lucide-react';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';

type SearchFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'children' | 'className'> & {
  readonly value: string;
  readonly label: string;
  /** Its key, or the number of matches. */
  readonly end?: ReactNode;
  /** Of the whole field. */
  readonly className?: string;
  readonly onChange: (value: string) => void;
};

export function SearchField({ label, end, className, onChange, ...input }: SearchFieldProps) {
  return (
    <label className={className === undefined ? 'find' : `find ${className}`} onMouseDown={keepFocus}>
      <Search />
      <input {...input} aria-label={label} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
      {end}
    </label>
  );
}

/** A press on the icon or the key must not take the focus from the field, nor from where Escape returns it to. */
function keepFocus(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof HTMLInputElement)) event.preventDefault();
}
