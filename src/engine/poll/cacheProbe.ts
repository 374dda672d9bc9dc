/** Detects a shared cache that ignores the API key, by sending a request with an invalid key. */
import { randomBytes } from 'node:crypto';
import type { Failure } from '../http/failure.ts';
import { readValue } from '../http/longJson.ts';
import type { Cancel, Clock } from '../ports.ts';
import type { SourceStatus } from '../sourceStatus.ts';
import type { BaseAddress } from './address.ts';
import type { Client, ServiceResponse } from './client.ts';
import type { Pause } from './pause.ts';
import type { RequestSlots } from './requestSlots.ts';

/** Delay from a good response to its probe; short, so that a cache still has the response. Milliseconds. */
const delayMs = 2000;

/** Shortest time between probes. Milliseconds. */
const intervalMs = 60 * 60 * 1000;

/** The same while the probe is answered, so that the problem ends soon after its cause. Milliseconds. */
const leakingIntervalMs = 30_000;

/** The same after the first of several inconclusive probes. It doubles with each, up to `intervalMs`. Milliseconds. */
const firstRetryMs = 30_000;

/** No real API key begins with this. */
export const probePrefix = 'greenroom-probe-';

type FailedResponse = Extract<ServiceResponse, { kind: 'failed' }>;

export type CacheProbe = {
  /** Call after the service sent 200 for this path. */
  readonly afterResponse: (path: string) => void;
  /** Call when the service, the way to it or the authentication changes; the next good response starts a new probe. */
  readonly reset: () => void;
  readonly stop: () => void;
};

export type CacheProbeDeps = {
  readonly clock: Clock;
  readonly client: Client;
  readonly sourceStatus: SourceStatus;
  readonly slots: RequestSlots;
  readonly pause: Pause;
  readonly base: () => BaseAddress | Failure;
};

export function createCacheProbe(deps: CacheProbeDeps): CacheProbe {
  const { clock, sourceStatus } = deps;
  let dueMs = Number.NEGATIVE_INFINITY;
  let inconclusiveProbes = 0;
  let generation = 0;
  let cancel: Cancel = () => undefined;

  /** A good response shows that the service is reachable. */
  const retryOnNextResponse = (): void => {
    dueMs = Number.NEGATIVE_INFINITY;
  };

  const sendProbe = async (path: string): Promise<void> => {
    const base = deps.base();
    const startedGeneration = generation;
    if ('code' in base || deps.pause.leftMs() > 0) return retryOnNextResponse();
    const key = probePrefix + randomBytes(12).toString('hex');
    const response = await deps.slots.run(() =>
      deps.client.get({ base, path, key, ifNoneMatch: null, mayBeCached: true }, readValue),
    );
    if (startedGeneration !== generation) return;
    if (response.kind === 'failed') {
      const isInconclusive = !isConclusive(response);
      inconclusiveProbes = isInconclusive ? inconclusiveProbes + 1 : 0;
      // A Retry-After sent to the invalid key does not apply to the real one, so only the next probe waits for it.
      if (isInconclusive) {
        const retryMs = Math.min(intervalMs, firstRetryMs * 2 ** (inconclusiveProbes - 1));
        dueMs = clock.monotonicMs() + Math.max(retryMs, response.failure.retryAfterMs ?? 0);
      }
      if (isKeyRefused(response)) sourceStatus.clear('SOURCE_CACHE_LEAKS', 'source');
      return;
    }
    inconclusiveProbes = 0;
    sourceStatus.raise('SOURCE_CACHE_LEAKS', 'source', {});
    dueMs = clock.monotonicMs() + leakingIntervalMs;
  };

  return {
    afterResponse: (path) => {
      if (clock.monotonicMs() < dueMs) return;
      dueMs = clock.monotonicMs() + intervalMs;
      cancel();
      cancel = clock.after(delayMs, () => void sendProbe(path).catch(retryOnNextResponse));
    },
    reset: () => {
      generation += 1;
      inconclusiveProbes = 0;
      cancel();
      sourceStatus.cacheAge.reset();
      retryOnNextResponse();
    },
    stop: () => cancel(),
  };
}

/** Whether this request was refused for its key, by the service or by a gateway that checks keys for it. */
function isKeyRefused({ facts }: FailedResponse): boolean {
  return facts?.status === 401 || facts?.status === 403;
}

/** Whether the refusal concerns the key, not the network or a service failure. */
function isConclusive({ facts }: FailedResponse): boolean {
  return facts !== null && facts.status >= 300 && facts.status < 500 && facts.status !== 429;
}
