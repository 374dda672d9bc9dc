/** Sends requests with paths and headers that `fetch` does not allow. */
import { request } from 'node:http';

export type RawRequest = {
  readonly method: string;
  /** Sent unchanged, even if it is not a valid path. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string | null;
};

export function sendRaw(
  base: string,
  { method, path, headers, body }: RawRequest,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(new URL(base).origin, { method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}
