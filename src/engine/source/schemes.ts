/** The ways of signing that senders are known to use, best first; and what each means, said in words. */

import type { Signed } from './places.ts';
import { digestOf, inputOf, keyForms, keyOf, readTemplate, type Scheme } from './signature.ts';

/** What may be signed. The plain ways come first, the odd ones last: of two that fit, the first counts. */
export const candidateTemplates: readonly string[] = [
  '{body}',
  '{timestamp}.{body}',
  '{timestamp:s}.{body}',
  '{timestamp:ms}.{body}',
  '{id}.{timestamp}.{body}',
  '{id}.{timestamp:s}.{body}',
  '{timestamp}{body}',
  '{timestamp:s}{body}',
  '{timestamp}:{body}',
  'v0:{timestamp}:{body}',
  'v0:{timestamp:s}:{body}',
  'v1:{timestamp}:{body}',
  'v1:{timestamp:s}:{body}',
  'v1.{timestamp}.{body}',
  '{timestamp}\n{body}',
  '{body}.{timestamp}',
  '{body}{timestamp}',
  '{body}:{timestamp}',
  '{event}.{timestamp}.{body}',
  '{timestamp}.{event}.{body}',
  '{event}.{body}',
  '{event}{body}',
  '{collection}.{timestamp}.{body}',
  '{collection}.{timestamp:s}.{body}',
  '{collection}.{body}',
  '{stamp}.{body}',
  '{stamp:s}.{body}',
  '{body:trimmed}',
  '{body:lf}',
  '{body:crlf}',
  '{body:compact}',
  '{body:sorted}',
  '{body:indented}',
  '{body:slashes}',
  '{body:ascii}',
  '{body:data}',
  '{body:data-compact}',
  '{timestamp}.{body:compact}',
  '{timestamp}.{body:data}',
  '{url}{body}',
  '{path}{body}',
  'POST\n{url}\n{timestamp}\n{body}',
  'POST\n{path}\n{timestamp}\n{body}',
  '{body:sha256}',
  '{timestamp}.{body:sha256}',
  '{body:latin1}',
];

const candidates = candidateTemplates.map(readTemplate);

type Found = { readonly digest: Scheme['digest']; readonly prefix: string; readonly bytes: Buffer };

/**
 * Every scheme under which this secret signed the delivery, in the order of the candidates. `turn` lets others work: it is
 * awaited before each step, so that none holds them up for long.
 */
export async function schemesThatFit(
  secret: string,
  signed: Signed,
  turn: () => Promise<void>,
): Promise<readonly Scheme[]> {
  const given = readAnyHeader(signed.signature);
  if (given.length === 0) return [];
  const keys = distinctKeys(secret);
  const fits: Scheme[] = [];
  for (const parts of candidates) {
    await turn();
    const input = inputOf(parts, signed);
    if (input === null) continue;
    for (const { form, key } of keys) {
      await turn();
      const wanted = digestOf(key, input);
      for (const { digest, prefix, bytes } of given)
        if (bytes.equals(wanted)) fits.push({ parts, key: form, digest, prefix });
    }
  }
  return fits;
}

/** Keys that the secret may stand for; of two forms that come to the same, the first. */
function distinctKeys(secret: string): readonly { readonly form: Scheme['key']; readonly key: Buffer }[] {
  const keys: { form: Scheme['key']; key: Buffer }[] = [];
  for (const form of keyForms) {
    const key = keyOf(form, secret);
    if (key === null || key.length === 0 || keys.some((known) => known.key.equals(key))) continue;
    keys.push({ form, key });
  }
  return keys;
}

/** Reads a header of any known form: a prefix up to `=` or `,`, then 64 hex digits or 44 of base64. */
function readAnyHeader(header: string | null): readonly Found[] {
  if (header === null || header.length > 4096) return [];
  return header.split(' ').flatMap((entry): Found[] => {
    const hex = /^([\w-]{0,16}[=,])?([0-9a-f]{64})$/i.exec(entry);
    if (hex?.[2] !== undefined) return [{ digest: 'hex', prefix: hex[1] ?? '', bytes: Buffer.from(hex[2], 'hex') }];
    const base64 = /^([\w-]{0,16}[=,])?([A-Za-z0-9+/]{43}=)$/.exec(entry);
    if (base64?.[2] !== undefined)
      return [{ digest: 'base64', prefix: base64[1] ?? '', bytes: Buffer.from(base64[2], 'base64') }];
    return [];
  });
}

/** What a person is told of a scheme. */
export function describeScheme(scheme: Scheme): string {
  const names = scheme.parts.flatMap((part) => (typeof part === 'string' ? [] : [part.place]));
  const what = names.length === 1 && names[0] === 'body' ? 'the body alone' : names.join(', ').replaceAll(':', ' as ');
  const time = names.some((name) => name.startsWith('timestamp'))
    ? 'The sender’s time is protected.'
    : 'The sender’s time is not protected; copies are told by their content.';
  return `Signs ${what}. ${time}`;
}
