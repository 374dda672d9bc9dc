/** A button that copies text and says whether copying worked, and a labelled value with such a button. */

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { say } from '../core/language/say.ts';

const resultShownMs = 2000;

type CopyButtonProps = {
  readonly text: string;
  /** For screen readers. */
  readonly name: string;
  readonly label: string;
};

export function CopyButton({ text, name, label }: CopyButtonProps) {
  const [last, setLast] = useState<{ readonly of: string; readonly result: 'copied' | 'failed' } | null>(null);
  useEffect(() => {
    if (last === null) return;
    const timer = setTimeout(() => setLast(null), resultShownMs);
    return () => clearTimeout(timer);
  }, [last]);
  // The button can get another text meanwhile, which has not been copied.
  const result = last?.of === text ? last.result : null;
  const copy = async (): Promise<void> => {
    try {
      // A page from another machine over plain HTTP has no clipboard.
      await navigator.clipboard.writeText(text);
      setLast({ of: text, result: 'copied' });
    } catch {
      setLast({ of: text, result: 'failed' });
    }
  };
  const Icon = result === 'copied' ? Check : Copy;
  return (
    <button
      type="button"
      className="button"
      aria-label={result === null ? name : undefined}
      onClick={() => void copy()}
    >
      <Icon />
      <span aria-live="polite">
        {result === null ? label : result === 'copied' ? say('Copied') : say('Not copied. Select and copy the text')}
      </span>
    </button>
  );
}

type CopyableValueProps = {
  readonly label: string;
  readonly value: string;
  /** The button's name for screen readers; `null` for no button. */
  readonly copyName: string | null;
};

export function CopyableValue({ label, value, copyName }: CopyableValueProps) {
  return (
    <div className="address">
      <span className="address-label">{label}</span>
      <code>{value}</code>
      {copyName !== null && <CopyButton text={value} name={copyName} label={say('Copy')} />}
    </div>
  );
}
