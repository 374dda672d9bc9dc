/** Parses and formats the times typed in the as-run log, in the local time of this machine. */

import { say } from '../../../../core/language/say.ts';
import { padToTwoDigits } from '../../../../core/time.ts';

/**
 * Parses a typed time to epoch milliseconds; a time without a date means its most recent occurrence.
 * Returns `none` for an empty field or “now”, also in the current language, `invalid` for anything else.
 */
export function parseTime(text: string, nowMs: number): number | 'none' | 'invalid' {
  const typed = text.trim();
  if (typed === '' || ['now', say('now||a time')].includes(typed.toLowerCase())) return 'none';
  const match = /^(?:(\d{4})-(\d{1,2})-(\d{1,2})[ T])?(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(typed);
  if (match === null) return 'invalid';
  const [, year, month, day, hours, minutes, seconds] = match.map((part) => (part === undefined ? null : Number(part)));
  if ((hours ?? 24) > 23 || (minutes ?? 60) > 59 || (seconds ?? 0) > 59) return 'invalid';
  const date = new Date(nowMs);
  if (year != null && month != null && day != null) {
    date.setFullYear(year, month - 1, day);
    if (date.getMonth() !== month - 1) return 'invalid';
  }
  date.setHours(hours ?? 0, minutes ?? 0, seconds ?? 0, 0);
  if (year == null && date.getTime() > nowMs) date.setDate(date.getDate() - 1);
  return date.getTime();
}

/** For example `2026-11-20 20:00:00`. */
export function formatTime(atMs: number): string {
  const date = new Date(atMs);
  const day = `${date.getFullYear()}-${padToTwoDigits(date.getMonth() + 1)}-${padToTwoDigits(date.getDate())}`;
  return `${day} ${padToTwoDigits(date.getHours())}:${padToTwoDigits(date.getMinutes())}:${padToTwoDigits(date.getSeconds())}`;
}

/** For example `20:00:00`; with its day if `parseTime` would read the time alone as that of another day. */
export function formatTimeBriefly(atMs: number, nowMs: number): string {
  const text = formatTime(atMs);
  const [, time = text] = text.split(' ');
  return parseTime(time, nowMs) === parseTime(text, nowMs) ? time : text;
}

/** For example `00:42:07`; never negative. */
export function formatChapterTime(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${padToTwoDigits(Math.floor(seconds / 3600))}:${padToTwoDigits(Math.floor(seconds / 60) % 60)}:${padToTwoDigits(seconds % 60)}`;
}
