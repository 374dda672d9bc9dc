/** Sends requests to the service, limited in time and size; returns failures instead of throwing them. */

import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import { type Phrase, sayLater } from '../../core/language/say.ts';
import { cleanName } from '../../core/names.ts';
import { parseJson } from '../../core/parseJson.ts';
import { failureFromError } from '../http/connectionFailure.ts';
import { type Failure, failure, failureFromStatus, isRefusalStatus, LimitReached } from '../http/failure.ts';
import { findExceededLimit } from '../http/jsonLimits.ts';
import { type ReadJson, readJson, UnreadableJson } from '../http/longJson.ts';
import { readBody } from '../http/readBody.ts';
import type { Clock } from '../ports.ts';
import type { BaseAddress } from './address.ts';
import {
  createConnections,
  describeTarget,
  headersTimeoutMs,
  type OpenConnections,
  type Route,
} from './connections.ts';
import { readHttpDateMs, readRetryAfterMs } from './retryAfter.ts';

const errorBodySchema = z.object({ error: z.object({ code: z.string(), message: z.string().catch('') }) });

/** Longest text of the service's own that is shown. */
const maxWords = 200;

const totalTimeoutMs = 10_000;

/** Longer error bodies are not read. Bytes. */
const maxErrorBytes = 65_536;

export type ResponseFacts = {
  readonly status: number;
  /** When the request was sent. Monotonic milliseconds. */
  readonly sentMs: number;
  readonly latencyMs: number;
  /** The service's clock minus ours. Milliseconds; `null` when the response has no usable date or comes from a cache. */
  readonly skewMs: number | null;
  /** The date of the response, in whole seconds as epoch milliseconds; `null` without one. A cache sends the service’s. */
  readonly dateMs: number | null;
  /** Seconds the response spent in a cache; `null` without an Age header, which does not prove there is no cache. */
  readonly cacheAgeSeconds: number | null;
};

export type ServiceResponse<Body = unknown> =
  | { readonly kind: 'answered'; readonly body: Body; readonly etag: string | null; readonly facts: ResponseFacts }
  | { readonly kind: 'notModified'; readonly etag: string | null; readonly facts: ResponseFacts }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly facts: ResponseFacts | null;
      /** The code and message of the service’s error response. They are not logged, because they could repeat the key. */
      readonly serviceWords?: string;
    };

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
  /** Resolves with what `read` returns for the response. A long one is read while other work runs. Rejects only if `read` throws. */
  readonly get: <Body>(serviceRequest: ServiceRequest, read: ReadJson<Body>) => Promise<ServiceResponse<Body>>;
  /** Drops the old connections after a network change and resends requests in flight. */
  readonly reconnect: () => void;
  /** Fails the requests in flight without resending them; used when the service changes. */
  readonly abortAll: () => void;
  readonly close: () => Promise<void>;
};

/** Follows no redirects and caches nothing. `route` says how to reach the service; it is read for each request. */
export function createClient(
  sendsAuthorization: () => boolean,
  route: (base: BaseAddress) => Route,
  clock: Clock,
): Client {
  const connections = createConnections(route, clock);
  let abortCount = 0;
  return {
    get: async (serviceRequest, read) => {
      const used = connections.to(serviceRequest.base);
      const abortsBefore = abortCount;
      const response = await get(used, sendsAuthorization(), clock, serviceRequest, read);
      if (response.kind !== 'failed' || connections.isCurrent(used) || abortCount !== abortsBefore) return response;
      return get(connections.to(serviceRequest.base), sendsAuthorization(), clock, serviceRequest, read);
    },
    reconnect: connections.drop,
    abortAll: () => {
      abortCount += 1;
      connections.drop();
    },
    close: connections.close,
  };
}

/** A response with status 200, complete and not read yet. */
type Received = Omit<Extract<ServiceResponse, { kind: 'answered' }>, 'kind' | 'body'> & {
  readonly kind: 'received';
  readonly bytes: Buffer;
  readonly isHtml: boolean;
};

async function get<Body>(
  connections: OpenConnections,
  sendsAuthorization: boolean,
  clock: Clock,
  serviceRequest: ServiceRequest,
  read: ReadJson<Body>,
): Promise<ServiceResponse<Body>> {
  const received = await receive(connections, sendsAuthorization, clock, serviceRequest);
  const response = received.kind === 'received' ? await readReceived(received, read) : received;
  if (response.kind !== 'failed') return response;
  const { host } = describeTarget(serviceRequest.base, connections.route.proxy);
  return { ...response, failure: { ...response.failure, facts: { host, ...response.failure.facts } } };
}

