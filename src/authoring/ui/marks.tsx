/** Lamps, source marks, avatars and the empty-frame icon; none relies on colour alone. */
import { CircleAlert, CircleCheck, Loader, Minus, TriangleAlert, Users } from 'lucide-react';
import { useState } from 'react';
import type { LampKind } from '../state/text.ts';

const lampIcons = { good: CircleCheck, wait: Loader, warn: TriangleAlert, bad: CircleAlert, off: Minus } as const;

export function Lamp({ kind, text }: { readonly kind: LampKind; readonly text: string }) {
  const Icon = lampIcons[kind];
  return (
    <span className={`lamp is-${kind}`}>
      <Icon aria-hidden="true" />
      {text}
    </span>
  );
}

const sourceShapes: Readonly<Record<string, { readonly initials: string; readonly path: string }>> = {
  INSTAGRAM: { initials: 'IG', path: 'M3 1h22v18H3z' },
  FACEBOOK: { initials: 'FB', path: 'M12 1h4a9 9 0 0 1 0 18h-4a9 9 0 0 1 0-18z' },
  WHATSAPP: { initials: 'WA', path: 'M3 1h22v18H8l-5 3z' },
};

/** Initials in a shape for a known source, the source's name in a dashed frame for any other. */
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
      <b>{known.initials}</b>
    </span>
  );
}

/** The author's avatar, or a placeholder when there is none or it can't be loaded. */
export function Avatar({ url }: { readonly url: string | null }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || brokenUrl === url) {
    return (
      <span className="avatar is-empty">
        <Users aria-hidden="true" />
      </span>
    );
  }
  return <img className="avatar" src={url} alt="" loading="lazy" decoding="async" onError={() => setBrokenUrl(url)} />;
}

export function EmptyFrameIcon() {
  return (
    <svg className="lucide" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M3 5h18v14H3zM3 19l18-14" />
    </svg>
  );
}
