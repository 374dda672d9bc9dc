/** The fields of a delivery that a signing template can name, including common rewrites of the body. */

import { createHash } from 'node:crypto';
import { isTooDeep } from '../../core/boundedJson.ts';
import { isJsonObject } from '../../core/readItem.ts';
import { findExceededLimit } from '../http/jsonLimits.ts';
import { readSentAtMs } from '../webhook/sentAt.ts';

/** The signed parts of a delivery as received; an absent header is `null`. */
export type SignedDelivery = {
  readonly body: Uint8Array;
  readonly timestamp: string | null;
  readonly event: string | null;
  readonly id: string | null;
  /** The webhook address as the service knows it. */
  readonly url: string | null;
  readonly signature: string | null;
};

export type DeliveryParts = Omit<SignedDelivery, 'signature'>;
type FieldValue = string | Uint8Array | null;
type FieldReader = (delivery: DeliveryParts) => FieldValue;

/** Every field by its template name. `null` if this delivery lacks it, so that no template with it can match. */
export const templateFields = {
  body: (delivery) => delivery.body,
  timestamp: (delivery) => delivery.timestamp,
  'timestamp:s': (delivery) => toUnixTime(delivery.timestamp, 1000),
  'timestamp:ms': (delivery) => toUnixTime(delivery.timestamp, 1),
  event: (delivery) => delivery.event,
  id: (delivery) => delivery.id,
  url: (delivery) => delivery.url,
  path: ({ url }) => (url !== null && URL.canParse(url) ? new URL(url).pathname : null),
  collection: (delivery) => readTopLevelText(delivery, 'collectionId'),
  stamp: (delivery) => readTopLevelText(delivery, 'timestamp'),
  'stamp:s': (delivery) => toUnixTime(readTopLevelText(delivery, 'timestamp'), 1000),
  'body:trimmed': ({ body }) => toText(body).replace(/\r?\n$/, ''),
  'body:lf': ({ body }) => `${toText(body)}\n`,
  'body:crlf': ({ body }) => `${toText(body)}\r\n`,
  'body:compact': ({ body }) => rewriteJson(body, (value) => JSON.stringify(value)),
  'body:sorted': ({ body }) => rewriteJson(body, (value) => JSON.stringify(sortKeys(value))),
  'body:indented': ({ body }) => rewriteJson(body, (value) => JSON.stringify(value, null, 2)),
  'body:slashes': ({ body }) => rewriteJson(body, (value) => JSON.stringify(value).replaceAll('/', '\\/')),
  'body:ascii': ({ body }) => rewriteJson(body, (value) => escapeNonAscii(JSON.stringify(value))),
  'body:data': ({ body }) => sliceDataMember(toText(body)),
  'body:data-compact': ({ body }) =>
    rewriteJson(body, (value) => (isJsonObject(value) ? JSON.stringify(value['data']) : null)),
  'body:sha256': ({ body }) => createHash('sha256').update(body).digest('hex'),
  'body:latin1': ({ body }) => Buffer.from(Buffer.from(body).toString('latin1'), 'utf8'),
} as const satisfies Readonly<Record<string, FieldReader>>;

export type TemplateField = keyof typeof templateFields;

export function isTemplateField(name: string): name is TemplateField {
  return Object.hasOwn(templateFields, name);
}

function toText(body: Uint8Array): string {
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8');
}

function toUnixTime(timestamp: string | null, unitMs: number): string | null {
  const sentAtMs = readSentAtMs(timestamp);
  return sentAtMs === null ? null : String(Math.floor(sentAtMs / unitMs));
}

function parseJson(body: Uint8Array): { readonly value: unknown } | null {
  // The signature is not verified yet, so hostile input must not stall the feed.
  if (findExceededLimit(body) !== null) return null;
  try {
    return { value: JSON.parse(toText(body)) };
  } catch {
    return null;
  }
}

/** Returns the body rewritten by `write`; `null` if it is not JSON or is nested too deep. */
function rewriteJson(body: Uint8Array, write: (value: unknown) => string | null | undefined): string | null {
  const parsed = parseJson(body);
  // The size of indented JSON grows with the square of its depth.
  if (parsed === null || isTooDeep(parsed.value)) return null;
  try {
    return write(parsed.value) ?? null;
  } catch {
    return null;
  }
}

function readTopLevelText(delivery: DeliveryParts, name: string): string | null {
  const parsed = parseJson(delivery.body);
  const value = parsed !== null && isJsonObject(parsed.value) ? parsed.value[name] : null;
  return typeof value === 'string' ? value : null;
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sortKeys(value[key])]),
  );
}

function escapeNonAscii(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the unchanged text of the `data` member, found by matching braces; `null` without one. */
function sliceDataMember(json: string): string | null {
  const match = /"data"\s*:\s*\{/.exec(json);
  if (match === null) return null;
  const start = match.index + match[0].length - 1;
  let depth = 0;
  let isInString = false;
  for (let index = start; index < json.length; index += 1) {
    const character = json[index];
    if (isInString) {
      if (character === '\\') index += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return json.slice(start, index + 1);
    }
  }
  return null;
}
