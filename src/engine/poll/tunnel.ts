/** Opens tunnels through a proxy, limited in time; undici alone would wait for ever, or try again without a pause. */

import { type Dispatcher, Pool } from 'undici';
import { sayLater } from '../../core/language/say.ts';
import { failure, LimitReached } from '../http/failure.ts';
import type { Clock } from '../ports.ts';
import type { HttpProxy } from './proxy.ts';

/** Longest wait for the proxy’s response. Milliseconds. */
const tunnelTimeoutMs = 3000;

/** The connections to the proxy itself. */
export function createProxyPool(origin: URL, options: object, proxy: HttpProxy, clock: Clock): Dispatcher {
  const pool = new Pool(origin, options);
  const connect: (options: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> = pool.connect.bind(pool);
  const connectInTime = async (tunnel: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> => {
    const abort = new AbortController();
    const cancel = clock.after(tunnelTimeoutMs, () => abort.abort(tooLate(proxy)));
    try {
      return await connect({ ...tunnel, signal: abort.signal });
    } catch (error) {
      throw describeTunnelError(abort.signal.aborted ? abort.signal.reason : error, proxy);
    } finally {
      cancel();
    }
  };
  return Object.assign(pool, { connect: connectInTime });
}

function tooLate({ host }: HttpProxy): LimitReached {
  return new LimitReached(
    failure('SOURCE_TIMEOUT', { phase: sayLater('waiting for the proxy {proxy}', { proxy: host }) }),
  );
}

function describeTunnelError(error: unknown, { host }: HttpProxy): unknown {
  const isOfParser = error instanceof Error && error.name === 'HTTPParserError';
  if (isOfParser)
    return new LimitReached(
      failure('SOURCE_OFFLINE', {
        what: sayLater('the proxy {proxy} doesn’t use HTTP', { proxy: host }),
        check: sayLater('Proxy (source.proxy)'),
      }),
    );
  // After an error with undici’s own code, the pool would connect again.
  const isClosed = error instanceof Error && 'code' in error && error.code === 'UND_ERR_SOCKET';
  return isClosed ? Object.assign(new Error('the proxy closed the connection'), { code: 'ECONNRESET' }) : error;
}
