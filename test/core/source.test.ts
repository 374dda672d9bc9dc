import { describe, expect, it } from 'vitest';
import { computeFreshness, type Freshness } from '../../src/core/source.ts';

describe('freshness', () => {
  const check = (ageMs: number | null, wanted: Freshness, isDemo = false): void =>
    expect(computeFreshness(isDemo, ageMs === null ? null : 1_000_000 - ageMs, 5000, 1_000_000)).toBe(wanted);

  it('follows the age of the last confirmation on the monotonic clock', () => {
    check(null, 'offline');
    check(0, 'fresh');
    check(15_000, 'fresh');
    check(15_001, 'stale');
    check(45_000, 'stale');
    check(45_001, 'offline');
    check(0, 'demo', true);
    check(15_001, 'stale', true);
    check(null, 'offline', true);
  });
});
