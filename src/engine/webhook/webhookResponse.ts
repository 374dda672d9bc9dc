/** Defines and sends the webhook listener's responses. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { sendClientError } from '../../http/clientError.ts';
import { maxDeliveryBytes } from './readDeliveryBody.ts';

export type WebhookResponse = {
  readonly status: number;
  readonly code: string;
  readonly retryAfterSeconds: number | null;
};

const retryLaterSeconds = 5;
const floodRetrySeconds = 2;

export const acceptedResponse: WebhookResponse = { status: 200, code: 'OK', retryAfterSeconds: null };
/** The same to a delivery that changes nothing. It does not count as accepted, because the service before can have sent it. */
export const knownResponse: WebhookResponse = { ...acceptedResponse };
export const tooManyDeliveries: WebhookResponse = {
  status: 429,
  code: 'TOO_MANY_DELIVERIES',
  retryAfterSeconds: floodRetrySeconds,
};

/** A final response: the service does not resend. */
export function refuse(status: number, code: string): WebhookResponse {
  return { status, code, retryAfterSeconds: null };
}

/** 503 for a failure on our side, so that the service resends. A 4xx would lose the change. */
export function retryLater(code: string): WebhookResponse {
  return { status: 503, code, retryAfterSeconds: retryLaterSeconds };
}

/** Sends the response; errors use the service's own error format. */
export function sendResponse(request: IncomingMessage, response: ServerResponse, result: WebhookResponse): void {
  if (response.destroyed || response.headersSent) return;
  const text =
    result.status === 200
      ? '{"ok":true}'
      : JSON.stringify({ error: { code: result.code, message: messages[result.status] ?? '' } });
  if (result.retryAfterSeconds !== null) response.setHeader('retry-after', result.retryAfterSeconds);
  if (result.status === 405) response.setHeader('allow', 'POST');
  // The rest of the body is not read, so the connection can't be reused.
  if (!request.complete) response.setHeader('connection', 'close');
  response.writeHead(result.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(text);
}

/** Responds to a request that was not whole. */
export function sendRetryLater(socket: Duplex): void {
  sendClientError(socket, 503, { head: `Retry-After: ${retryLaterSeconds}\r\n`, body: '' });
}

const messages: Readonly<Record<number, string>> = {
  401: 'The signature is missing or wrong, or the signed time is outside the tolerance.',
  404: 'There is nothing at this address.',
  405: 'Only POST is allowed.',
  413: `The body is larger than ${maxDeliveryBytes / 1024 / 1024} MiB.`,
  421: 'This listener does not accept deliveries for that host name.',
  422: 'The signature is valid, but the body can’t be read.',
  429: 'Too many deliveries. Send it again later.',
  503: 'The delivery can’t be accepted now. Send it again later.',
};
