/** The four headers of a delivery, including its signature. */
import { createHmac } from 'node:crypto';

export const eventName = 'COLLECTION_UPDATED';

/** Valid formats: `body`, `timestamp.body`, or a template over `{timestamp}`, `{event}` and `{body}`. */
export function isSignatureFormat(signing: string): boolean {
  return signing === 'body' || signing === 'timestamp.body' || signing.includes('{body}');
}

/** Returns the bytes to sign, with the body exactly as sent. */
export function signingInputOf(signing: string, timestamp: string, body: Buffer): Buffer {
  if (signing === 'body') return body;
  const template = signing === 'timestamp.body' ? '{timestamp}.{body}' : signing;
  const parts = template.split('{body}').map((part) => {
    const filled = part.replaceAll('{timestamp}', timestamp).replaceAll('{event}', eventName);
    return Buffer.from(filled);
  });
  return Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [body, part])));
}

/** `timestamp` is the time of this try, ISO 8601. */
export function createDeliveryHeaders(
  endpoint: { readonly signing: string; readonly secret: string },
  timestamp: string,
  body: Buffer,
): Readonly<Record<string, string>> {
  const digest = createHmac('sha256', endpoint.secret).update(signingInputOf(endpoint.signing, timestamp, body));
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Event': eventName,
    'X-Webhook-Delivery-Timestamp': timestamp,
    'X-Webhook-Signature': `sha256=${digest.digest('hex')}`,
  };
}
