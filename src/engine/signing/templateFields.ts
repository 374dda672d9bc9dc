/** The fields of a delivery that a signing template can name. */
import { readSentAtMs } from './sentAt.ts';

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
