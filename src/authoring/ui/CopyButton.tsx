/** A button that copies a value and confirms it. */
import { Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { Button } from './Button.tsx';

export function CopyButton({ value }: { readonly value: string }) {
  const [label, setLabel] = useState('Copy');
  const copy = () => {
    navigator.clipboard.writeText(value).then(
      () => setLabel('Copied'),
      () => setLabel('Not copied. Select and copy the text'),
    );
    setTimeout(() => setLabel('Copy'), 2000);
  };
  return (
    <Button onPress={copy}>
      <CopyIcon aria-hidden="true" />
      <span aria-live="polite">{label}</span>
    </Button>
  );
}

type CopyableValueProps = { readonly label: string; readonly value: string; readonly hasCopyButton: boolean };

/** A labelled value, with an optional copy button. */
export function CopyableValue({ label, value, hasCopyButton }: CopyableValueProps) {
  return (
    <div className="address">
      <span className="address-label">{label}</span>
      <code>{value}</code>
      {hasCopyButton ? <CopyButton value={value} /> : null}
    </div>
  );
}
