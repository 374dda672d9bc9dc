/** Reads when a delivery was sent from its header: ISO 8601, Unix seconds or Unix milliseconds. */
import { parseInstant } from '../../core/instant.ts';

/** Epoch milliseconds; `null` for any other form. */
export function readSentAtMs(text: string | null): number | null {
  if (text === null) return null;
  if (/^\d{9,11}$/.test(text)) return Number(text) * 1000;
  if (/^\d{12,14}$/.test(text)) return Number(text);
  const at = parseInstant(text);
  return at === null ? null : at.seconds * 1000 + Number(`0.${at.fraction || '0'}`) * 1000;
}
