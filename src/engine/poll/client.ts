/** Sends requests to the service, limited in time and size; returns failures instead of throwing them. */
import { Agent, type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { parseJson } from '../../core/parseJson.ts';
import { nextTurn } from '../../disk/turns.ts';
import {
  type Failure,
  failure,
  failureFromError,
  failureFromStatus,
  isRefusalStatus,
  LimitReached,
} from '../http/failure.ts';
import { findExceededLimit } from '../http/jsonLimits.ts';
import { readBody } from '../http/readBody.ts';
import type { Clock } from '../ports.ts';
import type { BaseAddress } from './address.ts';
import { readHttpDateMs, readRetryAfterMs } from './retryAfter.ts';

const errorBodySchema = z.object({ error: z.object({ code: z.string() }) });

const connectTimeoutMs = 3000;
const headersTimeoutMs = 5000;
const totalTimeoutMs = 10_000;

const longBodyBytes = 250_000;

/** Longer error bodies are not read. Bytes. */
const maxErrorBytes = 65_536;

/** Connections are replaced after this age. Milliseconds. */
const maxConnectionAgeMs = 30_000;

export type ResponseFacts = {
  readonly status: number;
  readonly latencyMs: number;
  /** The service's clock minus ours. Milliseconds; `null` when the response has no usable date. */
  readonly skewMs: number | null;
  /** Seconds the response spent in a cache; `null` without an Age header, which does not prove there is no cache. */
  readonly cacheAgeSeconds: number | null;
};

export type ServiceResponse =
  | { readonly kind: 'answered'; readonly body: unknown; readonly etag: string | null; readonly facts: ResponseFacts }
  | { readonly kind: 'notModified'; readonly etag: string | null; readonly facts: ResponseFacts }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly facts: ResponseFacts | null };

export type ServiceRequest = {
  readonly base: BaseAddress;
  readonly path: string;
  readonly key: string;
  /** Sent byte for byte; `null` sends an unconditional request. */
  readonly ifNoneMatch: string | null;
  /** Lets a cache answer; used only to detect one. */
  readonly mayBeCached: boolean;
};

export type Client = {
  /** Never rejects. */
  readonly get: (serviceRequest: ServiceRequest) => Promise<ServiceResponse>;
  /** Drops the old connections after a network change and resends requests in flight. */
  readonly reconnect: () => void;
  /** Fails the requests in flight without resending them; used when the service changes. */
  readonly abortAll: () => void;
  readonly close: () => Promise<void>;
};

/** Keeps at most four connections, follows no redirects, caches nothing. */
export function createClient(sendsAuthorization: () => boolean, clock: Clock): Client {
  let agent = createAgent();
  let abortCount = 0;
  const replaceAgent = (): void => {
    const old = agent;
    agent = createAgent();
    old.destroy().catch(() => undefined);
  };
  return {
    get: async (serviceRequest) => {
      const usedAgent = agent;
      const abortsBefore = abortCount;
      const response = await get(usedAgent, sendsAuthorization(), clock, serviceRequest);
      if (response.kind !== 'failed' || usedAgent === agent || abortCount !== abortsBefore) return response;
      return get(agent, sendsAuthorization(), clock, serviceRequest);
    },
    reconnect: replaceAgent,
    abortAll: () => {
      abortCount += 1;
      replaceAgent();
    },
    close: () => agent.destroy(),
  };
}

function createAgent(): Agent {
  return new Agent({
    connections: 4,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: headersTimeoutMs,
    bodyTimeout: headersTimeoutMs,
    keepAliveTimeout: 30_000,
    // Forces a new DNS lookup even while the old address still responds.
    clientTtl: maxConnectionAgeMs,
    maxHeaderSize: 16_384,
  });
}

async function get(
  agent: Agent,
  sendsAuthorization: boolean,
  clock: Clock,
  serviceRequest: ServiceRequest,
): Promise<ServiceResponse> {
  const abort = new AbortController();
  const startTimeout = (milliseconds: number, phase: string) =>
    clock.after(milliseconds, () => abort.abort(new LimitReached(failure('SOURCE_TIMEOUT', { phase }))));
  const cancelTotal = startTimeout(totalTimeoutMs, 'reading the response');
  const cancelHeaders = startTimeout(headersTimeoutMs, 'waiting for a response');
  const start = { monotonicMs: clock.monotonicMs(), wallMs: clock.now() };
  let facts: ResponseFacts | null = null;
  try {
    const response = await request(serviceRequest.base.origin + serviceRequest.path, {
      method: 'GET',
      dispatcher: agent,
      signal: abort.signal,
      headers: buildRequestHeaders(serviceRequest, sendsAuthorization),
    });
    cancelHeaders();
    facts = readResponseFacts(response, clock, start);
    return await readResponse(response, facts, clock);
  } catch (error) {
    return {
      kind: 'failed',
      failure: abort.signal.aborted ? failureFromError(abort.signal.reason) : failureFromError(error),
      facts,
    };
  } finally {
    cancelHeaders();
    cancelTotal();
  }
}

