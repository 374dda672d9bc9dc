/** The fields of a delivery that a signing template can name. */
import { parseInstant } from '../../core/instant.ts';

/** The signed parts of a delivery as received; an absent header is `null`. */
export type SignedDelivery = {
  readonly body: Uint8Array;
  readonly timestamp: string | null;
  readonly event: string | null;
  readonly id: string | null;
  readonly signature: string | null;
};

export type DeliveryParts = Omit<SignedDelivery, 'signature'>;
type FieldReader = (delivery: DeliveryParts) => string | Uint8Array | null;

/** Every field by its template name. `null` if this delivery lacks it, so that no template with it can match. */
export const templateFields = {
  body: ({ body }) => body,
  timestamp: ({ timestamp }) => timestamp,
  'timestamp:s': ({ timestamp }) => toUnixTime(timestamp, 1000),
  'timestamp:ms': ({ timestamp }) => toUnixTime(timestamp, 1),
  event: ({ event }) => event,
  id: ({ id }) => id,
} as const satisfies Readonly<Record<string, FieldReader>>;

export type TemplateField = keyof typeof templateFields;

export function isTemplateField(name: string): name is TemplateField {
  return Object.hasOwn(templateFields, name);
}

function toUnixTime(timestamp: string | null, unitMs: number): string | null {
  const sentAtMs = readSentAtMs(timestamp);
  return sentAtMs === null ? null : String(Math.floor(sentAtMs / unitMs));
}

/** When the delivery was sent, in epoch milliseconds; `null` unless it is ISO 8601, Unix seconds or Unix milliseconds. */
export function readSentAtMs(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const at = parseInstant(text);
  return at === null ? null : at.seconds * 1000 + Number(`0.${at.fraction || '0'}`) * 1000;
}
