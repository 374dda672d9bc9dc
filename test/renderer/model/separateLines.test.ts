/** Tests where the lines between the lists run: none over another, and without crossings where the order allows it. */
import { describe, expect, it } from 'vitest';
import { separateLines } from '../../../src/renderer/model/separateLines.ts';

const down = (from: number, to: number) => ({ from, to });

describe('the line of a moved post', () => {
  it.each([56, 36, 28])('runs in the middle when it is alone or above the others, in %i px', (width) => {
    expect(separateLines([down(40, 120)], width)).toEqual([width / 2]);
    expect(separateLines([down(40, 120), down(300, 140)], width)).toEqual([width / 2, width / 2]);
  });

  it.each([56, 36, 28])('has its own x where it overlaps others, clear of the arrows, in %i px', (width) => {
    const xs = separateLines([down(40, 300), down(120, 380), down(500, 200)], width);
    expect(new Set(xs).size).toBe(3);
    for (const x of xs) {
      expect(x).toBeGreaterThan(3);
      expect(x).toBeLessThan(width - 12);
      // Wider than a line, which is 2.5 px.
      for (const other of xs) if (other !== x) expect(Math.abs(other - x)).toBeGreaterThan(2.5);
    }
  });

  it('does not cross another of the same direction', () => {
    const [upper = 0, lower = 0] = separateLines([down(40, 300), down(120, 380)], 56);
    expect(lower).toBeLessThan(upper);
    const [first = 0, second = 0] = separateLines([down(300, 40), down(380, 120)], 56);
    expect(first).toBeLessThan(second);
  });
});
