/** Moments as an operator types them, and as a field shows them. Local time of this machine. */

const two = (value: number): string => String(value).padStart(2, '0');

/**
 * Epoch milliseconds of `2026-11-20 20:00:00`, `2026-11-20 20:00`, or a clock time alone, which is the last one that has been.
 * `nothing` for an empty field or `now`; `unread` for anything else.
 */
export function readMoment(text: string, nowMs: number): number | 'nothing' | 'unread' {
  const typed = text.trim();
  if (typed === '' || typed.toLowerCase() === 'now') return 'nothing';
  const match = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})[ T])?(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(typed);
  if (match === null) return 'unread';
  const [, year, month, day, hours, minutes, seconds] = match.map((part) => (part === undefined ? null : Number(part)));
  if ((hours ?? 24) > 23 || (minutes ?? 60) > 59 || (seconds ?? 0) > 59) return 'unread';
  const date = new Date(nowMs);
  if (year != null && month != null && day != null) {
    date.setFullYear(year, month - 1, day);
    if (date.getMonth() !== month - 1) return 'unread';
  }
  date.setHours(hours ?? 0, minutes ?? 0, seconds ?? 0, 0);
  if (year == null && date.getTime() > nowMs) date.setDate(date.getDate() - 1);
  return date.getTime();
}

/** 2026-11-20 20:00:00 */
export function writeMoment(atMs: number): string {
  const date = new Date(atMs);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 00:42:07, counted from a start; nothing is before it. */
export function markTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
