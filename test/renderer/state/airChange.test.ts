/** What a desk that has only just connected says of the last change of air. */
import { describe, expect, test } from 'vitest';
import { readAirChange } from '../../../src/renderer/state/airChange.ts';
import { marked } from '../../../src/renderer/states/posts.ts';
import { baseLists } from '../../../src/renderer/states/show.ts';

function cameAt(wentLiveAt: string, onAirSince: string) {
  const live = baseLists.live.map((item) => (item.id === 'kenji' ? marked(item, { wentLiveAt, leftPlace: 2 }) : item));
  return readAirChange({ ...baseLists, live, onAirSince });
}

describe('a desk that has only just connected', () => {
  test('speaks of the post that came with the present revision, at the time of that revision', () => {
    const change = cameAt('2026-07-11T20:42:06.990Z', '2026-07-11T20:42:07.000Z');
    expect(change?.at).toBe('2026-07-11T20:42:07.000Z');
    expect(change?.on.map(({ place, isFromStaging }) => [place, isFromStaging])).toEqual([[5, true]]);
  });

  test('is silent about a post that came before the present revision', () => {
    expect(cameAt('2026-07-11T20:41:50.000Z', '2026-07-11T20:42:07.000Z')).toBeNull();
  });
});
