/** Reads the raw bytes of a delivery, up to a limit. */
import type { IncomingMessage } from 'node:http';

/** Larger deliveries are refused. Bytes. */
export const deliveryLimit = 5 * 1024 * 1024;

/** The bytes; `tooLarge` as soon as that is known; `gone` when the sender went away. */
export function readDeliveryBody(request: IncomingMessage): Promise<Buffer | 'tooLarge' | 'gone'> {
  const declared = Number(request.headers['content-length'] ?? 0);
  if (declared > deliveryLimit) return Promise.resolve('tooLarge');
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > deliveryLimit) {
        request.pause();
        resolve('tooLarge');
        return;
      }
      chunks.push(chunk);
    });
    request.on('end', () => {
      const [first] = chunks;
      resolve(chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, bytes));
    });
    request.on('error', () => resolve('gone'));
    request.on('close', () => resolve('gone'));
  });
}
