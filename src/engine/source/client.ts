/** One request to the service with all its limits; whatever happens comes back as a value. */
import { Agent, type Dispatcher, request } from 'undici';
import type { Clock } from '../ports.ts';
import type { Base } from './address.ts';
import { beyondBounds } from './bounds.ts';
import { type Failure, failure, failureOf, failureOfStatus, LimitReached } from './failure.ts';
import { readBody } from './readBody.ts';
import { readHttpDateMs, readRetryAfterMs } from './retryAfter.ts';

/** Limits of a request. Milliseconds. */
const connectWithinMs = 3000;
const headersWithinMs = 5000;
const totalWithinMs = 10_000;

/** How long a connection is used. Milliseconds. */
const connectionLifeMs = 30_000;

/** What the headers tell besides the body. */
export type ReplyFacts = {
  readonly status: number;
  readonly latencyMs: number;
  /** The service's clock minus ours, as this answer tells it. Milliseconds; null: it did not say. */
  readonly skewMs: number | null;
  /** Seconds that the answer stood in a cache; null when none says so (which does not prove that there is none). */
  readonly cacheAgeSeconds: number | null;
};

export type Reply =
  | { readonly kind: 'answered'; readonly body: unknown; readonly etag: string | null; readonly facts: ReplyFacts }
  | { readonly kind: 'notModified'; readonly etag: string | null; readonly facts: ReplyFacts }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly facts: ReplyFacts | null };

export type Ask = {
  readonly base: Base;
  readonly path: string;
  readonly key: string;
  /** Sent back byte for byte; null asks unconditionally. */
  readonly ifNoneMatch: string | null;
  /** Asks so that a cache may answer: only for finding out whether one does. */
  readonly mayBeCached: boolean;
};

export type Client = {
  /** Never rejects. */
  readonly get: (ask: Ask) => Promise<Reply>;
  /** The way there may have changed: nothing goes over the old connections any more, and what was under way is asked anew. */
  readonly renew: () => void;
  /** Another service is asked from now on: what is under way fails, and is not asked anew. */
  readonly cutOff: () => void;
  readonly close: () => Promise<void>;
};

/** Makes the client. It keeps at most four connections, follows no redirect and has no cache. */
export function createClient(sendsAuthorization: () => boolean, clock: Clock): Client {
  let agent = createAgent();
  let cuts = 0;
  const renew = (): void => {
    const old = agent;
    agent = createAgent();
    old.destroy().catch(() => undefined);
  };
  return {
    get: async (ask) => {
      const used = agent;
      const cutsBefore = cuts;
      const reply = await get(used, sendsAuthorization(), clock, ask);
      if (reply.kind !== 'failed' || used === agent || cuts !== cutsBefore) return reply;
      return get(agent, sendsAuthorization(), clock, ask);
    },
    renew,
    cutOff: () => {
      cuts += 1;
      renew();
    },
    close: () => agent.destroy(),
  };
}

function createAgent(): Agent {
  return new Agent({
    connections: 4,
    pipelining: 1,
    connect: { timeout: connectWithinMs },
    headersTimeout: headersWithinMs,
    bodyTimeout: headersWithinMs,
    keepAliveTimeout: 30_000,
    // The name is looked up again from time to time, though the old address may still answer.
    clientTtl: connectionLifeMs,
    maxHeaderSize: 16_384,
  });
}

async function get(agent: Agent, sendsAuthorization: boolean, clock: Clock, ask: Ask): Promise<Reply> {
  const abort = new AbortController();
  const limit = (milliseconds: number, phase: string) =>
    clock.after(milliseconds, () => abort.abort(new LimitReached(failure('SOURCE_TIMEOUT', { phase }))));
  const stopTotal = limit(totalWithinMs, 'reading the answer');
  const stopHeaders = limit(headersWithinMs, 'waiting for the answer');
  const started = { atMs: clock.monotonicMs(), nowMs: clock.now() };
  let facts: ReplyFacts | null = null;
  try {
    const response = await request(ask.base.origin + ask.path, {
      method: 'GET',
      dispatcher: agent,
      signal: abort.signal,
      headers: headersOf(ask, sendsAuthorization),
    });
    stopHeaders();
    facts = factsOf(response, clock, started);
    return await readReply(response, facts, clock);
  } catch (error) {
    return { kind: 'failed', failure: abort.signal.aborted ? failureOf(abort.signal.reason) : failureOf(error), facts };
  } finally {
    stopHeaders();
    stopTotal();
  }
}

function headersOf(ask: Ask, sendsAuthorization: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip',
    'user-agent': 'Greenroom',
    'x-api-key': ask.key,
    ...(!ask.mayBeCached && { 'cache-control': 'no-cache', pragma: 'no-cache' }),
    ...(sendsAuthorization && { authorization: `Bearer ${ask.key}` }),
    ...(ask.ifNoneMatch !== null && { 'if-none-match': ask.ifNoneMatch }),
  };
}

async function readReply(response: Dispatcher.ResponseData, facts: ReplyFacts, clock: Clock): Promise<Reply> {
  const { statusCode: status, body } = response;
  const etag = header(response, 'etag');
  if (status === 304) {
    await body.dump();
    return { kind: 'notModified', etag, facts };
  }
  if (status !== 200) {
    // What an error says is not needed; reading a little of it keeps the connection.
    await body.dump({ limit: 65_536 }).catch(() => undefined);
    const serverNowMs = clock.now() + (facts.skewMs ?? 0);
    const retryAfterMs = readRetryAfterMs(header(response, 'retry-after'), serverNowMs);
    return { kind: 'failed', failure: failureOfStatus(status, retryAfterMs), facts };
  }
  const bytes = await readBody(body, header(response, 'content-encoding'));
  const text = bytes.toString('utf8');
  const beyond = beyondBounds(bytes);
  const parsed = beyond === null ? parse(text) : null;
  if (parsed !== null) return { kind: 'answered', body: parsed.value, etag, facts };
  const isPage = /^\s*</.test(text) || (header(response, 'content-type') ?? '').includes('html');
  const found = isPage
    ? failure('SOURCE_NOT_THE_SERVICE', { what: 'a web page' })
    : failure('SOURCE_MALFORMED', { what: beyond ?? (text === '' ? 'it is empty' : 'it is not JSON') });
  return { kind: 'failed', failure: found, facts };
}

function parse(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

type Moment = { readonly atMs: number; readonly nowMs: number };

function factsOf(response: Dispatcher.ResponseData, clock: Clock, started: Moment): ReplyFacts {
  const latencyMs = clock.monotonicMs() - started.atMs;
  // A clock that jumped while it was asked, as in a sleep, makes the date in the answer worth nothing.
  const isSteady = Math.abs(clock.now() - started.nowMs - latencyMs) < 1000;
  const serverMs = readHttpDateMs(header(response, 'date'));
  const age = header(response, 'age');
  return {
    status: response.statusCode,
    latencyMs,
    // A date has whole seconds: half of one is the best guess at the rest.
    skewMs: serverMs === null || !isSteady ? null : serverMs + 500 - (clock.now() - latencyMs / 2),
    cacheAgeSeconds: age !== null && /^\d{1,9}$/.test(age) ? Number(age) : null,
  };
}

function header(response: Dispatcher.ResponseData, name: string): string | null {
  const value = response.headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
