/** Formats times and ages in the local time of this machine: words under an hour, clock time for events. */

const two = (value: number): string => String(value).padStart(2, '0');

/** For example `20:42:07`. */
export function clockTime(at: number | string): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** For example `20:42:07.118`. */
export function preciseTime(at: string): string {
  return `${clockTime(at)}.${String(new Date(at).getMilliseconds()).padStart(3, '0')}`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Clock time for today, else the day with hours and minutes: `18 Nov 21:10`. */
export function dayTime(at: string, nowMs: number): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  if (date.toDateString() === new Date(nowMs).toDateString()) return clockTime(at);
  const year = date.getFullYear() === new Date(nowMs).getFullYear() ? '' : ` ${date.getFullYear()}`;
  return `${date.getDate()} ${months[date.getMonth()]}${year} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** For example `42 s`, `4 min 07 s`, `2 h 5 min`; never negative. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${two(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** The age of a post: `20 s`, `14 min`, from one hour on its time or day. `isAgo` appends "ago". */
export function postAge(at: string, nowMs: number, isAgo: boolean): string {
  const agoMs = nowMs - Date.parse(at);
  if (Number.isNaN(agoMs)) return '';
  if (agoMs >= 60 * 60 * 1000) return dayTime(at, nowMs);
  const seconds = Math.max(0, Math.floor(agoMs / 1000));
  const age = seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`;
  return isAgo ? `${age} ago` : age;
}

/** For example `0:24`. */
export function videoLength(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
