/** The source of a post: a two-letter code in a shape, or an unknown source's name in a dashed frame. */

import { say } from '../core/language/say.ts';
import { ownValue } from '../core/ownValue.ts';

type KnownSource = { readonly code: string; readonly path: string; readonly name: string };

const shapes: Readonly<Record<string, KnownSource>> = {
  INSTAGRAM: { code: 'IG', path: 'M3 1h22v18H3z', name: 'Instagram' },
  FACEBOOK: { code: 'FB', path: 'M12 1h4a9 9 0 0 1 0 18h-4a9 9 0 0 1 0-18z', name: 'Facebook' },
  WHATSAPP: { code: 'WA', path: 'M3 1h22v18H8l-5 3z', name: 'WhatsApp' },
};

/** The sources that have a shape, in the order in which forms offer them. */
export const knownSources: readonly string[] = Object.keys(shapes);

/** The display name; an unknown source keeps the service's value. */
export function sourceNameOf(source: string): string {
  return ownValue(shapes, source)?.name ?? source;
}

export function SourceIcon({ source }: { readonly source: string }) {
  const known = ownValue(shapes, source);
  if (known === undefined) {
    return (
      <span className="source-icon is-long is-outside" title={say('Source: {source}', { source })}>
        {source}
      </span>
    );
  }
  return (
    <span className="source-icon" title={say('Source: {source}', { source })}>
      <svg viewBox="0 0 28 20" aria-hidden="true">
        <path d={known.path} />
      </svg>
      <b aria-hidden="true">{known.code}</b>
      <span className="visually-hidden">{known.name}</span>
    </span>
  );
}
