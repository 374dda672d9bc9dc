/** One POST to a webhook endpoint: no redirect is followed, and private addresses are allowed because this service is local. */
import { Agent, request } from 'undici';
import type { TryResult } from './outcome.ts';

export type Post = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
  withinMs: number,
  signal: AbortSignal,
) => Promise<TryResult>;

/** Bytes of an answer that are read before the rest is thrown away. */
const answerLimitBytes = 64 * 1024;

export function createPoster(): { readonly post: Post; readonly close: () => Promise<void> } {
  const agent = new Agent({ connections: 2, pipelining: 1 });
  const post: Post = async (url, headers, body, withinMs, signal) => {
    const tooLate = AbortSignal.timeout(withinMs);
    try {
      const answer = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: { ...headers, 'User-Agent': 'Greenroom-Collections' },
        body,
        signal: AbortSignal.any([tooLate, signal]),
        headersTimeout: withinMs,
        bodyTimeout: withinMs,
      });
      // The status is the whole answer: what follows it cannot change the outcome.
      await answer.body.dump({ limit: answerLimitBytes }).catch(() => undefined);
      return { status: answer.statusCode };
    } catch (error) {
      return { fault: tooLate.aborted || isTimeout(error) ? 'timeout' : 'network' };
    }
  };
  return { post, close: () => agent.destroy() };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /TIMEOUT/.test(String(error.code));
}
