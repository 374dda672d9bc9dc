/** Failures of requests to the service, and the mapping of HTTP statuses to them. */
import { type Phrase, sayLater } from '../../core/language/say.ts';
import type { Facts, ProblemCode } from '../../core/problem.ts';

export type Failure = {
  readonly code: ProblemCode;
  readonly facts: Facts;
  /**
   * `backoff` and `slow` retry with growing waits; those of `slow` grow to a minute, because only a person can solve the problem. `usual`
   * retries at the interval, because the collection may be created next.
   */
  readonly pace: 'backoff' | 'slow' | 'usual';
  /** From `Retry-After`, in milliseconds; `null` without one. It can only lengthen the wait. */
  readonly retryAfterMs: number | null;
};

export function failure(code: ProblemCode, facts: Facts, pace: Failure['pace'] = 'backoff'): Failure {
  return { code, facts, pace, retryAfterMs: null };
}

/** Thrown when one of our own limits aborts a request, to carry the cause. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
  readonly failure: Failure;
  constructor(cause: Failure) {
    super(cause.code);
    this.failure = cause;
  }
}

/** Statuses that a gateway on the way can return as well; only the error code shows that the service refused. */
export function isRefusalStatus(status: number): boolean {
  return [401, 403, 404, 410].includes(status);
}

/**
 * Returns the failure for any status except 200 and 304; `Retry-After` applies to all of them. `errorCode` is the response’s `error.code`,
 * `null` without one.
 */
export function failureFromStatus(status: number, errorCode: string | null, retryAfterMs: number | null): Failure {
  return { ...classifyStatus(status, errorCode), retryAfterMs };
}

/** Treats a refusal as a failing service until the next response repeats it; a single one can be a fault on the way. */
export function asFailingUntilRepeated(reported: Failure, isRepeated: boolean): Failure {
  const { status } = reported.facts;
  if (isRepeated || status === undefined || !isRefusal(reported.code)) return reported;
  return { ...reported, code: 'SOURCE_FAILING', facts: createFailingFacts(status), pace: 'backoff' };
}

/** Whether the service refused the key or has no such collection. */
export function isRefusal(code: ProblemCode): boolean {
  return code === 'SOURCE_KEY_REFUSED' || code === 'SOURCE_COLLECTION_GONE';
}

function createFailingFacts(status: string | number | Phrase): Facts {
  return { status, detail: '', check: sayLater('contact the service’s support') };
}

/** `errorCode` is of something else on the way; `null` without one. */
function createGatewayFacts(status: number, errorCode: string | null): Facts {
  const detail =
    errorCode === null
      ? sayLater('without an error code of the service, so the response may come from a gateway on the way')
      : sayLater('with an error code that does not belong to it');
  return {
    status,
    detail: () => ` ${detail()}`,
    check: sayLater('check the service’s address (source.baseUrl) and the gateways on the way'),
  };
}

/** A collection that was never read from this service can't be gone; its id or the address is wrong. */
export function asUnknownIfNeverRead(reported: Failure, wasNeverRead: boolean): Failure {
  return wasNeverRead && reported.code === 'SOURCE_COLLECTION_GONE'
    ? { ...reported, code: 'SOURCE_COLLECTION_UNKNOWN', pace: 'usual' }
    : reported;
}

function classifyStatus(status: number, errorCode: string | null): Failure {
  if (status >= 300 && status < 400) return failure('SOURCE_REDIRECTED', { status });
  if (status === 401 && (errorCode === 'MISSING_API_KEY' || errorCode === 'INVALID_API_KEY'))
    return failure('SOURCE_KEY_REFUSED', { status }, 'slow');
  if (status === 404 && errorCode === 'COLLECTION_NOT_FOUND') return failure('SOURCE_COLLECTION_GONE', { status });
  if (isRefusalStatus(status)) return failure('SOURCE_FAILING', createGatewayFacts(status, errorCode));
  if (status === 429) return failure('SOURCE_LIMITED', { wait: sayLater('Greenroom checks again in a few seconds') });
  return failure('SOURCE_FAILING', createFailingFacts(status));
}
