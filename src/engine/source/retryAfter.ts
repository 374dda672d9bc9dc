/** Reads Retry-After in both its forms (RFC 9110 §10.2.3). */

/** Longer waits are cut to this. Milliseconds. */
export const retryAfterLimitMs = 300_000;

/** IMF-fixdate, the one form that is sent today. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The wait in milliseconds, from 0 to the limit; null when the header is absent or garbage. A date is measured against the
 * service's own clock (`serverNowMs`, epoch milliseconds), never ours.
 */
export function readRetryAfterMs(header: string | null, serverNowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,12}$/.test(text)) return Math.min(Number(text) * 1000, retryAfterLimitMs);
  const at = readHttpDateMs(text);
  return at === null ? null : Math.min(Math.max(at - serverNowMs, 0), retryAfterLimitMs);
}

/** An HTTP date as epoch milliseconds; null for anything else. */
export function readHttpDateMs(header: string | null): number | null {
  if (header === null || !httpDate.test(header.trim())) return null;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : at;
}
