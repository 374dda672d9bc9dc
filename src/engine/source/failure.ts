/** What went wrong with a request, in the words of the problem catalogue. Never an error's own text: a key could ride along. */
import type { Facts, ProblemCode } from '../../core/problem.ts';

/**
 * How to go on: `backoff` soon and ever more slowly; `slow` once a minute, because a person has to act. Neither is sooner than
 * the service asked for.
 */
export type Failure = {
  readonly code: ProblemCode;
  readonly facts: Facts;
  readonly pace: 'backoff' | 'slow';
  /** What the service asked us to wait. Milliseconds; null: it did not. */
  readonly retryAfterMs: number | null;
};

export function failure(code: ProblemCode, facts: Facts, pace: Failure['pace'] = 'backoff'): Failure {
  return { code, facts, pace, retryAfterMs: null };
}

/** Said by our own limits, so that the cause of an abort is known. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached';
  readonly failure: Failure;
  constructor(reached: Failure) {
    super(reached.code);
    this.failure = reached;
  }
}

const certificateWords: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody known has signed it',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody known has signed it',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody known has signed it',
  UNABLE_TO_GET_ISSUER_CERT: 'nobody known has signed it',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'nobody known has signed it',
  CERT_REVOKED: 'it was revoked',
  EPROTO: 'no TLS is spoken there',
};

/** The failure behind an error that a request rejected with. */
export function failureOf(error: unknown): Failure {
  if (error instanceof LimitReached) return error.failure;
  const code = codeOf(error);
  const certificate = certificateWords[code];
  if (certificate !== undefined) return failure('SOURCE_CERTIFICATE', { what: certificate });
  if (code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || code.startsWith('CERT_'))
    return failure('SOURCE_CERTIFICATE', { what: 'TLS failed' });
  switch (code) {
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return failure('SOURCE_TIMEOUT', { phase: 'connecting' });
    case 'UND_ERR_HEADERS_TIMEOUT':
      return failure('SOURCE_TIMEOUT', { phase: 'waiting for the answer' });
    case 'UND_ERR_BODY_TIMEOUT':
      return failure('SOURCE_TIMEOUT', { phase: 'reading the answer' });
    case 'UND_ERR_HEADERS_OVERFLOW':
      return failure('SOURCE_MALFORMED', { what: 'its headers are too large' });
    case 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH':
    case 'ERR_STREAM_PREMATURE_CLOSE':
      return failure('SOURCE_MALFORMED', { what: 'it is cut short' });
    default:
      if (code.startsWith('HPE_')) return failure('SOURCE_NOT_THE_SERVICE', { what: 'it does not speak HTTP' });
      if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR_FORMAT'))
        return failure('SOURCE_MALFORMED', { what: 'its compression is damaged' });
      return failure('SOURCE_OFFLINE', {});
  }
}

/** The failure behind a status that is neither 200 nor 304. Whichever it is, the wait that came with it is obeyed. */
export function failureOfStatus(status: number, retryAfterMs: number | null): Failure {
  return { ...meaningOf(status, retryAfterMs), retryAfterMs };
}

/** What was never read from the service is not gone, but was never there: the address or the id is wrong. */
export function withoutPast(found: Failure, wasNeverRead: boolean): Failure {
  return wasNeverRead && found.code === 'SOURCE_COLLECTION_GONE'
    ? { ...found, code: 'SOURCE_COLLECTION_UNKNOWN' }
    : found;
}

function meaningOf(status: number, retryAfterMs: number | null): Failure {
  if (status >= 300 && status < 400) return failure('SOURCE_REDIRECTED', { status });
  if (status === 401 || status === 403) return failure('SOURCE_KEY_REFUSED', { status }, 'slow');
  if (status === 404 || status === 410) return failure('SOURCE_COLLECTION_GONE', {}, 'slow');
  if (status === 429)
    return failure('SOURCE_LIMITED', { seconds: retryAfterMs === null ? 'some' : Math.ceil(retryAfterMs / 1000) });
  return failure('SOURCE_FAILING', { status });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause === undefined ? '' : codeOf(error.cause);
}
