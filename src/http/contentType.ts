/** Names the Content-Type of a file that is served, from its extension. */
import { lookup } from 'mrmime';

/** `null` for an unknown extension, which should not be served. */
export function contentTypeOf(path: string): string | null {
  const type = path.includes('.') ? lookup(path) : undefined;
  if (type === undefined) return null;
  return /^text\/|\/json$/.test(type) ? `${type}; charset=utf-8` : type;
}
