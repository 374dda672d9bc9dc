/** Reads a response body within limits on its size and its compression ratio. */

import { isUtf8 } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { sayLater } from '../../core/language/say.ts';
import { failure, LimitReached } from './failure.ts';

/** Largest body after decompression. Bytes. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Largest compression ratio, checked above the first MiB, against decompression bombs. */
const maxRatio = 100;
const ratioCheckedFromBytes = 1024 * 1024;

/** Returns the body, verified as UTF-8. Rejects with LimitReached or the stream's error, and destroys the stream. */
export async function readBody(body: Readable, encoding: string | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let compressedBytes = 0;
  let bytes = 0;
  const decompressor = createDecompressor(encoding);
  const countCompressed = (chunk: Buffer): void => {
    compressedBytes += chunk.length;
  };
  const decoded: Readable = decompressor === null ? body : decompress(body, decompressor, countCompressed);
  try {
    for await (const chunk of decoded as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      const isOverRatio = decompressor !== null && bytes > ratioCheckedFromBytes && bytes > compressedBytes * maxRatio;
      if (bytes > maxBodyBytes || isOverRatio) throw createTooLargeError();
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes);
  if (!isUtf8(whole)) throw new LimitReached(failure('SOURCE_MALFORMED', { what: sayLater('it is not UTF-8') }));
  return whole;
}

function decompress(body: Readable, decompressor: Transform, countCompressed: (chunk: Buffer) => void): Readable {
  body.on('data', countCompressed);
  body.on('error', (error) => decompressor.destroy(error));
  return body.pipe(decompressor);
}

function createTooLargeError(): LimitReached {
  return new LimitReached(failure('SOURCE_TOO_LARGE', { megabytes: maxBodyBytes / 1024 / 1024 }));
}

function createDecompressor(encoding: string | null): Transform | null {
  switch (encoding?.trim().toLowerCase() ?? 'identity') {
    case 'identity':
    case '':
      return null;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'deflate':
      return createInflate();
    case 'br':
      return createBrotliDecompress();
    default:
      throw new LimitReached(failure('SOURCE_MALFORMED', { what: sayLater('its compression is not supported') }));
  }
}
