/** Answers for one feed: its documents, long polls included. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Address } from './addresses.ts';
import { matchesEtag, sendRendition } from './answer.ts';
import type { Channel } from './channel.ts';
import type { Format } from './formats.ts';
import type { Head } from './head.ts';
import type { Rendition } from './rendition.ts';

const mostWaitSeconds = 30;
/** More waiting requests than this are answered at once, as if their time were over. */
const mostWaiting = 1000;

export type Asked = {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: Head;
  readonly address: Address;
  /** `http://` and the host that the client asked for. */
  readonly base: string;
  /** Headers that the answer carries besides its own. */
  readonly headers: readonly string[];
};

/** Answers with the document of that format, waiting first where `live.json` was asked to. */
export function answerDocument(channel: Channel, format: Format, asked: Asked): void {
  const { address, head, response } = asked;
  const { name, variant, query } = address;
  const waitMs = name === 'live.json' && address.search !== '' ? readWaitMs(query.get('wait')) : 0;
  const rendition = (): Rendition => channel.board.rendition(name, format, variant, asked.base);
  const answer = (): void => {
    sendRendition(response, head.ifNoneMatch, rendition(), channel.board.standing(), asked.headers);
  };
  notePoll(channel, asked);
  const isOver = waitMs === 0 ? null : wishOf(channel, query, head.ifNoneMatch, rendition);
  if (isOver === null || isOver() || channel.waiting.size() >= mostWaiting) {
    answer();
    return;
  }
  const giveUp = channel.waiting.wait(isOver, waitMs, () => {
    notePoll(channel, asked);
    answer();
  });
  response.once('close', giveUp);
}

/** Tells the consumer list of a read. A preview is not counted, nor is a question for headers alone. */
function notePoll(channel: Channel, { request, head, address }: Asked): void {
  if (request.method !== 'GET' || (address.search !== '' && address.query.has('preview'))) return;
  channel.consumers.polled(request.socket, head.userAgent, channel.board.standing().revision);
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
