/** The source of a post: a two-letter code in a shape. An unknown source shows its name in a dashed frame. */

const shapes: Readonly<Record<string, { readonly letters: string; readonly path: string; readonly name: string }>> = {
  INSTAGRAM: { letters: 'IG', path: 'M3 1h22v18H3z', name: 'Instagram' },
  FACEBOOK: { letters: 'FB', path: 'M12 1h4a9 9 0 0 1 0 18h-4a9 9 0 0 1 0-18z', name: 'Facebook' },
  WHATSAPP: { letters: 'WA', path: 'M3 1h22v18H8l-5 3z', name: 'WhatsApp' },
};

/** The display name; an unknown source keeps the service’s value. */
export function sourceName(source: string): string {
  return shapes[source]?.name ?? source;
}

export function SourceMark({ source }: { readonly source: string }) {
  const known = shapes[source];
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
      <b aria-hidden="true">{known.letters}</b>
      <span className="out-of-sight">{known.name}</span>
    </span>
  );
}
