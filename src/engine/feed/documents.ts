/** Sends one feed's documents, with long polling for `live.json`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestUrl } from './addresses.ts';
import { matchesEtag, sendRendition } from './answer.ts';
import type { Channel } from './channel.ts';
import type { Format } from './formats.ts';
import type { RequestHead } from './head.ts';
import type { Rendition } from './rendition.ts';

const maxWaitSeconds = 30;
/** Further long polls get an immediate response. */
const maxWaiting = 1000;

export type FeedRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: RequestHead;
  readonly address: RequestUrl;
  /** `http://` and the host of the request. */
  readonly base: string;
  /** Extra response headers, alternating names and values. */
  readonly headers: readonly string[];
};

export function sendDocument(channel: Channel, format: Format, feedRequest: FeedRequest): void {
  const { address, head, response } = feedRequest;
  const { name, variant, query } = address;
  const waitMs = name === 'live.json' && address.search !== '' ? readWaitMs(query.get('wait')) : 0;
  const rendition = (): Rendition => channel.documents.rendition(name, format, variant, feedRequest.base);
  const send = (): void => {
    sendRendition(response, head.ifNoneMatch, rendition(), channel.documents.status(), feedRequest.headers);
  };
  recordPoll(channel, feedRequest);
  const isReady = waitMs === 0 ? null : waitConditionOf(channel, query, head.ifNoneMatch, rendition);
  if (isReady === null || isReady() || channel.longPolls.size() >= maxWaiting) {
    send();
    return;
  }
  const cancel = channel.longPolls.wait(isReady, waitMs, () => {
    recordPoll(channel, feedRequest);
    send();
  });
  response.once('close', cancel);
}

/** Previews and HEAD requests do not count as reads. */
function recordPoll(channel: Channel, { request, head, address }: FeedRequest): void {
  if (request.method !== 'GET' || (address.search !== '' && address.query.has('preview'))) return;
  channel.consumers.polled(request.socket, head.userAgent, channel.documents.status().revision);
}

/**
 * The wait ends at any revision other than `after` (a smaller one means that the reader used another machine before), or at
 * a body that the validators do not name. Returns `null` when the request names neither.
 */
function waitConditionOf(
  channel: Channel,
  query: URLSearchParams,
  validators: string | undefined,
  rendition: () => Rendition,
): (() => boolean) | null {
  const text = query.get('after');
  const after = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (after === null && validators === undefined) return null;
  return () => {
    if (after !== null && channel.documents.status().revision !== after) return true;
    return validators !== undefined && !matchesEtag(validators, rendition().etag);
  };
}

function readWaitMs(text: string | null): number {
  const seconds = Number(text);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, maxWaitSeconds) * 1000 : 0;
}
