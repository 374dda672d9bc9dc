/** Reads a JSON body up to a size limit; no body reads as an empty object. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from './response.ts';

/** Large enough to reorder a full list. */
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
    throw new HttpError(400, 'BAD_REQUEST', 'The request body is incomplete.');
  }
  if (size > jsonLimitBytes) {
    throw new HttpError(413, 'PAYLOAD_TOO_LARGE', `The body is larger than ${jsonLimitBytes} bytes.`);
  }
  if (size === 0) return {};
  const type = request.headers['content-type'] ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The Content-Type must be application/json.');
  }
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)));
  } catch {
    throw new HttpError(400, 'BAD_REQUEST', 'The body is not valid JSON.');
  }
}
