/** Tests how a desk that has just connected finds the last change on air. */
import { describe, expect, test } from 'vitest';
import { inferAirChange } from '../../../src/renderer/model/airChange.ts';
import { marked } from '../states/posts.ts';
import { baseLists } from '../states/show.ts';

function changeFrom(wentLiveAt: string, onAirSince: string) {
  const live = baseLists.live.map((item) => (item.id === 'kenji' ? marked(item, { wentLiveAt, leftIndex: 2 }) : item));
  return inferAirChange({ ...baseLists, live, onAirSince });
}

describe('a desk that has just connected', () => {
  test('finds the post that went on air with the current revision, at the time of that revision', () => {
    const change = changeFrom('2026-07-11T20:42:06.990Z', '2026-07-11T20:42:07.000Z');
    expect(change?.at).toBe('2026-07-11T20:42:07.000Z');
    expect(change?.on.map(({ position, isFromStaging }) => [position, isFromStaging])).toEqual([[5, true]]);
  });

  test('ignores a post that went on air before the current revision', () => {
    expect(changeFrom('2026-07-11T20:41:50.000Z', '2026-07-11T20:42:07.000Z')).toBeNull();
  });
});
