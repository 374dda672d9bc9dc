/** Names the cause of a system error, such as `ENOSPC`. */

/** Returns `error` for an error that is not the system’s. */
export function errorCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'error';
}
