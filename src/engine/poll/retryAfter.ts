/** Reads the Retry-After header in both of its forms (RFC 9110 §10.2.3). */

/** Longer waits are shortened to this. Milliseconds. */
const maxRetryAfterMs = 300_000;

/** IMF-fixdate, the only date form in use today. */
const httpDate = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * The wait in milliseconds, from 0 to the maximum; `null` if the header is absent or invalid. Dates are compared with the
 * service's own clock (`serverNowMs`, epoch milliseconds), never ours.
 */
export function readRetryAfterMs(header: string | null, serverNowMs: number): number | null {
  if (header === null) return null;
  const text = header.trim();
  if (/^\d{1,12}$/.test(text)) return Math.min(Number(text) * 1000, maxRetryAfterMs);
  const at = readHttpDateMs(text);
  return at === null ? null : Math.min(Math.max(at - serverNowMs, 0), maxRetryAfterMs);
}

/** An HTTP date as epoch milliseconds; `null` for anything else. */
export function readHttpDateMs(header: string | null): number | null {
  if (header === null || !httpDate.test(header.trim())) return null;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : at;
}
