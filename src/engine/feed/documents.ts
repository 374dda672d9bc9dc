/** Answers for one feed: its documents, long polls included. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { matchesEtag, sendRendition } from './answer.ts';
import type { Channel } from './channel.ts';
import type { Format } from './formats.ts';
import type { Rendition } from './rendition.ts';

const noQuery = new URLSearchParams();
const mostWaitSeconds = 30;
/** More waiting requests than this are answered at once, as if their time were over. */
const mostWaiting = 1000;

export type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** What stands after the question mark; empty: nothing. */
  readonly query: string;
  /** `http://` and the host that the client asked for. */
  readonly base: string;
  readonly headers: readonly string[];
};

/** Answers with the document of that name and format, waiting first where `live.json` was asked to. */
export function answerDocument(channel: Channel, name: string, format: Format, asked: Asked): void {
  const query = asked.query === '' ? noQuery : new URLSearchParams(asked.query);
  const waitMs = name === 'live.json' && query.has('wait') ? readWaitMs(query.get('wait')) : 0;
  const variant = format.variant(query);
  const rendition = (): Rendition => channel.board.rendition(name, format, variant, asked.base);
  const answer = (): void =>
    sendRendition(asked.request, asked.response, rendition(), channel.board.standing(), asked.headers);
  const isOver = waitMs === 0 ? null : wishOf(channel, query, asked.request.headers['if-none-match'], rendition);
  notePoll(channel, query, asked.request);
  if (isOver === null || isOver() || channel.waiting.size() >= mostWaiting) {
    answer();
    return;
  }
  const giveUp = channel.waiting.wait(isOver, waitMs, () => {
    notePoll(channel, query, asked.request);
    answer();
  });
  asked.response.once('close', giveUp);
}

/** Tells the consumer list of a read. A preview is not counted, nor is a question for headers alone. */
export function notePoll(channel: Channel, query: URLSearchParams, request: IncomingMessage): void {
  if (request.method !== 'GET' || (query !== noQuery && query.has('preview'))) return;
  const agent = request.headers['user-agent'] ?? '';
  channel.consumers.polled(request.socket.remoteAddress ?? '', agent, channel.board.standing().revision);
}

/**
 * What ends the wait: a revision that is not the one named with `after` (also a smaller one: then the reader knows another
 * machine's count), or a body that the given validators do not name. Null: there is nothing to wait for.
 */
function wishOf(
  channel: Channel,
  query: URLSearchParams,
  validators: string | undefined,
  rendition: () => Rendition,
): (() => boolean) | null {
  const given = query.get('after');
  const after = given !== null && /^\d{1,15}$/.test(given) ? Number(given) : null;
  if (after === null && validators === undefined) return null;
  return () => {
    if (after !== null && channel.board.standing().revision !== after) return true;
    return validators !== undefined && !matchesEtag(validators, rendition().etag);
  };
}

function readWaitMs(text: string | null): number {
  const seconds = Number(text);
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, mostWaitSeconds) * 1000 : 0;
}
