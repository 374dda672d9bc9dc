import { describe, expect, it } from 'vitest';
import { computeFreshness, type Freshness } from '../../src/core/source.ts';

describe('freshness', () => {
  const nowMs = 1_000_000;
  /** With a confirmation of that age, and the last contact at the same time unless another age is given. */
  const check = (ageMs: number | null, wanted: Freshness, isDemo = false, contactAgeMs = ageMs, cachedMs = 0): void => {
    const checkedMs = ageMs === null ? null : nowMs - ageMs;
    const contact = {
      confirmedMs: checkedMs === null ? null : checkedMs - cachedMs,
      checkedMs,
      contactMs: contactAgeMs === null ? null : nowMs - contactAgeMs,
    };
    expect(computeFreshness(isDemo, contact, 5000, nowMs)).toBe(wanted);
  };

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

  it('is stale, not offline, while the service responds without confirming', () => {
    check(3_600_000, 'stale', false, 0);
    check(null, 'stale', false, 45_000);
    check(null, 'offline', false, 45_001);
  });

  it('is stale when a cache kept the confirmation longer than the service allows', () => {
    check(0, 'fresh', false, 0, 31_000);
    check(0, 'stale', false, 0, 32_000);
  });
});
