/** Tests that the judgement of a soak fails a leak and passes noise. */
import { describe, expect, it } from 'vitest';
import { createRandom } from '../random.ts';
import { seed } from '../seed.ts';
import { findExcess, findSlope, increases } from './slope.ts';

const tenths = Array.from({ length: 10 }, (_, index) => index);
const findIn = (values: readonly number[]) => findSlope({ name: 'The heap', unit: 'MB', values, allowance: 8 });

describe('the slope of a soak', () => {
  it('fails a leak, however noisy, and names the figure and its growth', () => {
    const random = createRandom(seed);
    const leaking = tenths.map((tenth) => 100 + 3 * tenth + random.between(0, 4));
    expect(findIn(leaking)).toMatch(/^The heap grew from 1\d\d to 1\d\d MB; 8 MB more are allowed\.$/);
  });

  it('fails a single jump that stays', () => {
    expect(findIn(tenths.map((tenth) => (tenth < 5 ? 100 : 109)))).not.toBeNull();
  });

  it('passes a level with noise, a warm-up and one peak', () => {
    expect(findIn([40, 100, 103, 98, 101, 180, 99, 104, 250, 100])).toBeNull();
  });

  it('passes a fall', () => {
    expect(findIn(tenths.map((tenth) => 100 - tenth))).toBeNull();
  });

  it('fails a run that was not measured to its end', () => {
    expect(findIn([100, 100, 100])).not.toBeNull();
    expect(findIn(tenths.map((tenth) => (tenth === 4 ? Number.NaN : 100)))).not.toBeNull();
  });

  it('fails disk growth that accelerates, and a log beyond its limit', () => {
    const growth = increases(0, [0, 10, 20, 30, 40, 55, 75, 100, 130, 165]);
    expect(growth).toEqual([0, 10, 10, 10, 10, 15, 20, 25, 30, 35]);
    expect(findIn(growth)).not.toBeNull();
    expect(findExcess('The history', 'MB', [1, 2, 3.1], 3)).toBe('The history reached 3.1 MB; the limit is 3 MB.');
    expect(findExcess('The history', 'MB', [1, 2, 3], 3)).toBeNull();
  });
});
