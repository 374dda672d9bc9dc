/** A button that copies text and shows whether copying worked. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

const resultShownMs = 2000;

type CopyButtonProps = {
  readonly text: string;
  /** For screen readers. */
  readonly name: string;
  readonly label: string;
};

export function CopyButton({ text, name, label }: CopyButtonProps) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (result === null) return;
    const timer = setTimeout(() => setResult(null), resultShownMs);
    return () => clearTimeout(timer);
  }, [result]);
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => setResult('copied'),
      () => setResult('failed'),
    );
  };
  return (
    <button type="button" className="button" aria-label={name} onClick={copy}>
      {result === 'copied' ? (
        <Check className="icon" aria-hidden="true" />
      ) : (
        <Copy className="icon" aria-hidden="true" />
      )}
      {result === null ? label : result === 'copied' ? 'Copied' : 'Not copied. Select and copy the text'}
    </button>
  );
}
