/** The signature formats that webhook senders are known to use, most common first. */

import { markMessage, say } from '../../core/language/say.ts';
import {
  buildSignedInput,
  computeHmac,
  deriveKey,
  keyForms,
  readTemplate,
  type Scheme,
  signsTime,
} from './signature.ts';
import type { SignedDelivery } from './templateFields.ts';

/** Signed inputs to try. Common formats come first: if several match equally, the first wins. */
export const candidateTemplates: readonly string[] = [
  '{body}',
  '{timestamp}.{body}',
  '{timestamp:s}.{body}',
  '{timestamp:ms}.{body}',
  '{id}.{timestamp}.{body}',
  '{id}.{timestamp:s}.{body}',
  '{timestamp}{body}',
  '{timestamp}:{body}',
  'v0:{timestamp}:{body}',
];

const candidates = candidateTemplates.map(readTemplate);

/** Signature formats tried on each delivery: every input with every form of the secret. */
export const triedFormats = candidates.length * keyForms.length;

type HeaderDigest = { readonly digest: Scheme['digest']; readonly prefix: string; readonly bytes: Buffer };

/** Returns every scheme with which one of these secrets matches the signature, in candidate order; `yieldNow` runs before each step. */
export async function findMatchingSchemes(
  secrets: readonly string[],
  signed: SignedDelivery,
  yieldNow: () => Promise<void>,
): Promise<readonly Scheme[]> {
  const headerDigests = readDigestsOfAnyFormat(signed.signature);
  if (headerDigests.length === 0) return [];
  const keys = deriveDistinctKeys(secrets);
  const matches: Scheme[] = [];
  for (const parts of candidates) {
    await yieldNow();
    const input = buildSignedInput(parts, signed);
    if (input === null) continue;
    for (const { form, key } of keys) {
      await yieldNow();
      const expected = computeHmac(key, input);
      for (const { digest, prefix, bytes } of headerDigests)
        if (bytes.equals(expected)) matches.push({ parts, key: form, digest, prefix });
    }
  }
  return matches;
}

/** HMAC keys the secrets can represent, without duplicates. */
function deriveDistinctKeys(
  secrets: readonly string[],
): readonly { readonly form: Scheme['key']; readonly key: Buffer }[] {
  const keys: { form: Scheme['key']; key: Buffer }[] = [];
  for (const secret of secrets) {
    for (const form of keyForms) {
      const key = deriveKey(form, secret);
      if (key === null || key.length === 0 || keys.some((known) => known.key.equals(key))) continue;
      keys.push({ form, key });
    }
  }
  return keys;
}

/** Reads a signature header in any known form. A prefix up to `=` or `,` can precede 64 hex digits or 44 base64 characters. */
function readDigestsOfAnyFormat(header: string | null): readonly HeaderDigest[] {
  if (header === null || header.length > 4096) return [];
  return header.split(' ').flatMap((entry): HeaderDigest[] => {
    const hex = /^([\w-]{0,16}[=,])?([0-9a-f]{64})$/i.exec(entry);
    if (hex?.[2] !== undefined) return [{ digest: 'hex', prefix: hex[1] ?? '', bytes: Buffer.from(hex[2], 'hex') }];
    const base64 = /^([\w-]{0,16}[=,])?([A-Za-z0-9+/]{43}=)$/.exec(entry);
    if (base64?.[2] !== undefined)
      return [{ digest: 'base64', prefix: base64[1] ?? '', bytes: Buffer.from(base64[2], 'base64') }];
    return [];
  });
}

const keyDescriptions: Readonly<Record<Scheme['key'], string>> = {
  text: markMessage('the secret as text'),
  hex: markMessage('the secret decoded from hex'),
  base64: markMessage('the secret decoded from base64'),
};

/** Describes a scheme for the operator. */
export function describeScheme(scheme: Scheme): string {
  const fields = scheme.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.field]));
  const input = fields.length === 1 && fields[0] === 'body' ? say('the raw body') : fields.join(' + ');
  const time = signsTime(scheme)
    ? say('The timestamp is signed.')
    : say('The timestamp is not signed. Replaying a delivery has no effect.');
  const key = say(keyDescriptions[scheme.key]);
  const signature = say('HMAC-SHA256 of {input}, {digest}, with {key}.', { input, digest: scheme.digest, key });
  return `${signature} ${time}`;
}
