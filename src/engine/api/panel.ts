/** Builds the small flat object that describes one feed to button panels, and streams it. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type DeskFeed, feedSchema } from '../../contract/deskState.ts';
import { count } from '../../contract/schemaParts.ts';
import { countDifference } from '../../core/compare.ts';
import type { FeedState } from '../../core/feedState.ts';
import type { Problem } from '../../core/problem.ts';
import type { ReadonlyOutput } from '../../core/readonlyOutput.ts';
import type { Bearer, Tokens } from '../settings/tokens.ts';
import type { Store } from '../store.ts';

const { gate, freshness, revision, playHead } = feedSchema.shape;
const { index, itemId } = playHead.shape;

export const panelSchema = z
  .strictObject({
    gate,
    pendingCount: count.describe('Differences between live and on air.'),
    freshness,
    onAirCount: count.describe('Posts on air.'),
    queueLength: count.describe('Posts after the current one.'),
    index,
    currentAuthor: z.string().describe('Name of the current post’s author; empty when nothing is on air.'),
    revision,
    problemsOnAir: count.describe('Problems that affect air.'),
    itemId,
  })
  .meta({ id: 'Panel', description: 'The feed as one small flat object.' });

export type Panel = ReadonlyOutput<typeof panelSchema>;

export function viewPanel(view: DeskFeed, feed: FeedState, problems: readonly Problem[]): Panel {
  const index = feed.playHead.index;
  const current = index === null ? undefined : feed.onAir.items[index];
  return {
    gate: view.gate,
    pendingCount: countDifference(view.pending),
    freshness: view.freshness,
    onAirCount: feed.onAir.items.length,
    queueLength: index === null ? 0 : feed.onAir.items.length - index - 1,
    index,
    currentAuthor: current?.fullName ?? current?.username ?? '',
    revision: view.revision,
    problemsOnAir: problems.filter(({ severity }) => severity === 'onAir').length,
    itemId: current?.id ?? null,
  };
}

export type PanelStream = {
  readonly bearer: Bearer;
  /** `null` once the feed has been removed. */
  readonly panel: () => Panel | null;
  readonly subscribe: Store['subscribe'];
  readonly onRevoked: Tokens['onRevoked'];
};

/** Sends the panel now and at each change. Ends when the reader disconnects, the feed is removed or the token is revoked. */
export function streamPanel(reply: FastifyReply, { bearer, panel, subscribe, onRevoked }: PanelStream): void {
  reply.hijack();
  const stream = reply.raw;
  stream.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  if (reply.request.method === 'HEAD') {
    stream.end();
    return;
  }
  let last = '';
  let isEnded = false;
  const send = (): void => {
    if (isEnded) return;
    const now = bearer.isRevoked() ? null : panel();
    if (now === null) {
      end();
      stream.end();
      return;
    }
    const data = JSON.stringify(now);
    if (data === last) return;
    last = data;
    // Nothing queues for a stalled reader; it reconnects and gets the newest panel.
    if (stream.writableLength > 65_536) stream.destroy();
    else stream.write(`data: ${data}\n\n`);
  };
  const unsubscribers = [subscribe(send), onRevoked(send)];
  const end = (): void => {
    isEnded = true;
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
  stream.on('close', end);
  send();
}
