/** Tries an address and an API key with one request to that service; changes nothing. */

import { z } from 'zod';
import type { ServiceCheck } from '../../contract/secrets.ts';
import { sayLater } from '../../core/language/say.ts';
import { describeProblem, type Problem } from '../../core/problem.ts';
import { readSummaries } from '../../core/readSummaries.ts';
import { type Failure, failure } from '../http/failure.ts';
import type { ReadJson } from '../http/longJson.ts';
import type { Clock, Ports } from '../ports.ts';
import { readSecret } from '../readSecret.ts';
import { type BaseAddress, buildListPath, isSendableKey } from './address.ts';
import { createClient, type ResponseFacts } from './client.ts';
import type { Route } from './connections.ts';

export type CheckServiceDeps = {
  readonly clock: Clock;
  readonly route: (base: BaseAddress) => Route;
  readonly sendsAuthorization: boolean;
};

const totalSchema = z.object({ meta: z.object({ totalItems: z.int().min(0) }) });

// biome-ignore lint/correctness/useYield: the list of collections is short
const readCount: ReadJson<{ readonly collections: number | null } | null> = function* ({ value }) {
  const page = readSummaries(value, 0);
  if (page === null) return null;
  const { data } = totalSchema.safeParse(value);
  return { collections: data?.meta.totalItems ?? (page.totalPages > 1 ? null : page.rows.length) };
};

/** Never rejects. Without a key, the request shows whether the service responds. */
export async function checkService(
  base: BaseAddress | Failure,
  key: string | null,
  { clock, route, sendsAuthorization }: CheckServiceDeps,
): Promise<ServiceCheck> {
  if ('code' in base) return describeFailure(base, null, null);
  if (key !== null && !isSendableKey(key)) return describeFailure(failure('SOURCE_KEY_UNSENDABLE', {}), null, null);
  const client = createClient(() => sendsAuthorization, route, clock);
  try {
    const path = buildListPath(base, 0, 1);
    const response = await client.get({ base, path, key: key ?? '', ifNoneMatch: null, mayBeCached: false }, readCount);
    if (response.kind === 'failed') {
      const { facts, serviceWords = null } = response;
      // A service must not get the key onto a screen or into a log by repeating it.
      const words = serviceWords !== null && (key === null || !serviceWords.includes(key)) ? serviceWords : null;
      return describeFailure(explainFailure(response.failure, facts, words, key), facts, words);
    }
    const counted = response.kind === 'answered' ? response.body : null;
    if (counted === null)
      return describeFailure(
        failure('SOURCE_MALFORMED', { what: sayLater('it has no list of collections') }),
        response.facts,
        null,
      );
    const { collections } = counted;
    return { ok: true, ...describeFacts(response.facts), collections, serviceWords: null, problem: null };
  } finally {
    await client.close();
  }
}

/** Checks the service in use with a given or the saved key. If the saved one can’t be read, says so instead of sending a request without one. */
export async function checkInUse(
  key: string | null,
  { secrets }: Pick<Ports, 'secrets'>,
  addressInUse: () => string,
  check: (candidate: { readonly baseUrl: string; readonly apiKey: string | null }) => Promise<ServiceCheck>,
): Promise<ServiceCheck> {
  const baseUrl = addressInUse();
  if (key !== null) return check({ baseUrl, apiKey: key });
  const read = await readSecret(secrets.apiKey, { clear: () => undefined });
  // The key may be of the address that has replaced it meanwhile.
  if (addressInUse() !== baseUrl) return checkInUse(key, { secrets }, addressInUse, check);
  return read.kind === 'unreadable'
    ? describeFailure(read.failure, null, null)
    : check({ baseUrl, apiKey: read.secret });
}

/** Adds what is known of the request: the service's own words, or that no key was sent. */
function explainFailure(
  reported: Failure,
  facts: ResponseFacts | null,
  words: string | null,
  key: string | null,
): Failure {
  if (reported.code === 'SOURCE_KEY_REFUSED') {
    if (key === null) return failure('SOURCE_KEY_MISSING', {});
    return {
      ...reported,
      facts: { ...reported.facts, status: `${facts?.status}${words === null ? '' : ` ${words}`}` },
    };
  }
  if (facts?.status === 404)
    return failure('SOURCE_NOT_THE_SERVICE', { ...reported.facts, what: sayLater('a server without collections') });
  return reported;
}

/** The result of a trial without the saved key, which `keyFault` keeps from being sent. */
export function withKeyFault(check: ServiceCheck, keyFault: Failure): ServiceCheck {
  const isAboutKey = check.problem === null || check.problem.code === 'SOURCE_KEY_MISSING';
  if (!isAboutKey) return check;
  const { code, message, nextStep } = describeTrialFailure(keyFault);
  return { ...check, ok: false, collections: null, problem: { code, message, nextStep } };
}

/** Nothing is in use yet, so a trial says nothing of air. */
export function describeTrialFailure({ code, facts }: Failure): Problem {
  return describeProblem(code, 'source', '', facts, 'none');
}

function describeFailure(cause: Failure, facts: ResponseFacts | null, serviceWords: string | null): ServiceCheck {
  const { code, message, nextStep } = describeTrialFailure(cause);
  return { ok: false, ...describeFacts(facts), collections: null, serviceWords, problem: { code, message, nextStep } };
}

function describeFacts(
  facts: ResponseFacts | null,
): Pick<ServiceCheck, 'status' | 'latencyMs' | 'clockSkewMs' | 'isCached'> {
  return {
    status: facts?.status ?? null,
    latencyMs: facts === null ? null : Math.round(facts.latencyMs),
    clockSkewMs: facts === null || facts.skewMs === null ? null : Math.round(facts.skewMs),
    isCached: facts !== null && facts.cacheAgeSeconds !== null,
  };
}
