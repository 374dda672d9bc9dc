/** Carries a desk's messages over a WebSocket as validated JSON. */

import type { WebSocket } from 'ws';
import { z } from 'zod';
import type { DeskMessage, EngineMessage, EngineWire } from '../../contract/wire.ts';
import { parseJson } from '../../core/parseJson.ts';

const messageSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('hello'),
    token: z.string().max(512).nullable().default(null),
    name: z.string().max(80).nullable().default(null),
  }),
  z.object({ type: z.literal('command'), id: z.int(), name: z.string().max(64), input: z.unknown() }),
  z.object({ type: z.literal('query'), id: z.int(), name: z.string().max(64), input: z.unknown() }),
]);

/** A desk that stops reading is disconnected at this limit; it reconnects and gets the whole state. */
const maxQueuedBytes = 64 * 1024 * 1024;

/** Returns `null` for an invalid message. Command and query inputs are validated when they are run. */
export function readDeskMessage(data: unknown): DeskMessage | null {
  const read = messageSchema.safeParse(data);
  return read.success ? (read.data as DeskMessage) : null;
}

type ChangeMessage = Extract<EngineMessage, { type: 'change' }>;

/** The JSON of the last changes, because every desk gets the same one. */
const changeBytes = new WeakMap<ChangeMessage['change'], WeakRef<Buffer>>();

function formatChange({ sequence, change }: ChangeMessage): Buffer {
  let bytes = changeBytes.get(change)?.deref();
  if (bytes === undefined) {
    bytes = Buffer.from(JSON.stringify(change));
    changeBytes.set(change, new WeakRef(bytes));
  }
  return Buffer.concat([Buffer.from(`{"type":"change","sequence":${sequence},"change":`), bytes, closingBrace]);
}

const closingBrace = Buffer.from('}');

/** An unreadable message closes the socket. */
export function createSocketWire(socket: WebSocket): EngineWire {
  return {
    send: (message) => {
      if (socket.readyState !== socket.OPEN) return;
      if (socket.bufferedAmount > maxQueuedBytes) {
        socket.terminate();
        return;
      }
      socket.send(message.type === 'change' ? formatChange(message) : JSON.stringify(message), { binary: false });
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
