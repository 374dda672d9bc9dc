/** Points in time with their full precision: the service's dates are compared here, never as text and never as Date. */

/** Seconds since 1970, the fraction's digits without trailing zeros ("5" is half a second), and how many were written. */
export type Instant = { readonly seconds: number; readonly fraction: string; readonly digits: number };

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,30}))?(Z|z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/** Reads ISO 8601 with a zone; null for anything else, a date that does not exist included. */
export function parseInstant(text: string): Instant | null {
  const found = pattern.exec(text);
  if (found === null) return null;
  const [, year, month, day, hour, minute, second, fraction, zone] = found;
  const numbers = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = numbers;
  if (mo < 1 || mo > 12 || h > 23 || mi > 59 || s > 60) return null;
  const daysInMonth = new Date(Date.UTC(2000, mo, 0)).getUTCDate();
  const isLeapYear = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  if (d < 1 || d > (mo === 2 ? (isLeapYear ? 29 : 28) : daysInMonth)) return null;
  const day0 = new Date(0);
  day0.setUTCFullYear(y, mo - 1, d);
  const seconds = day0.getTime() / 1000 + h * 3600 + mi * 60 + s - zoneSeconds(zone ?? 'Z');
  const digits = fraction ?? '';
  return { seconds, fraction: digits.replace(/0+$/, ''), digits: digits.length };
}

/** Below zero when a is before b, above when after, zero when they are the same instant. */
export function compareInstants(a: Instant, b: Instant): number {
  if (a.seconds !== b.seconds) return a.seconds - b.seconds;
  if (a.fraction === b.fraction) return 0;
  const width = Math.max(a.fraction.length, b.fraction.length);
  return a.fraction.padEnd(width, '0') < b.fraction.padEnd(width, '0') ? -1 : 1;
}

function zoneSeconds(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', '') || '0');
  return sign * (hours * 3600 + minutes * 60);
}
