/** Names the Content-Type of a file that is served, from its extension. */
import { lookup } from 'mrmime';

/** `null` for an unknown extension, which should not be served. */
export function contentTypeOf(path: string): string | null {
  const type = path.includes('.') ? lookup(path) : undefined;
  if (type === undefined) return null;
  // The library takes TypeScript for an MPEG transport stream.
  if (path.endsWith('.ts')) return 'text/plain; charset=utf-8';
  return /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type;
}
