import { expect, test } from 'vitest';
import { scaleTimesOf } from '../../../../src/renderer/screens/log/asRun/scaleTimes.ts';

const at = (day: number, hour: number, minute: number, second = 0): number =>
  new Date(2026, 10, day, hour, minute, second).getTime();

const labelsOf = (from: number, to: number): readonly string[] => scaleTimesOf({ from, to }).map(({ label }) => label);

test.each([
  ['42 minutes', at(20, 20, 0), at(20, 20, 42, 49), ['20:00', '20:15', '20:30']],
  ['one minute', at(20, 20, 41, 30), at(20, 20, 42, 30), ['20:42']],
  ['three minutes', at(20, 20, 39, 49), at(20, 20, 42, 49), ['20:40', '20:41', '20:42']],
  ['two hours', at(20, 18, 42), at(20, 20, 42), ['19:00', '19:30', '20:00', '20:30']],
  ['a night', at(20, 20, 10), at(21, 9, 0), ['00:00', '06:00']],
  ['a day and a half, in which times come again', at(20, 9, 0), at(21, 21, 30), ['12:00', '00:00', '12:00']],
  ['five days', at(16, 9, 0), at(21, 9, 0), ['18 Nov', '20 Nov']],
])('the times over %s are round', (_, from, to, labels) => {
  expect(labelsOf(from, to)).toEqual(labels);
});

test('each time has its place in the span', () => {
  expect(scaleTimesOf({ from: at(20, 20, 0), to: at(20, 20, 40) }).map(({ left }) => left)).toEqual([
    0, 25, 50, 75, 100,
  ]);
});
