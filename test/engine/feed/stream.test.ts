import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { createConsumers } from '../../../src/engine/feed/consumers.ts';
import type { DocumentCache } from '../../../src/engine/feed/documentCache.ts';
import { createStream } from '../../../src/engine/feed/stream.ts';
import { createFakeClock } from '../../fakeClock.ts';
import { waitUntil } from '../../waitUntil.ts';

const request = { headers: {}, socket: {} } as IncomingMessage;

/** A stream whose states are this long, and sockets that count what they get. */
function openStream(bytes: number, sockets: number) {
  let revision = 1;
  const clock = createFakeClock();
  const documents = {
    status: () => ({ revision, gate: 'following', freshness: 'fresh', checkedAt: null }),
    publication: () => ({ feed: { onAir: { items: [] } } }),
    state: () => ({ frame: () => Buffer.alloc(bytes, String(revision)) }),
  } as unknown as DocumentCache;
  const stream = createStream(
    documents,
    createConsumers(
      {
        ...{ clock, onChanged: () => undefined, onMembersChanged: () => undefined },
        ...{
          onStreamSeen: () => undefined,
          isAwaited: () => false,
          runs: { isOwn: () => false, isLater: () => false },
        },
      },
      1,
    ),
    clock,
  );
  const received = Array.from({ length: sockets }, (): string[] => []);
  for (const states of received) {
    const socket = Object.assign(new EventEmitter(), {
      readyState: 1,
      OPEN: 1,
      close: () => undefined,
      terminate: () => undefined,
    });
    const connection = {
      write: (frame: Buffer, onFlushed: () => void) => {
        states.push(frame.toString('latin1', 0, 1));
        onFlushed();
      },
    } as unknown as Duplex;
    const options = { base: 'http://host', query: new URLSearchParams(), recheck: () => null };
    stream.acceptSocket(socket as unknown as WebSocket, connection, request, options);
    states.length = 0;
  }
  const change = (): void => {
    revision += 1;
    stream.broadcast();
  };
  return { received, change };
}

describe('a change to many sockets', () => {
  it('reaches all of them in the same turn while the state is short', () => {
    const { received, change } = openStream(15_000, 100);
    change();
    expect(received).toEqual(Array.from({ length: 100 }, () => ['2']));
  });

  it('reaches all of them over several turns when the state is long, and each gets only the newest', async () => {
    const { received, change } = openStream(5_000_000, 20);
    change();
    const inFirstTurn = received.filter((states) => states.length > 0).length;
    expect(inFirstTurn).toBeGreaterThan(0);
    expect(inFirstTurn).toBeLessThan(20);
    change();
    await waitUntil('all have the newest', () => received.every((states) => states.at(-1) === '3'));
    expect(received.filter((states) => states.length > 1).length).toBe(inFirstTurn);
  });
});
