/** A clock time, or a day and a time when it was not today. */
import { formatDayTime } from '../../core/time.ts';
import { useComputed } from '../stores/useDesk.ts';

export function DayTime({ at }: { readonly at: string }) {
  return useComputed((_, nowMs) => formatDayTime(at, nowMs));
}
