/** Reads the Range header of a request for a file (RFC 9110, section 14). */

/** First and last byte, both included. */
export type ByteRange = { readonly first: number; readonly last: number };

/** Returns `null` to send the whole file (no, several or invalid ranges), and `beyond` for a range past its end. */
export function readByteRange(header: string | undefined, size: number): ByteRange | 'beyond' | null {
  const found = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  if (found === null) return null;
  const [, from = '', to = ''] = found;
  if (from === '' && to === '') return null;
  if (from === '') {
    const length = Math.min(Number(to), size);
    return length === 0 ? 'beyond' : { first: size - length, last: size - 1 };
  }
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return null;
  return first >= size ? 'beyond' : { first, last };
}
