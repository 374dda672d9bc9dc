/** A button that copies a value, and says that it did. */
import { Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';

export function Copy({ value }: { readonly value: string }) {
  const [word, setWord] = useState('Copy');
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setWord('Copied'),
      () => setWord('Not copied: select it'),
    );
    setTimeout(() => setWord('Copy'), 2000);
  };
  return (
    <Button onPress={copy}>
      <CopyIcon aria-hidden="true" />
      <span aria-live="polite">{word}</span>
    </Button>
  );
}

type AddressProps = { readonly label: string; readonly value: string; readonly isWhole: boolean };

/** A value in full with its copy button; one that is not whole can only be read. */
export function Address({ label, value, isWhole }: AddressProps) {
  return (
    <div className="address">
      <span className="address-label">{label}</span>
      <code>{value}</code>
      {isWhole ? <Copy value={value} /> : null}
    </div>
  );
}
