import { describe, expect, it } from 'vitest';
import { createTimeOfDay, isKnownLocale, isKnownTimeZone } from '../../../src/core/feed/timeOfDay.ts';

describe('the time of day of a post', () => {
  it.each([
    [null, 'UTC', '17:05'],
    [null, 'Europe/Helsinki', '19:05'],
    [null, 'Asia/Kolkata', '22:35'],
    [null, 'America/St_Johns', '13:35'],
    ['en-US', 'Europe/Helsinki', '7:05 PM'],
    ['de', 'Europe/Berlin', '18:05'],
    ['fi', 'Europe/Helsinki', '19.05'],
  ])('in the language %s and the zone %s is %s', (timeLocale, timeZone, expected) => {
    expect(createTimeOfDay({ timeLocale, timeZone })('2026-11-20T17:05:59.999Z')).toBe(expected);
  });

  it('follows summer time, and midnight is 00:00', () => {
    const format = createTimeOfDay({ timeLocale: null, timeZone: 'Europe/London' });
    expect(format('2026-07-01T12:00:00Z')).toBe('13:00');
    expect(format('2026-06-30T23:00:00Z')).toBe('00:00');
    expect(format('2026-11-20T19:00:00+02:00')).toBe('17:00');
  });

  it('without settings is that of this machine', () => {
    const date = new Date('2026-11-20T17:05:00Z');
    const local = [date.getHours(), date.getMinutes()].map((value) => String(value).padStart(2, '0')).join(':');
    expect(createTimeOfDay({ timeLocale: null, timeZone: null })(date.toISOString())).toBe(local);
  });

  it('is empty for a date that can’t be read, and the same when repeated', () => {
    const format = createTimeOfDay({ timeLocale: null, timeZone: 'UTC' });
    for (const date of ['yesterday', '', '2026-11-31T18:00:00Z', '2026-11-20T25:00:00Z']) expect(format(date)).toBe('');
    expect([format('2026-11-20T17:05:00Z'), format('2026-11-20T17:05:30Z')]).toEqual(['17:05', '17:05']);
  });
});

describe('a setting of times', () => {
  it('accepts languages and zones that this machine knows, and nothing else', () => {
    expect(['en-GB', 'ar', 'zh-Hant-TW'].map(isKnownLocale)).toEqual([true, true, true]);
    expect(['', 'english!', 'xx-YY', '../x'].map(isKnownLocale)).toEqual([false, false, false, false]);
    expect(['UTC', 'Europe/London'].map(isKnownTimeZone)).toEqual([true, true]);
    expect(['', 'Mars/Olympus', 'GMT+25'].map(isKnownTimeZone)).toEqual([false, false, false]);
  });
});
