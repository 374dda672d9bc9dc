/** Reads a JSON body whole, within a limit; an absent one is the empty object. */
import type { IncomingMessage } from 'node:http';
import { Refused } from './answer.ts';

/** Bytes. The order of a list of the greatest length fits. */
export const jsonLimitBytes = 8 * 1024 * 1024;

export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request) {
      const bytes: Buffer = chunk;
      size += bytes.length;
      if (size > jsonLimitBytes) break;
      chunks.push(bytes);
    }
  } catch {
    throw new Refused(400, 'BAD_REQUEST', 'The request ended before its body did.');
  }
  if (size > jsonLimitBytes) {
    throw new Refused(413, 'PAYLOAD_TOO_LARGE', `The body has more than ${jsonLimitBytes} bytes.`);
  }
  if (size === 0) return {};
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new Refused(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new Refused(400, 'BAD_REQUEST', 'The body is not JSON.');
  }
}
