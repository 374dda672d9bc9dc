/** The answers of the webhook listener: what each means to a sender, and how it is sent. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { deliveryLimit } from './readDeliveryBody.ts';

export type Answer = { readonly status: number; readonly code: string; readonly retryAfterSeconds: number | null };

const retryLaterSeconds = 5;
const retryFloodSeconds = 2;

export const accepted: Answer = { status: 200, code: 'OK', retryAfterSeconds: null };
export const flooded: Answer = { status: 429, code: 'TOO_MANY_DELIVERIES', retryAfterSeconds: retryFloodSeconds };

/** An answer after which the service does not send again. */
export function refuse(status: number, code: string): Answer {
  return { status, code, retryAfterSeconds: null };
}

/** Trouble of ours: the service has to send again. A 4xx would lose the change. */
export function later(code: string): Answer {
  return { status: 503, code, retryAfterSeconds: retryLaterSeconds };
}

/** Sends it, in the service's own shape of errors. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (response.destroyed || response.headersSent) return;
  const text =
    answer.status === 200
      ? '{"ok":true}'
      : JSON.stringify({ error: { code: answer.code, message: sentences[answer.status] ?? '' } });
  if (answer.retryAfterSeconds !== null) response.setHeader('retry-after', answer.retryAfterSeconds);
  if (answer.status === 405) response.setHeader('allow', 'POST');
  // What was not read is not waited for.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(answer.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

const sentences: Readonly<Record<number, string>> = {
  400: 'The body did not arrive whole.',
  401: 'The signature is missing or wrong, or the signed time is too far off.',
  404: 'There is nothing here.',
  405: 'Only POST is taken here.',
  413: `The body is larger than ${deliveryLimit / 1024 / 1024} MiB.`,
  421: 'This host is not known here.',
  422: 'The signature is good, but the body could not be understood.',
  429: 'Too many deliveries. Send again later.',
  503: 'It could not be taken now. Send again later.',
};
