/** Reads the raw bytes of a delivery up to a size limit. */
import type { IncomingMessage } from 'node:http';

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

/** Frees the parts of a long body now. If only the garbage collector could, their megabytes would make it run several times as often. */
function freeMemory(chunks: readonly Buffer[]): void {
  for (const { buffer, byteLength } of chunks)
    if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
