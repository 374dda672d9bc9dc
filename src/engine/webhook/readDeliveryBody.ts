/** Reads the raw bytes of a delivery up to a size limit. */
import type { IncomingMessage } from 'node:http';
import { freeMemory } from '../http/freeMemory.ts';

/** Limit in bytes; larger deliveries are refused. */
export const maxDeliveryBytes = 5 * 1024 * 1024;

/** Resolves `tooLarge` as soon as the limit is known to be exceeded, and `gone` if the sender disconnects or `signal` is aborted. */
export function readDeliveryBody(request: IncomingMessage, signal: AbortSignal): Promise<Buffer | 'tooLarge' | 'gone'> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > maxDeliveryBytes) return Promise.resolve('tooLarge');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxDeliveryBytes) {
        request.pause();
        resolve('tooLarge');
        return;
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      const [first] = chunks;
      if (chunks.length === 1 && first !== undefined) resolve(first);
      else {
        resolve(Buffer.concat(chunks, bytes));
        freeMemory(chunks);
      }
    });
    request.on('error', () => resolve('gone'));
    request.on('close', () => resolve('gone'));
    signal.addEventListener('abort', () => resolve('gone'), { once: true });
  });
}
