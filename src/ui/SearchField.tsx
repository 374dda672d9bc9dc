/** The search field of a list. */
import { Search } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

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
    <label className={className === undefined ? 'find' : `find ${className}`}>
      <Search />
      <input {...input} aria-label={label} spellCheck={false} onChange={(event) => onChange(event.target.value)} />
      {end}
    </label>
  );
}