function buildRequestHeaders(serviceRequest: ServiceRequest, sendsAuthorization: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'Greenroom',
    'x-api-key': serviceRequest.key,
    ...(!serviceRequest.mayBeCached && { 'cache-control': 'no-cache', pragma: 'no-cache' }),
    ...(sendsAuthorization && { authorization: `Bearer ${serviceRequest.key}` }),
    ...(serviceRequest.ifNoneMatch !== null && { 'if-none-match': serviceRequest.ifNoneMatch }),
  };
}

async function readResponse(
  response: Dispatcher.ResponseData,
  facts: ResponseFacts,
  clock: Clock,
): Promise<ServiceResponse> {
  const { statusCode: status, body } = response;
  const etag = readHeader(response, 'etag');
  if (status === 304) {
    await body.dump();
    return { kind: 'notModified', etag, facts };
  }
  if (status !== 200) {
    const errorCode = isRefusalStatus(status) ? await readErrorCode(response) : null;
    // Reading a little of the error body lets the connection be reused.
    if (!body.bodyUsed) await body.dump({ limit: maxErrorBytes }).catch(() => undefined);
    const serverNowMs = clock.now() + (facts.skewMs ?? 0);
    const retryAfterMs = readRetryAfterMs(readHeader(response, 'retry-after'), serverNowMs);
    return { kind: 'failed', failure: failureFromStatus(status, errorCode, retryAfterMs), facts };
  }
  const bytes = await readBody(body, readHeader(response, 'content-encoding'));
  const exceeded = findExceededLimit(bytes);
  const isLong = bytes.length > longBodyBytes;
  // Other work runs between the steps of a long list. A step can take 20 ms.
  if (isLong) await nextTurn();
  const text = bytes.toString('utf8');
  if (isLong) await nextTurn();
  const parsed = exceeded === null ? parseJson(text) : undefined;
  if (isLong) await nextTurn();
  if (parsed !== undefined) return { kind: 'answered', body: parsed, etag, facts };
  const isWebPage = /^\s*</.test(text) || (readHeader(response, 'content-type') ?? '').includes('html');
  const cause = isWebPage
    ? failure('SOURCE_NOT_THE_SERVICE', { what: 'a web page' })
    : failure('SOURCE_MALFORMED', { what: exceeded ?? (text === '' ? 'it is empty' : 'it is not JSON') });
  return { kind: 'failed', failure: cause, facts };
}

/** Returns the `error.code` of an error response; `null` if it is not in the service’s format. */
async function readErrorCode(response: Dispatcher.ResponseData): Promise<string | null> {
  try {
    const bytes = await readBody(response.body, readHeader(response, 'content-encoding'));
    if (bytes.length > maxErrorBytes || findExceededLimit(bytes) !== null) return null;
    const parsed = errorBodySchema.safeParse(parseJson(bytes.toString('utf8')));
    return parsed.success ? parsed.data.error.code : null;
  } catch {
    return null;
  }
}

type StartTimes = { readonly monotonicMs: number; readonly wallMs: number };

function readResponseFacts(response: Dispatcher.ResponseData, clock: Clock, start: StartTimes): ResponseFacts {
  const latencyMs = clock.monotonicMs() - start.monotonicMs;
  // If our clock jumped during the request, as after sleep, the Date header can't be compared with it.
  const isClockSteady = Math.abs(clock.now() - start.wallMs - latencyMs) < 1000;
  const serverMs = readHttpDateMs(readHeader(response, 'date'));
  const age = readHeader(response, 'age');
  return {
    status: response.statusCode,
    latencyMs,
    // HTTP dates have whole seconds; adding half a second centres the error.
    skewMs: serverMs === null || !isClockSteady ? null : serverMs + 500 - (clock.now() - latencyMs / 2),
    cacheAgeSeconds: age !== null && /^\d{1,9}$/.test(age) ? Number(age) : null,
  };
}

function readHeader(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
