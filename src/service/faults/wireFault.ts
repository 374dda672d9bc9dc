/** Breaks the transport of a response: delays it, slows it down, or cuts the connection. */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

export type WireFault = {
  readonly delayMs: number;
  /** `null` for full speed. */
  readonly bytesPerSecond: number | null;
  /** Bytes of the body to send before cutting the connection; `null` to send all of it. */
  readonly cutAfterBytes: number | null;
  readonly cut: 'reset' | 'close';
};

/** Returns the payload to send. A `transfer-encoding` of `identity` means a body that ends with the connection. */
export async function breakBody(
  body: Buffer | null,
  wireFault: WireFault,
  request: IncomingMessage,
  reply: FastifyReply,
): Promise<Buffer | Readable | null> {
  const { delayMs, bytesPerSecond, cutAfterBytes, cut } = wireFault;
  if (delayMs > 0) await wait(delayMs);
  const framing = reply.getHeader('transfer-encoding');
  if (framing === 'identity') {
    void reply.removeHeader('transfer-encoding');
    reply.raw.useChunkedEncodingByDefault = false;
  }
  if (body === null && cutAfterBytes !== null && cut === 'reset') request.socket.resetAndDestroy();
  if (request.method === 'HEAD') return framing === undefined && body !== null ? body : Readable.from([]);
  if (body === null || body.length === 0) return body;
  if (bytesPerSecond === null && cutAfterBytes === null) return body;
  if (framing === undefined) void reply.header('content-length', body.length);
  return Readable.from(sendPart(body, wireFault, request, reply));
}

async function* sendPart(
  body: Buffer,
  { bytesPerSecond, cutAfterBytes, cut }: WireFault,
  request: IncomingMessage,
  reply: FastifyReply,
): AsyncGenerator<Buffer> {
  reply.raw.flushHeaders();
  const part = body.subarray(0, cutAfterBytes ?? body.length);
  const step = bytesPerSecond === null ? part.length : Math.max(1, Math.ceil(bytesPerSecond / 10));
  for (let offset = 0; offset < part.length; offset += step) {
    yield part.subarray(offset, offset + step);
    if (bytesPerSecond !== null) await wait(Math.max(100, 1000 / bytesPerSecond));
  }
  if (cutAfterBytes === null) return;
  // Lets the written bytes leave before the connection is cut.
  await wait(20);
  if (cut === 'reset') request.socket.resetAndDestroy();
  else request.socket.destroy();
}