async function receive(
  { dispatcher, route }: OpenConnections,
  sendsAuthorization: boolean,
  clock: Clock,
  serviceRequest: ServiceRequest,
): Promise<Received | Exclude<ServiceResponse, { kind: 'answered' }>> {
  const abort = new AbortController();
  const startTimeout = (milliseconds: number, phase: Phrase) =>
    clock.after(milliseconds, () => abort.abort(new LimitReached(failure('SOURCE_TIMEOUT', { phase }))));
  const cancelTotal = startTimeout(totalTimeoutMs, sayLater('reading the response'));
  const cancelHeaders = startTimeout(headersTimeoutMs, sayLater('waiting for a response'));
  const start = { monotonicMs: clock.monotonicMs(), wallMs: clock.now() };
  let facts: ResponseFacts | null = null;
  try {
    const sending = request(serviceRequest.base.origin + serviceRequest.path, {
      method: 'GET',
      dispatcher,
      signal: abort.signal,
      headers: buildRequestHeaders(serviceRequest, sendsAuthorization),
    });
    // undici obeys the signal only once there is a connection.
    const response = await Promise.race([sending, rejectOnAbort(abort.signal)]);
    cancelHeaders();
    facts = readResponseFacts(response, clock, start);
    return await receiveBody(response, facts, clock);
  } catch (error) {
    const cause: unknown = abort.signal.aborted ? abort.signal.reason : error;
    return {
      kind: 'failed',
      failure: failureFromError(cause, describeTarget(serviceRequest.base, route.proxy), facts !== null),
      facts,
    };
  } finally {
    cancelHeaders();
    cancelTotal();
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  return aborted;
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

async function receiveBody(
  response: Dispatcher.ResponseData,
  facts: ResponseFacts,
  clock: Clock,
): Promise<Received | Exclude<ServiceResponse, { kind: 'answered' }>> {
  const { statusCode: status, body } = response;
  const etag = readHeader(response, 'etag');
  if (status === 304) {
    await body.dump();
    return { kind: 'notModified', etag, facts };
  }
  if (status !== 200) {
    const error = isRefusalStatus(status) ? await readErrorBody(response) : null;
    // Reading a little of the error body lets the connection be reused.
    if (!body.bodyUsed) await body.dump({ limit: maxErrorBytes }).catch(() => undefined);
    const serverNowMs = clock.now() + (facts.skewMs ?? 0);
    const retryAfterMs = readRetryAfterMs(readHeader(response, 'retry-after'), serverNowMs);
    const failed = {
      kind: 'failed',
      failure: failureFromStatus(status, error?.code ?? null, retryAfterMs),
      facts,
    } as const;
    return error === null ? failed : { ...failed, serviceWords: error.words };
  }
  const bytes = await readBody(body, readHeader(response, 'content-encoding'));
  const isHtml = (readHeader(response, 'content-type') ?? '').includes('html');
  return { kind: 'received', bytes, isHtml, etag, facts };
}

async function readReceived<Body>(
  { bytes, isHtml, etag, facts }: Received,
  read: ReadJson<Body>,
): Promise<ServiceResponse<Body>> {
  try {
    return { kind: 'answered', body: await readJson(bytes, read, null, new Map()), etag, facts };
  } catch (error) {
    if (!(error instanceof UnreadableJson)) throw error;
    const isWebPage = isHtml || /^\s*</.test(bytes.toString('utf8'));
    const cause = isWebPage
      ? failure('SOURCE_NOT_THE_SERVICE', { what: sayLater('a web page') })
      : failure('SOURCE_MALFORMED', { what: error.reason });
    return { kind: 'failed', failure: cause, facts };
  }
}

/** Returns the code of an error response, and its code and message as one line; `null` if it is not in the service’s format. */
async function readErrorBody(
  response: Dispatcher.ResponseData,
): Promise<{ readonly code: string; readonly words: string } | null> {
  try {
    const bytes = await readBody(response.body, readHeader(response, 'content-encoding'));
    if (bytes.length > maxErrorBytes || findExceededLimit(bytes) !== null) return null;
    const parsed = errorBodySchema.safeParse(parseJson(bytes.toString('utf8')));
    if (!parsed.success) return null;
    const { code, message } = parsed.data.error;
    return { code, words: cleanName(message === '' ? code : `${code}: ${message}`, maxWords).replace(/\.$/, '') };
  } catch {
    return null;
  }
}

/** When the service certainly still had the version in the response. Monotonic milliseconds. */
export function asOfMs({ sentMs, cacheAgeSeconds }: ResponseFacts): number {
  // An age is rounded down, so that 0 can be almost a second.
  return cacheAgeSeconds === null ? sentMs : sentMs - (cacheAgeSeconds + 1) * 1000;
}

type StartTimes = { readonly monotonicMs: number; readonly wallMs: number };

function readResponseFacts(response: Dispatcher.ResponseData, clock: Clock, start: StartTimes): ResponseFacts {
  const latencyMs = clock.monotonicMs() - start.monotonicMs;
  // If our clock jumped during the request, as after sleep, the Date header can't be compared with it.
  const isClockSteady = Math.abs(clock.now() - start.wallMs - latencyMs) < 1000;
  const serverMs = readHttpDateMs(readHeader(response, 'date'));
  const ageSeconds = readAgeSeconds(readHeader(response, 'age'));
  // A cache sends the date at which it received the response, not the time of the service's clock.
  const isClockKnown = serverMs !== null && isClockSteady && (ageSeconds ?? 0) === 0;
  return {
    dateMs: serverMs,
    status: response.statusCode,
    sentMs: start.monotonicMs,
    latencyMs,
    // HTTP dates have whole seconds; adding half a second centres the error.
    skewMs: isClockKnown ? serverMs + 500 - (clock.now() - latencyMs / 2) : null,
    cacheAgeSeconds: ageSeconds,
  };
}

/** Each cache may have added an age; the first counts (RFC 9111, 5.1). A longer number only means very old. */
function readAgeSeconds(header: string | null): number | null {
  const first = header?.split(',')[0]?.trim() ?? '';
  return /^\d+$/.test(first) ? Math.min(Number(first), 2 ** 31) : null;
}

function readHeader(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
