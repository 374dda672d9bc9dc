/** Webhook signatures: parses the format, computes and verifies HMACs. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type DeliveryParts,
  isTemplateField,
  type SignedDelivery,
  type TemplateField,
  templateFields,
} from './templateFields.ts';

/** Ways to derive the HMAC key from the secret. */
export const keyForms = ['text', 'hex', 'base64'] as const;
export type KeyForm = (typeof keyForms)[number];

export type Digest = 'hex' | 'base64';

/** A signature format. The signed input is `parts` joined: strings as they are, fields filled in. */
export type Scheme = {
  readonly parts: readonly (string | { readonly field: TemplateField })[];
  readonly key: KeyForm;
  readonly digest: Digest;
  /** Text before the digest in the header, for example `sha256=` or `v1,`. */
  readonly prefix: string;
};

/**
 * Parses the `signing` setting: `body`, `timestamp.body`, or a template over the fields. Options follow it where the header differs
 * from the documented one, for example `{id}.{timestamp}.{body}|key=base64|digest=base64|prefix=v1,`.
 */
export function parseSigning(signing: string): Scheme {
  const [format = '', ...options] = signing.split('|');
  const template = format === 'body' ? '{body}' : format === 'timestamp.body' ? '{timestamp}.{body}' : format;
  const option = (name: string): string | null =>
    options.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
  return {
    parts: readTemplate(template),
    key: keyForms.find((form) => form === option('key')) ?? 'text',
    digest: option('digest') === 'base64' ? 'base64' : 'hex',
    prefix: option('prefix') ?? 'sha256=',
  };
}

/** The `signing` setting for a scheme; the inverse of parseSigning. */
export function formatSigning(scheme: Scheme): string {
  const template = scheme.parts.map((part) => (typeof part === 'string' ? part : `{${part.field}}`)).join('');
  const options = [
    ...(scheme.key === 'text' ? [] : [`key=${scheme.key}`]),
    ...(scheme.digest === 'hex' ? [] : ['digest=base64']),
    ...(scheme.prefix === 'sha256=' ? [] : [`prefix=${scheme.prefix}`]),
  ];
  const short = template === '{body}' ? 'body' : template === '{timestamp}.{body}' ? 'timestamp.body' : template;
  return [options.length === 0 ? short : template, ...options].join('|');
}

/** Splits a template into text and fields. Braces around an unknown name stay text. */
export function readTemplate(template: string): Scheme['parts'] {
  const parts = template.split(/(\{[\w:-]+\})/).filter((part) => part !== '');
  return parts.map((part) => {
    const name = part.slice(1, -1);
    return part.startsWith('{') && isTemplateField(name) ? { field: name } : part;
  });
}

/** Whether the sender's timestamp is signed; only then can its tolerance be enforced. */
export function signsTime(scheme: Scheme): boolean {
  return scheme.parts.some((part) => typeof part !== 'string' && part.field.startsWith('timestamp'));
}

/** The index of the secret that signed the delivery, or `null`. Compares in constant time; never throws, whatever the headers contain. */
export function findSigningSecret(scheme: Scheme, secrets: readonly string[], signed: SignedDelivery): number | null {
  const headerDigests = readDigests(scheme, signed.signature);
  if (headerDigests.length === 0) return null;
  const input = buildSignedInput(scheme.parts, signed);
  if (input === null) return null;
  for (const [index, secret] of secrets.entries()) {
    const key = deriveKey(scheme.key, secret);
    if (key === null || key.length === 0) continue;
    const expected = computeHmac(key, input);
    if (headerDigests.some((given) => given.length === expected.length && timingSafeEqual(given, expected)))
      return index;
  }
  return null;
}

/** The digests in the header, read strictly; empty if it is malformed. A versioned list is separated by spaces. */
function readDigests(scheme: Scheme, header: string | null): readonly Buffer[] {
  if (header === null || header.length > 4096) return [];
  const entries = scheme.prefix.endsWith(',') ? header.split(' ') : [header];
  return entries.flatMap((entry) => {
    if (!entry.startsWith(scheme.prefix)) return [];
    const text = entry.slice(scheme.prefix.length);
    if (scheme.digest === 'hex') return /^[0-9a-f]{64}$/i.test(text) ? [Buffer.from(text, 'hex')] : [];
    return /^[A-Za-z0-9+/]{43}=$/.test(text) ? [Buffer.from(text, 'base64')] : [];
  });
}

/** The bytes to sign for this delivery; `null` if a field is missing. */
export function buildSignedInput(
  parts: Scheme['parts'],
  signed: DeliveryParts,
): readonly (string | Uint8Array)[] | null {
  const input: (string | Uint8Array)[] = [];
  for (const part of parts) {
    const value = typeof part === 'string' ? part : templateFields[part.field](signed);
    if (value === null || value === '') return null;
    input.push(value);
  }
  return input;
}

export function computeHmac(key: Buffer, input: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of input) hmac.update(part);
  return hmac.digest();
}

/** The HMAC key; `null` if the secret does not have this form. */
export function deriveKey(form: KeyForm, secret: string): Buffer | null {
  switch (form) {
    case 'text':
      return Buffer.from(secret);
    case 'hex':
      return /^(?:[0-9a-f]{2})+$/i.test(secret) ? Buffer.from(secret, 'hex') : null;
    case 'base64': {
      // Standard Webhooks writes this prefix before the key.
      const encoded = secret.replace(/^whsec_/, '');
      return /^[A-Za-z0-9+/_-]{2,}={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : null;
    }
    default:
      return form satisfies never;
  }
}
