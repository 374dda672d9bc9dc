/** Tests that a plot draws nothing that was not measured. */
import { expect, it } from 'vitest';
import { findIsolated, summarise, withGaps } from '../../../src/renderer/model/figureSeries.ts';

it('leaves a gap where samples are missing, and where nothing was measured', () => {
  const figures = { everySeconds: 10, at: [0, 10_000, 20_000, 320_000, 330_000] };
  expect(withGaps(figures, [1, null, 3, 4, 5])).toEqual([
    [0, 10, 20, 30, 320, 330],
    [1, null, 3, null, 4, 5],
  ]);
});

it('marks the values that no line reaches', () => {
  expect(findIsolated([1, null, 3, 4, null, 0, null])).toEqual([0, 5]);
});

it('says the latest, lowest and highest measured value', () => {
  expect(summarise([null, 84, 61, 412, null])).toEqual({ latest: 412, lowest: 61, highest: 412 });
  expect(summarise([null, null])).toBeNull();
});
