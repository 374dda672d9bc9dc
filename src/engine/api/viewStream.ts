/** Streams a small view of one feed to button panels and presenters. */
import type { FastifyReply } from 'fastify';
import type { Cancel, Clock } from '../ports.ts';
import type { Bearer, Tokens } from '../settings/tokens.ts';
import type { Store } from '../store.ts';

/** A reader that hears nothing for five seconds can call the connection lost. */
const heartbeatMs = 2000;

export type ViewStream = {
  readonly bearer: Bearer;
  /** `null` once the feed has been removed. */
  readonly view: () => object | null;
  readonly subscribe: Store['subscribe'];
  readonly onRevoked: Tokens['onRevoked'];
  /** Called at first, and with each heartbeat that the reader does not keep waiting. */
  readonly onRead: () => void;
  readonly clock: Pick<Clock, 'after'>;
};

/** Sends the view now and at each change, and a comment as heartbeat. Ends when the reader disconnects, the feed is removed or the token is revoked. */
export function streamView(
  reply: FastifyReply,
  { bearer, view, subscribe, onRevoked, onRead, clock }: ViewStream,
): void {
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
  let cancelHeartbeat: Cancel = () => undefined;
  // Nothing queues for a stalled reader; it reconnects and gets the newest view.
  const write = (text: string): void => {
    if (stream.writableLength > 65_536) stream.destroy();
    else stream.write(text);
  };
  const beat = (): void => {
    // A reader that is gone leaves the last message unsent.
    if (stream.writableLength === 0) onRead();
    write(': heartbeat\n\n');
    cancelHeartbeat = clock.after(heartbeatMs, beat);
  };
  const send = (): void => {
    if (isEnded) return;
    const now = bearer.isRevoked() ? null : view();
    if (now === null) {
      end();
      stream.end();
      return;
    }
    const data = JSON.stringify(now);
    if (data === last) return;
    last = data;
    write(`data: ${data}\n\n`);
  };
  const unsubscribers = [subscribe(send), onRevoked(send)];
  const end = (): void => {
    isEnded = true;
    cancelHeartbeat();
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
  stream.on('close', end);
  cancelHeartbeat = clock.after(heartbeatMs, beat);
  onRead();
  send();
}
