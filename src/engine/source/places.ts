/** What a signing template may name: the parts of a delivery, and the ways in which senders are known to rewrite them. */

import { createHash } from 'node:crypto';
import { isTooDeep } from '../../core/openJson.ts';
import { isJsonObject } from '../../core/readItem.ts';
import { beyondBounds } from './bounds.ts';
import { readSentAtMs } from './sentAt.ts';

/** What a delivery brings, as it came. A header that is absent is null. */
export type Signed = {
  readonly body: Uint8Array;
  readonly timestamp: string | null;
  readonly event: string | null;
  readonly id: string | null;
  /** The address as the service knows it, and the path of it. */
  readonly url: string | null;
  readonly signature: string | null;
};

export type SignedParts = Omit<Signed, 'signature'>;
type Value = string | Uint8Array | null;
type Fill = (signed: SignedParts) => Value;

/** Every place by its name in a template. Null: this delivery has no such thing, so nothing of that kind was signed. */
export const places = {
  body: (signed) => signed.body,
  timestamp: (signed) => signed.timestamp,
  'timestamp:s': (signed) => unix(signed.timestamp, 1000),
  'timestamp:ms': (signed) => unix(signed.timestamp, 1),
  event: (signed) => signed.event,
  id: (signed) => signed.id,
  url: (signed) => signed.url,
  path: (signed) => (signed.url !== null && URL.canParse(signed.url) ? new URL(signed.url).pathname : null),
  collection: (signed) => member(signed, 'collectionId'),
  stamp: (signed) => member(signed, 'timestamp'),
  'stamp:s': (signed) => unix(member(signed, 'timestamp'), 1000),
  'body:trimmed': ({ body }) => text(body).replace(/\r?\n$/, ''),
  'body:lf': ({ body }) => `${text(body)}\n`,
  'body:crlf': ({ body }) => `${text(body)}\r\n`,
  'body:compact': ({ body }) => rewritten(body, (value) => JSON.stringify(value)),
  'body:sorted': ({ body }) => rewritten(body, (value) => JSON.stringify(sorted(value))),
  'body:indented': ({ body }) => rewritten(body, (value) => JSON.stringify(value, null, 2)),
  'body:slashes': ({ body }) => rewritten(body, (value) => JSON.stringify(value).replaceAll('/', '\\/')),
  'body:ascii': ({ body }) => rewritten(body, (value) => escaped(JSON.stringify(value))),
  'body:data': ({ body }) => dataSlice(text(body)),
  'body:data-compact': ({ body }) =>
    rewritten(body, (value) => (isJsonObject(value) ? JSON.stringify(value['data']) : null)),
  'body:sha256': ({ body }) => createHash('sha256').update(body).digest('hex'),
  'body:latin1': ({ body }) => Buffer.from(Buffer.from(body).toString('latin1'), 'utf8'),
} as const satisfies Readonly<Record<string, Fill>>;

export type Place = keyof typeof places;

export function isPlace(name: string): name is Place {
  return Object.hasOwn(places, name);
}

function text(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

function unix(timestamp: string | null, unitMs: number): string | null {
  const at = readSentAtMs(timestamp);
  return at === null ? null : String(Math.floor(at / unitMs));
}

function parse(body: Uint8Array): { readonly value: unknown } | null {
  // Nobody has signed it yet: whoever sends it must not hold the feed up.
  if (beyondBounds(body) !== null) return null;
  try {
    return { value: JSON.parse(text(body)) };
  } catch {
    return null;
  }
}

/** A body written anew; null when it is not JSON, or too deep to be written. */
function rewritten(body: Uint8Array, write: (value: unknown) => string | null | undefined): string | null {
  const parsed = parse(body);
  // Deep lists written with indents grow with the square of their depth.
  if (parsed === null || isTooDeep(parsed.value)) return null;
  try {
    return write(parsed.value) ?? null;
  } catch {
    return null;
  }
}

function member(signed: SignedParts, name: string): string | null {
  const parsed = parse(signed.body);
  const value = parsed !== null && isJsonObject(parsed.value) ? parsed.value[name] : null;
  return typeof value === 'string' ? value : null;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The bytes of the `data` member as they stand, found by matching braces; null when there is none. */
function dataSlice(json: string): string | null {
  const found = /"data"\s*:\s*\{/.exec(json);
  if (found === null) return null;
  const start = found.index + found[0].length - 1;
  let depth = 0;
  let isInText = false;
  for (let at = start; at < json.length; at += 1) {
    const letter = json[at];
    if (isInText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isInText = false;
    } else if (letter === '"') isInText = true;
    else if (letter === '{') depth += 1;
    else if (letter === '}') {
      depth -= 1;
      if (depth === 0) return json.slice(start, at + 1);
    }
  }
  return null;
}
