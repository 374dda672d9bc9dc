/** Webhook signatures: what is signed, under which key, and how it stands in the header. Pure but for the hashing. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { isPlace, type Place, places, type Signed, type SignedParts } from './places.ts';

/** How a secret becomes the key of the HMAC. */
export const keyForms = ['text', 'trimmed', 'hex', 'base64', 'afterPrefix', 'base64AfterPrefix', 'sha256'] as const;
export type KeyForm = (typeof keyForms)[number];

export type Digest = 'hex' | 'base64';

/** One way of signing. `parts` are put together to what is signed: texts as they are, places filled in. */
export type Scheme = {
  readonly parts: readonly (string | { readonly place: Place })[];
  readonly key: KeyForm;
  readonly digest: Digest;
  /** What stands before the digest in the header, for instance `sha256=` or `v1,`. */
  readonly prefix: string;
};

/**
 * The scheme of the `signing` setting: `body`, `timestamp.body`, or a template over the places, then what differs from the
 * documented header, for instance `{id}.{timestamp}.{body}|key=base64AfterPrefix|digest=base64|prefix=v1,`.
 */
export function schemeOf(signing: string): Scheme {
  const [first = '', ...options] = signing.split('|');
  const template = first === 'body' ? '{body}' : first === 'timestamp.body' ? '{timestamp}.{body}' : first;
  const option = (name: string): string | null =>
    options.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  return {
    parts: readTemplate(template),
    key: keyForms.find((form) => form === option('key')) ?? 'text',
    digest: option('digest') === 'base64' ? 'base64' : 'hex',
    prefix: option('prefix') ?? 'sha256=',
  };
}

/** The setting that stands for a scheme: the other way round. */
export function signingOf(scheme: Scheme): string {
  const template = scheme.parts.map((part) => (typeof part === 'string' ? part : `{${part.place}}`)).join('');
  const options = [
    ...(scheme.key === 'text' ? [] : [`key=${scheme.key}`]),
    ...(scheme.digest === 'hex' ? [] : ['digest=base64']),
    ...(scheme.prefix === 'sha256=' ? [] : [`prefix=${scheme.prefix}`]),
  ];
  const short = template === '{body}' ? 'body' : template === '{timestamp}.{body}' ? 'timestamp.body' : template;
  return [options.length === 0 ? short : template, ...options].join('|');
}

/** Cuts a template into texts and places. Braces around anything else stay text. */
export function readTemplate(template: string): Scheme['parts'] {
  const parts = template.split(/(\{[\w:-]+\})/).filter((part) => part !== '');
  return parts.map((part) => {
    const name = part.slice(1, -1);
    return part.startsWith('{') && isPlace(name) ? { place: name } : part;
  });
}

/** Whether the sender's time is signed too: only then does its tolerance protect anything. */
export function signsTime(scheme: Scheme): boolean {
  return scheme.parts.some((part) => typeof part !== 'string' && part.place.startsWith('timestamp'));
}

/**
 * Which of the secrets signed the delivery (0 the current one), or null for none. Constant in time for what it compares;
 * total for whatever the headers hold.
 */
export function signedBy(scheme: Scheme, secrets: readonly string[], signed: Signed): number | null {
  const given = readHeader(scheme, signed.signature);
  if (given.length === 0) return null;
  const input = inputOf(scheme.parts, signed);
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
export function sign(scheme: Scheme, secret: string, signed: SignedParts): string | null {
  const key = keyOf(scheme.key, secret);
  const input = inputOf(scheme.parts, signed);
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

/** What the parts come to for this delivery; null when one of them is missing. */
export function inputOf(parts: Scheme['parts'], signed: SignedParts): readonly (string | Uint8Array)[] | null {
  const input: (string | Uint8Array)[] = [];
  for (const part of parts) {
    const value = typeof part === 'string' ? part : places[part.place](signed);
    if (value === null || value === '') return null;
    input.push(value);
  }
  return input;
}

export function digestOf(key: Buffer, input: readonly (string | Uint8Array)[]): Buffer {
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
