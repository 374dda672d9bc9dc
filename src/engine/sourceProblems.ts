/** Says what each problem of the source is about, and what it does to the state of the connection. */
import type { ProblemCode } from '../core/problem.ts';

/** Problems of the service as a whole; all others are about one collection. */
export const sourceWide: ReadonlySet<ProblemCode> = new Set([
  'SECRETS_UNREADABLE',
  'SOURCE_KEY_MISSING',
  'SOURCE_KEY_OTHER_SERVICE',
  'SOURCE_KEY_REFUSED',
  'SOURCE_KEY_UNSENDABLE',
  'SOURCE_OFFLINE',
  'SOURCE_TIMEOUT',
  'SOURCE_FAILING',
  'SOURCE_LIMITED',
  'SOURCE_NOT_THE_SERVICE',
  'SOURCE_REDIRECTED',
  'SOURCE_INSECURE',
  'SOURCE_CERTIFICATE',
  'SOURCE_ADDRESS_MISSING',
] as const);

/** Problems of one collection that its next response clears, unless it fails with the same problem. */
export const failureCodes = [
  'SOURCE_MALFORMED',
  'SOURCE_WRONG_COLLECTION',
  'SOURCE_COLLECTION_GONE',
  'SOURCE_COLLECTION_UNKNOWN',
  'SOURCE_ID_UNUSABLE',
  'SOURCE_TOO_LARGE',
] as const satisfies readonly ProblemCode[];

/** Problems of a list that was read and not believed. The collection’s next conclusive poll clears them. */
export const doubtCodes = ['SOURCE_OLDER_IGNORED', 'SOURCE_EMPTY_DOUBTED'] as const satisfies readonly ProblemCode[];

export const refusedCodes: ReadonlySet<ProblemCode> = new Set([
  'SOURCE_KEY_MISSING',
  'SOURCE_KEY_OTHER_SERVICE',
  'SOURCE_KEY_REFUSED',
  'SOURCE_KEY_UNSENDABLE',
  'SOURCE_INSECURE',
  'SOURCE_CERTIFICATE',
  'SOURCE_ADDRESS_MISSING',
] as const);

/** These do not count against the health of the service. */
export const missingCodes: ReadonlySet<ProblemCode> = new Set([
  'SOURCE_COLLECTION_GONE',
  'SOURCE_COLLECTION_UNKNOWN',
  'SOURCE_ID_UNUSABLE',
] as const);

/** Problems of a collection that end with its news. */
export const newsCodes = ['SOURCE_LIST_AHEAD', 'WEBHOOK_DELIVERY_OLDER', 'WEBHOOK_ORDER_UNKNOWN'] as const;
