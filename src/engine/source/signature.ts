/** Webhook signatures: what is signed, under which key, and how it stands in the header. Pure but for the hashing. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** How a secret becomes the key of the HMAC. */
export type KeyForm = 'text' | 'trimmed' | 'hex' | 'base64' | 'afterPrefix' | 'base64AfterPrefix' | 'sha256';

export type Digest = 'hex' | 'base64';

/** One way of signing. `parts` are put together to what is signed: texts as they are, places filled in. */
export type Scheme = {
  readonly parts: readonly (string | { readonly place: Place })[];
  readonly key: KeyForm;
  readonly digest: Digest;
  /** What stands before the digest in the header, for instance `sha256=` or `v1,`. */
  readonly prefix: string;
};

export type Place = 'body' | 'timestamp' | 'event' | 'id';

/** What a delivery brings, as it came. A header that is absent is null. */
export type Signed = {
  readonly body: Uint8Array;
  readonly timestamp: string | null;
  readonly event: string | null;
  readonly id: string | null;
  readonly signature: string | null;
};

const places: ReadonlySet<string> = new Set(['body', 'timestamp', 'event', 'id']);

/** The scheme of the `signing` setting: `body`, `timestamp.body`, or a template over {timestamp}, {event} and {body}. */
export function schemeOf(signing: string): Scheme {
  const template = signing === 'body' ? '{body}' : signing === 'timestamp.body' ? '{timestamp}.{body}' : signing;
  return { parts: readTemplate(template), key: 'text', digest: 'hex', prefix: 'sha256=' };
}

/** Cuts a template into texts and places. Braces around anything else stay text. */
export function readTemplate(template: string): Scheme['parts'] {
  const parts = template.split(/(\{\w+\})/).filter((part) => part !== '');
  return parts.map((part) => {
    const name = part.slice(1, -1);
    return part.startsWith('{') && isPlace(name) ? { place: name } : part;
  });
}

/** Whether the sender's time is signed too: only then does its tolerance protect anything. */
export function signsTime(scheme: Scheme): boolean {
  return scheme.parts.some((part) => typeof part !== 'string' && part.place === 'timestamp');
}

/**
 * Which of the secrets signed the delivery (0 the current one), or null for none. Constant in time for what it compares;
 * total for whatever the headers hold.
 */
export function signedBy(scheme: Scheme, secrets: readonly string[], signed: Signed): number | null {
  const given = readHeader(scheme, signed.signature);
  if (given.length === 0) return null;
  const input = inputOf(scheme, signed);
  if (input === null) return null;
  for (const [place, secret] of secrets.entries()) {
    const key = keyOf(scheme.key, secret);
    if (key === null || key.length === 0) continue;
    const wanted = digestOf(key, input);
    if (given.some((one) => one.length === wanted.length && timingSafeEqual(one, wanted))) return place;
  }
  return null;
}

/** The header that a sender of this scheme would put; null when something that it signs is missing. */
export function sign(scheme: Scheme, secret: string, signed: Omit<Signed, 'signature'>): string | null {
  const key = keyOf(scheme.key, secret);
  const input = inputOf(scheme, signed);
  if (key === null || key.length === 0 || input === null) return null;
  return scheme.prefix + digestOf(key, input).toString(scheme.digest);
}

/** The digests that the header holds, strictly read; none when it is anything else. Version lists are separated by a space. */
function readHeader(scheme: Scheme, header: string | null): readonly Buffer[] {
  if (header === null || header.length > 4096) return [];
  const entries = scheme.prefix.endsWith(',') ? header.split(' ') : [header];
  return entries.flatMap((entry) => {
    if (!entry.startsWith(scheme.prefix)) return [];
    const text = entry.slice(scheme.prefix.length);
    if (scheme.digest === 'hex') return /^[0-9a-f]{64}$/i.test(text) ? [Buffer.from(text, 'hex')] : [];
    return /^[A-Za-z0-9+/]{43}=$/.test(text) ? [Buffer.from(text, 'base64')] : [];
  });
}

function inputOf(scheme: Scheme, signed: Omit<Signed, 'signature'>): readonly (string | Uint8Array)[] | null {
  const input: (string | Uint8Array)[] = [];
  for (const part of scheme.parts) {
    const value = typeof part === 'string' ? part : signed[part.place];
    if (value === null || value === '') return null;
    input.push(value);
  }
  return input;
}

function digestOf(key: Buffer | string, input: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of input) hmac.update(part);
  return hmac.digest();
}

/** The HMAC key that a secret stands for in that form; null when the secret is not of that form. */
export function keyOf(form: KeyForm, secret: string): Buffer | null {
  const bare = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : null;
  switch (form) {
    case 'text':
      return Buffer.from(secret);
    case 'trimmed':
      return Buffer.from(secret.trim());
    case 'hex':
      return /^(?:[0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : null;
    case 'base64':
      return isBase64(secret) ? Buffer.from(secret, 'base64') : null;
    case 'afterPrefix':
      return bare === null ? null : Buffer.from(bare);
    case 'base64AfterPrefix':
      return isBase64(bare ?? secret) ? Buffer.from(bare ?? secret, 'base64') : null;
    case 'sha256':
      return createHash('sha256').update(secret).digest();
    default: {
      const unreachable: never = form;
      return unreachable;
    }
  }
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/_-]{2,}={0,2}$/.test(text);
}

function isPlace(name: string): name is Place {
  return places.has(name);
}
