/** Formats the time of day of a post for graphics, by the settings of the feed server. */
import { parseInstant } from '../instant.ts';

/** Hours and minutes of a date; empty if it can’t be read. */
export type FormatTimeOfDay = (date: string) => string;

export type TimeSettings = {
  /** BCP 47 language tag; `null` for 24 hours with two digits, such as `09:05`. */
  readonly timeLocale: string | null;
  /** IANA name; `null` for the zone of this machine. */
  readonly timeZone: string | null;
};

/** Dates whose time of day depends on neither their seconds nor their fraction. */
const minutePattern = /^(\d{4}-\d\d-\d\dT\d\d:\d\d):[0-5]\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const maxMinutes = 5000;
/** Some locales put these between the time and AM or PM, and few title fonts have them. */
const narrowSpaces = /[\u00a0\u2009\u202f]/g;

export function createTimeOfDay({ timeLocale, timeZone }: TimeSettings): FormatTimeOfDay {
  const format = new Intl.DateTimeFormat(timeLocale ?? 'en-GB', {
    ...(timeLocale === null ? { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } : { timeStyle: 'short' }),
    ...(timeZone !== null && { timeZone }),
  });
  /** A list of ten thousand posts has few minutes, and converting each date is slow. */
  const known = new Map<string, string>();
  const formatInstant: FormatTimeOfDay = (date) => {
    const instant = parseInstant(date);
    return instant === null ? '' : format.format(instant.seconds * 1000).replace(narrowSpaces, ' ');
  };
  return (date) => {
    const [, minute, zone] = minutePattern.exec(date) ?? [];
    if (minute === undefined) return formatInstant(date);
    const key = `${minute}${zone}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size >= maxMinutes) known.clear();
    const time = formatInstant(date);
    known.set(key, time);
    return time;
  };
}

/** Whether this machine knows the language of a tag such as `en-GB`. */
export function isKnownLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}

/** Whether this machine knows a time zone such as `Europe/Helsinki`. */
export function isKnownTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
