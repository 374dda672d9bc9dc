/** Formats times, durations and ages for people, in the current language and the local time of this machine. */
import { createPerLanguage, say } from './language/say.ts';

export const padToTwoDigits = (value: number): string => String(value).padStart(2, '0');

/** For example `20:42:07`. */
export function formatClockTime(at: number | string): string {
  const date = new Date(at);
  return `${padToTwoDigits(date.getHours())}:${padToTwoDigits(date.getMinutes())}:${padToTwoDigits(date.getSeconds())}`;
}

/** For example `20:42:07.118`. */
function formatPreciseTime(at: string): string {
  return `${formatClockTime(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`;
}

const dayFormat = createPerLanguage((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));
const dayAndYearFormat = createPerLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' }),
);

/** The clock time if it is today, else for example `18 Nov 21:10`. The clock has 24 hours in every language. */
export function formatDayTime(at: number | string, nowMs: number): string {
  const day = dayOf(new Date(at), nowMs);
  return day === '' ? formatExactTime(at, nowMs) : `${day} ${formatClockTime(at).slice(0, 5)}`;
}

/** As `formatDayTime`, with seconds on every day, for example `18 Nov 21:10:07`. */
export function formatExactTime(at: number | string, nowMs: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return String(at);
  const day = dayOf(date, nowMs);
  return day === '' ? formatClockTime(at) : `${day} ${formatClockTime(at)}`;
}

/** As `formatPreciseTime`, with the day if it was not today, for example `18 Nov 21:10:07.118`. */
export function formatPreciseDayTime(at: string, nowMs: number): string {
  return [dayOf(new Date(at), nowMs), formatPreciseTime(at)].join(' ').trimStart();
}

const zoneFormat = createPerLanguage((locale) => new Intl.DateTimeFormat(locale, { timeZoneName: 'short' }));

/** As `formatDayTime`, with the time zone, for example `20:42:07 CET`: for a sentence that is read on machines in other zones. */
export function formatZonedTime(at: number | string, nowMs: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return String(at);
  const zone = zoneFormat()
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName');
  return `${formatDayTime(at, nowMs)} ${zone?.value ?? ''}`.trimEnd();
}

/** Whether this machine's clock and one in `timeZone` show different times at `nowMs`; false for a zone that this machine does not know. */
export function isOtherZone(timeZone: string, nowMs: number): boolean {
  const options = { dateStyle: 'short', timeStyle: 'short' } as const;
  try {
    return (
      new Intl.DateTimeFormat('en', { ...options, timeZone }).format(nowMs) !==
      new Intl.DateTimeFormat('en', options).format(nowMs)
    );
  } catch {
    return false;
  }
}

/** Empty if it is today, or not a day. */
function dayOf(date: Date, nowMs: number): string {
  const now = new Date(nowMs);
  if (Number.isNaN(date.getTime()) || date.toDateString() === now.toDateString()) return '';
  return (date.getFullYear() === now.getFullYear() ? dayFormat() : dayAndYearFormat()).format(date);
}

/** For example `42 s`, `4 min 07 s`, `2 h 5 min`, `24 h`, `3 days`; never negative. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${padToTwoDigits(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  if (minutes % 60 === 0 && hours < 48) return `${hours} h`;
  return hours < 48
    ? `${hours} h ${minutes % 60} min`
    : say('{days, plural, one {# day} other {# days}}', { days: Math.floor(hours / 24) });
}

/** For a response of a program: `41 ms`, and from 10 seconds as `formatDuration`. */
export function formatShortDuration(milliseconds: number): string {
  return milliseconds < 10_000 ? `${Math.round(milliseconds)} ms` : formatDuration(milliseconds);
}

/** The age under an hour, for example `14 min`, else its time or day. `hasAgo` appends "ago". */
export function formatAge(at: string, nowMs: number, hasAgo: boolean): string {
  const agoMs = nowMs - Date.parse(at);
  if (Number.isNaN(agoMs)) return '';
  if (agoMs >= 60 * 60 * 1000) return formatDayTime(at, nowMs);
  const seconds = Math.max(0, Math.floor(agoMs / 1000));
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  return hasAgo ? say('{age} ago', { age }) : age;
}

/** As `formatAge` with "ago", but also over an hour, for example `2 h 5 min ago`, because a clock time depends on its reader's time zone. */
export function formatTimeAgo(at: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(at);
  return agoMs < 60 * 60 * 1000 ? formatAge(at, nowMs, true) : say('{age} ago', { age: formatDuration(agoMs) });
}

/** For example `0:24`. */
export function formatVideoLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${padToTwoDigits(seconds % 60)}`;
}

/** The time (ISO 8601) moved by `byMs`; a time that can’t be read stays. */
export function shiftTime(time: string, byMs: number): string {
  const shifted = new Date(Date.parse(time) + byMs);
  return Number.isNaN(shifted.getTime()) ? time : shifted.toISOString();
}

export function shiftTimeOrNull(time: string | null, byMs: number): string | null {
  return time === null ? null : shiftTime(time, byMs);
}
