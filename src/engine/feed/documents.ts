/** Sends one feed's documents, with long polling for `live.json`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAnyETag, isNotModified } from '../../core/conditional.ts';
import { refuse } from '../http/refuseRequest.ts';
import type { Channel } from './channel.ts';
import type { Format } from './formats.ts';
import { isFurther } from './pollers.ts';
import type { RefusalStatus } from './readAccess.ts';
import type { Reader } from './reader.ts';
import type { Rendition } from './rendition.ts';
import type { RequestHead } from './requestHead.ts';
import type { RequestUrl } from './requestUrl.ts';
import { sendRendition } from './responses.ts';

const maxWaitSeconds = 30;
/** Further long polls get an immediate response. */
const maxWaiting = 1000;

export type FeedRequest = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: RequestHead;
  readonly url: RequestUrl;
  /** `http://` and the host of the request. */
  readonly base: string;
  /** Extra response headers, alternating names and values. */
  readonly headers: readonly string[];
  /** Checks the request again, because the settings may have changed while it waited. `null`: still allowed. */
  readonly recheck: () => RefusalStatus;
};

/** `onFault` gets an exception after this returned. */
export function sendDocument(
  channel: Channel,
  format: Format,
  feedRequest: FeedRequest,
  onFault: (error: unknown) => void,
): void {
  const { url, head, response } = feedRequest;
  const { name, variant, query } = url;
  const waitMs = name === 'live.json' && url.search !== '' ? readWaitMs(query.get('wait')) : 0;
  const rendition = (): Rendition => channel.documents.rendition(name, format, variant, feedRequest.base);
  const reader = recordRequest(channel, feedRequest);
  const sendNow = (): void => {
    const status = channel.documents.status();
    if (reader !== null) {
      if (!isAnyETag(head.ifNoneMatch))
        channel.consumers.recordResponse(feedRequest.request.socket, reader, response, status.revision);
      if (!isFurther(reader)) channel.pulls.recordPoll(reader, name);
    }
    sendRendition(response, head.ifNoneMatch, rendition(), status, feedRequest.headers);
  };
  const send = (): void => {
    const preparing = channel.documents.prepare(name, format, variant, feedRequest.base);
    if (preparing === null) {
      sendNow();
      return;
    }
    const sendIfAllowed = (): void => {
      if (response.destroyed) return;
      const status = feedRequest.recheck();
      if (status === null) sendNow();
      else refuse(response, 'FEED_READ_REFUSED', status);
    };
    preparing.then(sendIfAllowed).catch(onFault);
  };
  const etag = (): string => channel.documents.etag(format);
  // The revision that it has can be of another Greenroom, unlike an ETag.
  const isFirstRead = reader !== null && reader.revision < 0 && head.ifNoneMatch === undefined;
  const isReady = waitMs === 0 || isFirstRead ? null : waitConditionOf(channel, query, head.ifNoneMatch, etag);
  if (isReady === null || isReady() || channel.longPolls.size() >= maxWaiting) {
    send();
    return;
  }
  const isReadyOrRefused = (): boolean => feedRequest.recheck() !== null || isReady();
  const cancel = channel.longPolls.wait(isReadyOrRefused, waitMs, () => {
    const status = feedRequest.recheck();
    if (status !== null) return refuse(response, 'FEED_READ_REFUSED', status);
    send();
  });
  response.once('close', cancel);
}

/** Previews and HEAD requests do not count as reads. */
function recordRequest(channel: Channel, { request, head, url }: FeedRequest): Reader | null {
  if (request.method !== 'GET' || (url.search !== '' && url.query.has('preview'))) return null;
  const poller = { userAgent: head.userAgent, name: url.search === '' ? '' : (url.query.get('name') ?? '') };
  return channel.consumers.recordRequest(request.socket, poller);
}

/**
 * Returns the condition that ends the wait: a revision other than `after`, or an ETag that If-None-Match does not list.
 * `null` if the request has neither. A smaller revision also ends the wait, because `after` may come from another
 * Greenroom.
 */
function waitConditionOf(
  channel: Channel,
  query: URLSearchParams,
  ifNoneMatch: string | undefined,
  etag: () => string,
): (() => boolean) | null {
  const text = query.get('after');
  const after = text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
  if (after === null && ifNoneMatch === undefined) return null;
  return () => {
    if (after !== null && channel.documents.status().revision !== after) return true;
    return ifNoneMatch !== undefined && !isNotModified(ifNoneMatch, etag());
  };
}

function readWaitMs(text: string | null): number {
  const seconds = Number(text);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, maxWaitSeconds) * 1000 : 0;
}
