/** Reads an answer's body within its limits: size, size once unpacked, and how much larger it may become by that. */
import { isUtf8 } from 'node:buffer';
import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { failure, LimitReached } from './failure.ts';

/** Bytes of an answer once unpacked. */
export const bodyLimit = 16 * 1024 * 1024;

/** How many times larger than sent an answer may be once unpacked, past the first MiB. */
const ratioLimit = 100;
const ratioFreeBytes = 1024 * 1024;

/** The body's bytes, known to be UTF-8. Rejects with LimitReached, or with the error of the stream; the stream is then destroyed. */
export async function readBody(body: Readable, encoding: string | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let sentBytes = 0;
  let bytes = 0;
  const unpacker = unpackerOf(encoding);
  const sent = (chunk: Buffer): void => {
    sentBytes += chunk.length;
  };
  const unpacked: Readable = unpacker === null ? body : unpack(body, unpacker, sent);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      const isBomb = unpacker !== null && bytes > ratioFreeBytes && bytes > sentBytes * ratioLimit;
      if (bytes > bodyLimit || isBomb) throw tooLarge();
      chunks.push(chunk);
    }
  } finally {
    body.destroy();
  }
  const whole = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes);
  if (!isUtf8(whole)) throw new LimitReached(failure('SOURCE_MALFORMED', { what: 'it is not UTF-8' }));
  return whole;
}

function unpack(body: Readable, unpacker: Transform, sent: (chunk: Buffer) => void): Readable {
  body.on('data', sent);
  body.on('error', (error) => unpacker.destroy(error));
  return body.pipe(unpacker);
}

function tooLarge(): LimitReached {
  return new LimitReached(failure('SOURCE_TOO_LARGE', { megabytes: bodyLimit / 1024 / 1024 }));
}

function unpackerOf(encoding: string | null): Transform | null {
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
      throw new LimitReached(failure('SOURCE_MALFORMED', { what: 'its compression is not known' }));
  }
}
