/** Small signs: lamps, source marks, faces and the empty frame; each a shape and a word. */
import { CircleAlert, CircleCheck, Loader, Minus, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import type { LampKind } from '../state/words.ts';

const lampIcons = { good: CircleCheck, wait: Loader, warn: TriangleAlert, bad: CircleAlert, off: Minus } as const;

export function Lamp({ kind, words }: { readonly kind: LampKind; readonly words: string }) {
  const Icon = lampIcons[kind];
  return (
    <span className={`lamp is-${kind}`}>
      <Icon aria-hidden="true" />
      {words}
    </span>
  );
}

const sourceShapes: Readonly<Record<string, { readonly letters: string; readonly path: string }>> = {
  INSTAGRAM: { letters: 'IG', path: 'M3 1h22v18H3z' },
  FACEBOOK: { letters: 'FB', path: 'M12 1h4a9 9 0 0 1 0 18h-4a9 9 0 0 1 0-18z' },
  WHATSAPP: { letters: 'WA', path: 'M3 1h22v18H8l-5 3z' },
};

/** Letters in a shape of their own for the sources we know, its own word in a broken frame for any other. */
export function SourceMark({ source }: { readonly source: string }) {
  const known = sourceShapes[source];
  if (known === undefined) {
    return (
      <span className="source-mark is-long" title={`Source: ${source}`}>
        {source}
      </span>
    );
  }
  return (
    <span className="source-mark" title={`Source: ${source}`}>
      <svg viewBox="0 0 28 20" aria-hidden="true">
        <path d={known.path} />
      </svg>
      <b>{known.letters}</b>
    </span>
  );
}

/** The author's face, or a plain mark where there is none or it cannot be had. */
export function Face({ address }: { readonly address: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  if (address === null || broken === address) {
    return (
      <span className="face is-empty">
        <Users aria-hidden="true" />
      </span>
    );
  }
  return (
    <img className="face" src={address} alt="" loading="lazy" decoding="async" onError={() => setBroken(address)} />
  );
}

export function EmptyFrame() {
  return (
    <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 5h18v14H3zM3 19l18-14" />
    </svg>
  );
}
