/** Tests the order in which the checks of a preflight are shown. */
import { expect, it } from 'vitest';
import { sortByVerdict } from '../../src/core/preflightVerdict.ts';

it('shows faults first, then warnings, and keeps the order of checks with the same verdict', () => {
  const checks = ['good 1', 'warning 1', 'good 2', 'fault 1', 'warning 2', 'fault 2'].map((id) => {
    const [verdict = ''] = id.split(' ');
    return { id, verdict: verdict as 'good' | 'warning' | 'fault' };
  });
  const shown = sortByVerdict(checks).map(({ id }) => id);
  expect(shown).toEqual(['fault 1', 'fault 2', 'warning 1', 'warning 2', 'good 1', 'good 2']);
});
