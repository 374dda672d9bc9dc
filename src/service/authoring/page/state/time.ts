/** Times as a person reads them: clock times, ages, and the local time of a form field. */

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-20 20:42:29` of an ISO instant, in local time; empty when it cannot be read. */
export function localTimeOf(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${clockOf(time.getTime())}`;
}

/** The ISO instant of a local `2026-11-20 20:42:29` (or without seconds), or null. */
export function readLocalTime(text: string): string | null {
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
export function clockOf(time: number): string {
  const at = new Date(time);
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** The clock time of today, or with its day: `18 Nov 21:10`. */
export function momentOf(iso: string, now: number): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return 'not known';
  if (at.toDateString() === new Date(now).toDateString()) return clockOf(at.getTime());
  return `${at.getDate()} ${months[at.getMonth()]} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `2 s`, `4 min 37 s`, `3 h`, `5 days`. Never below zero. */
export function spanOf(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600)
    return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  const hours = Math.floor(seconds / 3600);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

/** `2 s ago` under an hour, else the moment. */
export function agoOf(iso: string, now: number): string {
  const age = now - new Date(iso).getTime();
  return age < 3_600_000 ? `${spanOf(age)} ago` : momentOf(iso, now);
}
