/** Formats and parses the local time in a form field. */
import { formatClockTime, padToTwoDigits } from '../../core/time.ts';

/** Formats an ISO instant as local `2026-11-20 20:42:29`; returns an empty string for an invalid one. */
export function formatLocalTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return `${time.getFullYear()}-${padToTwoDigits(time.getMonth() + 1)}-${padToTwoDigits(time.getDate())} ${formatClockTime(iso)}`;
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
