/** Chooses the times under which the as-run log draws its bars. */
import { createPerLanguage } from '../../../../core/language/say.ts';
import { formatClockTime } from '../../../../core/time.ts';
import type { TimeSpan } from './timeSpan.ts';

/** `left`: percent of the time span. */
export type ScaleTime = { readonly left: number; readonly label: string };

const stepsMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720];
const minutesOfDay = 24 * 60;
const maxSteps = 4;

const dayFormat = createPerLanguage((locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' }));

/** Round times in the local time of this machine, at most five; whole days if the span is longer than two. */
export function scaleTimesOf({ from, to }: TimeSpan): readonly ScaleTime[] {
  const minutes = (to - from) / 60_000;
  const stepMinutes =
    stepsMinutes.find((step) => minutes / step <= maxSteps) ??
    Math.ceil(minutes / minutesOfDay / maxSteps) * minutesOfDay;
  const times: ScaleTime[] = [];
  // As clock times of the first day, so that a change to summer time shifts none.
  for (let minute = 0; ; minute += stepMinutes) {
    const atMs = new Date(from).setHours(0, minute, 0, 0);
    if (atMs > to) return times;
    if (atMs < from) continue;
    const label = stepMinutes < minutesOfDay ? formatClockTime(atMs).slice(0, 5) : dayFormat().format(atMs);
    times.push({ left: ((atMs - from) / (to - from)) * 100, label });
  }
}
