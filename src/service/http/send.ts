/** Writes a response (bytes, part of a file or a stream), deliberately broken while a fault is on. */
import { createReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpResponse, WireFault } from './response.ts';

export async function send(response: ServerResponse, content: HttpResponse, isHead: boolean): Promise<void> {
  const { status, headers, body, wireFault } = content;
  if (wireFault !== null && wireFault.delayMs > 0) await wait(wireFault.delayMs);
  if (response.destroyed) return;
  response.setHeader('X-Content-Type-Options', 'nosniff');
  const isCloseDelimited = headers['Transfer-Encoding'] === 'identity';
  for (const [name, value] of Object.entries(headers)) {
    if (!(isCloseDelimited && name === 'Transfer-Encoding')) response.setHeader(name, value);
  }
  if (isCloseDelimited) response.useChunkedEncodingByDefault = false;
  response.statusCode = status;
  if (typeof body === 'function') {
    if (isHead) response.end();
    else sendStream(response, body);
    return;
  }
  if (body === null) {
    if (wireFault !== null && wireFault.cutAfterBytes !== null && wireFault.cut === 'reset') {
      response.socket?.resetAndDestroy();
      return;
    }
    if (status !== 304 && status !== 204) response.setHeader('Content-Length', 0);
    response.end();
    return;
  }
  const length = Buffer.isBuffer(body) ? body.length : Math.max(0, body.end - body.start + 1);
  if (!isCloseDelimited && !response.hasHeader('Transfer-Encoding')) response.setHeader('Content-Length', length);
  if (isHead || length === 0) {
    response.end();
    return;
  }
  if (!Buffer.isBuffer(body)) {
    await pipeline(createReadStream(body.path, { start: body.start, end: body.end }), response).catch(() => undefined);
    return;
  }
  if (wireFault === null || (wireFault.bytesPerSecond === null && wireFault.cutAfterBytes === null)) {
    response.end(body);
    return;
  }
  await sendBroken(response, body, wireFault);
}

async function sendBroken(response: ServerResponse, body: Buffer, wireFault: WireFault): Promise<void> {
  const part = body.subarray(0, wireFault.cutAfterBytes ?? body.length);
  const step = wireFault.bytesPerSecond === null ? part.length : Math.max(1, Math.ceil(wireFault.bytesPerSecond / 10));
  response.flushHeaders();
  for (let offset = 0; offset < part.length && !response.destroyed; offset += step) {
    response.write(part.subarray(offset, offset + step));
    if (wireFault.bytesPerSecond !== null) await wait(Math.max(100, 1000 / wireFault.bytesPerSecond));
  }
  if (wireFault.cutAfterBytes === null) {
    response.end();
    return;
  }
  // Lets the written bytes leave before the connection is cut.
  await wait(20);
  if (wireFault.cut === 'reset') response.socket?.resetAndDestroy();
  else response.socket?.destroy();
}

function sendStream(
  response: ServerResponse,
  stream: Extract<HttpResponse['body'], (...args: never[]) => unknown>,
): void {
  response.flushHeaders();
  const stop = stream((text) => {
    if (!response.writableEnded && response.writableLength < 1_000_000) response.write(text);
  });
  response.once('close', stop);
}
