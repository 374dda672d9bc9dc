/** Formats and parses times: clock times, durations, ages, and the local time in a form field. */

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Formats an ISO instant as local `2026-11-20 20:42:29`; returns an empty string for an invalid one. */
export function formatLocalTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return `${time.getFullYear()}-${twoDigits(time.getMonth() + 1)}-${twoDigits(time.getDate())} ${formatClock(time.getTime())}`;
}

/** Parses a local `2026-11-20 20:42:29`, with or without seconds, to an ISO instant; `null` when invalid. */
export function parseLocalTime(text: string): string | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?$/.exec(text.trim());
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1)
    .map((part) => Number(part ?? 0));
  const time = new Date(year, month - 1, day, hour, minute, second);
  const isReal =
    time.getMonth() === month - 1 && time.getDate() === day && time.getHours() === hour && time.getMinutes() === minute;
  return isReal && second < 60 ? time.toISOString() : null;
}

/** `20:42:06`. */
export function formatClock(timeMs: number): string {
  const at = new Date(timeMs);
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}:${twoDigits(at.getSeconds())}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Clock time for today, otherwise with the date: `18 Nov 21:10`. */
export function formatMoment(iso: string, now: number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return 'unknown';
  if (at.toDateString() === new Date(now).toDateString()) return formatClock(at.getTime());
  return `${at.getDate()} ${months[at.getMonth()]} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** `2 s`, `4 min 37 s`, `3 h`, `5 days`; `0 s` for a negative duration. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600)
    return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${twoDigits(seconds % 60)} s`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** `2 s ago` under an hour, otherwise the clock time. */
export function formatAge(iso: string, now: number): string {
  const ageMs = now - new Date(iso).getTime();
  return ageMs < 3_600_000 ? `${formatDuration(ageMs)} ago` : formatMoment(iso, now);
}
