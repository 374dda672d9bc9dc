/** Carries a desk's messages over a WebSocket as validated JSON. */

import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { DeskMessage, EngineMessage, EngineWire } from '../../contract/wire.ts';
import { parseJson } from '../../core/parseJson.ts';
import { formatSlices, isLongJson } from '../../disk/jsonSlices.ts';
import { nextBackgroundTurn } from '../../disk/turns.ts';

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string().max(512).nullable().default(null),
    name: z.string().max(80).nullable().default(null),
    givenName: z.string().max(80).nullable().default(null),
    secret: z.string().min(16).max(64).nullable().default(null),
    shown: z.record(z.string(), z.int().nonnegative()).optional(),
  }),
  z.object({ type: z.literal('resync') }),
  z.object({ type: z.literal('ping'), sentMs: z.number() }),
  z.object({
    ...{ type: z.literal('command'), id: z.int(), name: z.string().max(64), input: z.unknown() },
    sentTickMs: z.number().optional(),
  }),
  z.object({ type: z.literal('query'), id: z.int(), name: z.string().max(64), input: z.unknown() }),
]);

/** A desk that stops reading is disconnected at this limit; it reconnects and gets the whole state. */
const maxQueuedBytes = 64 * 1024 * 1024;

/** The same for messages that wait behind a long one and have no text yet. */
const maxWaiting = 1000;

/** After a slice of a long list, other work runs. */
const longSliceBytes = 50_000;

/** Returns `null` for an invalid message. Command and query inputs are validated when they are run. */
export function readDeskMessage(data: unknown): DeskMessage | null {
  const read = messageSchema.safeParse(data);
  return read.success ? (read.data as DeskMessage) : null;
}

/** An unreadable message closes the socket. */
export function createSocketWire(socket: WebSocket): EngineWire {
  let waiting: EngineMessage[] = [];
  let isFormatting = false;

  /** Sends the waiting messages in order. A long one is formatted in slices, so that readers of a feed don't wait for it. */
  const drain = async (): Promise<void> => {
    isFormatting = true;
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      const slices: Buffer[] = [];
      for (const slice of formatSlices(message)) {
        slices.push(slice);
        if (slice.length > longSliceBytes) await nextBackgroundTurn();
      }
      if (canSend()) socket.send(Buffer.concat(slices), { binary: false });
      else waiting = [];
    }
    isFormatting = false;
  };
  /** Disconnects a desk that has too much waiting. */
  const canSend = (): boolean => {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount <= maxQueuedBytes && waiting.length < maxWaiting) return true;
    waiting = [];
    socket.terminate();
    return false;
  };
  return {
    send: (message) => {
      if (!canSend()) return;
      if (!isFormatting && !isLongJson(message)) return socket.send(JSON.stringify(message));
      waiting.push(message);
      if (!isFormatting) void drain();
    },
    onMessage: (listener) => {
      socket.on('message', (data, isBinary) => {
        const message = isBinary ? null : readDeskMessage(parseJson(String(data)));
        if (message === null) socket.close(1003, 'not a desk message');
        else listener(message);
      });
    },
    onClose: (listener) => {
      socket.on('close', listener);
      socket.on('error', () => socket.terminate());
    },
    close: () => socket.close(),
  };
}
