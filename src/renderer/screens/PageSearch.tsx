/** The search field of a screen other than Show. */
import { Search } from 'lucide-react';
import { KeyCap } from './KeyCap.tsx';

type PageSearchProps = {
  readonly value: string;
  readonly placeholder: string;
  readonly label: string;
  readonly onChange: (value: string) => void;
};

export function PageSearch({ value, placeholder, label, onChange }: PageSearchProps) {
  return (
    <label className="find">
      <Search />
      <input
        id="find-page"
        value={value}
        placeholder={placeholder}
        aria-label={label}
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
      <KeyCap action="find" />
    </label>
  );
}
