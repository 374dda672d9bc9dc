/** A button that copies words and says that it did, or that it could not. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

const saidForMs = 2000;

type CopyButtonProps = {
  readonly words: string;
  /** What a screen reader says of it. */
  readonly name: string;
  /** What stands on it. */
  readonly label: string;
};

export function CopyButton({ words, name, label }: CopyButtonProps) {
  const [said, setSaid] = useState<'copied' | 'failed' | null>(null);
  useEffect(() => {
    if (said === null) return;
    const timer = setTimeout(() => setSaid(null), saidForMs);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = (): void => {
    navigator.clipboard.writeText(words).then(
      () => setSaid('copied'),
      () => setSaid('failed'),
    );
  };
  return (
    <button type="button" className="button" aria-label={name} onClick={copy}>
      {said === 'copied' ? <Check className="icon" aria-hidden="true" /> : <Copy className="icon" aria-hidden="true" />}
      {said === null ? label : said === 'copied' ? 'Copied' : 'Select it and copy'}
    </button>
  );
}
