/** The formats of times, durations and ages. */
import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatClockTime,
  formatDayTime,
  formatDuration,
  formatExactTime,
  formatPreciseDayTime,
  formatTimeAgo,
  formatVideoLength,
  formatZonedTime,
  isOtherZone,
} from '../../src/core/time.ts';
import { ago, at, now } from '../renderer/states/posts.ts';

describe('times', () => {
  it.each([
    [0, '0 s'],
    [42_000, '42 s'],
    [277_000, '4 min 37 s'],
    [369_000, '6 min 09 s'],
    [300_000, '5 min 00 s'],
    [7_500_000, '2 h 5 min'],
    [86_400_000, '24 h'],
    [259_200_000, '3 days'],
    [-5000, '0 s'],
  ])('formats %i ms as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  it('names the time zone where a sentence is read on machines in other zones', () => {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(formatZonedTime(at('18:02:11'), now)).toMatch(/^18:02:11 [A-Z]\S*$/);
    expect(isOtherZone(timeZone, now)).toBe(false);
    expect(['Asia/Tokyo', 'America/New_York'].some((zone) => isOtherZone(zone, now))).toBe(true);
    expect(isOtherZone('Not/AZone', now)).toBe(false);
  });

  it('formats a post’s age as a duration under an hour, then as a time or day', () => {
    expect(formatAge(ago(20), now, true)).toBe('20 s ago');
    expect(formatAge(ago(14 * 60), now, false)).toBe('14 min');
    expect(formatAge(at('18:02:11'), now, true)).toBe('18:02:11');
    expect(formatDayTime(new Date(2026, 10, 18, 21, 10).toISOString(), now)).toBe('18 Nov 21:10');
    expect(formatDayTime(new Date(2025, 10, 18, 21, 10).toISOString(), now)).toBe('18 Nov 2025 21:10');
    expect(formatExactTime(new Date(2026, 10, 18, 21, 10, 7).toISOString(), now)).toBe('18 Nov 21:10:07');
    expect(formatExactTime(at('18:02:11'), now)).toBe('18:02:11');
    expect(formatPreciseDayTime(new Date(2026, 10, 18, 21, 10, 7, 118).toISOString(), now)).toBe('18 Nov 21:10:07.118');
    expect(formatPreciseDayTime(at('18:02:11'), now)).toBe('18:02:11.000');
    expect(formatAge('not a date', now, true)).toBe('');
    expect(formatTimeAgo(ago(14 * 60), now)).toBe('14 min ago');
    expect(formatTimeAgo(ago(7500), now)).toBe('2 h 5 min ago');
    expect([formatDayTime('not a date', now), formatExactTime('not a date', now)]).toEqual([
      'not a date',
      'not a date',
    ]);
  });

  it('formats clock times and video lengths', () => {
    expect(formatClockTime(at('20:42:07'))).toBe('20:42:07');
    expect(formatVideoLength(24_000)).toBe('0:24');
  });
});
