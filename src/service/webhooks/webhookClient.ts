/** Posts to webhook endpoints without following redirects. Private addresses are allowed, because this service is local. */
import { Agent, request } from 'undici';
import type { TryResult } from './outcome.ts';

export type PostWebhook = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  timeoutMs: number,
  signal: AbortSignal,
) => Promise<TryResult>;

/** Bytes of a response body to read before closing the connection. */
const bodyLimitBytes = 64 * 1024;

export function createWebhookClient(): { readonly post: PostWebhook; readonly close: () => Promise<void> } {
  const agent = new Agent({ connections: 2, pipelining: 1 });
  const post: PostWebhook = async (url, headers, body, timeoutMs, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, 'User-Agent': 'Greenroom-Collections' },
        body,
        signal: AbortSignal.any([timeout, signal]),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      // Only the status counts, so an error in the body is ignored.
      await response.body.dump({ limit: bodyLimitBytes }).catch(() => undefined);
      return { status: response.statusCode };
    } catch (error) {
      return { fault: timeout.aborted || isTimeout(error) ? 'timeout' : 'network' };
    }
  };
  return { post, close: () => agent.destroy() };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /TIMEOUT/.test(String(error.code));
}
