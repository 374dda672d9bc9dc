/** Tests which change on air a desk finds, between two lists or when it has just connected. */
import { describe, expect, test } from 'vitest';
import { compareOnAir, inferAirChange } from '../../../src/renderer/model/airChange.ts';
import { describeAirChange } from '../../../src/renderer/model/words/airSentences.ts';
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

describe('a change of posts that stay on air', () => {
  const onAirSince = '2026-07-11T20:43:00.000Z';
  const [firstId = '', secondId = '', ...otherIds] = baseLists.onAir;
  const live = baseLists.live.map((item) => (item.id === secondId ? { ...item, message: 'Another text' } : item));
  const sentence = (after: typeof baseLists): string | null => {
    const change = compareOnAir(baseLists, after);
    return change === null ? null : describeAirChange(change);
  };

  test('is an edit, which names the post and its position', () => {
    expect(compareOnAir(baseLists, { ...baseLists, live, onAirSince })?.at).toBe(onAirSince);
    expect(sentence({ ...baseLists, live, onAirSince })).toMatch(/^Edited on air: .+, at position 2\.$/);
  });

  test('is another order', () => {
    const onAir = [secondId, firstId, ...otherIds];
    expect(sentence({ ...baseLists, onAir, onAirSince })).toBe('The order on air changed.');
  });

  test('is an edit and another order together', () => {
    const onAir = [secondId, firstId, ...otherIds];
    expect(sentence({ ...baseLists, live, onAir, onAirSince })).toMatch(
      /^Edited on air: .+, at position 1\. The order on air changed\.$/,
    );
  });

  test('is not found if a post left the list, or if live has an edit that waits', () => {
    const left = compareOnAir(baseLists, { ...baseLists, onAir: [secondId, ...otherIds], onAirSince });
    expect(left).toMatchObject({ edited: [], isReordered: false });
    const onAirOnly = baseLists.live.filter(({ id }) => id === secondId);
    expect(compareOnAir(baseLists, { ...baseLists, live, onAirOnly, onAirSince })).toBeNull();
  });
});
