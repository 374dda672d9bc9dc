/** Tests which change on air a desk finds, between two lists or when it has just connected. */
import { describe, expect, test } from 'vitest';
import { compareOnAir, inferAirChange, joinAirChanges } from '../../../src/renderer/model/airChange.ts';
import { describeAirChange, describeReturned } from '../../../src/renderer/model/words/airSentences.ts';
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

  test('is named also if other posts went on or off air with it', () => {
    const withNew = (...onAir: readonly string[]) => ({ ...baseLists, live, onAir: [...onAir], onAirSince });
    const fewer = otherIds.slice(0, -1);
    expect(sentence(withNew(firstId, secondId, ...fewer))).toMatch(
      /^Went off air: .+, from position \d+\. 1 post was edited\.$/,
    );
    const added = sentence(withNew('new', secondId, firstId, ...fewer));
    expect(added).toMatch(
      /^Went on air: .+, at position 1\. 1 post went off air\. 1 post was edited\. The order on air changed\.$/,
    );
    const edited = { ...baseLists, live, onAirSince };
    const returned = compareOnAir({ ...baseLists, onAir: [secondId, ...otherIds.slice(1)] }, edited);
    expect(returned === null ? '' : describeReturned(returned)).toMatch(
      /^Went on air: .+ and .+\. 1 post was edited\.$/,
    );
  });

  test('is not found if a post left the list, or if live has an edit that waits', () => {
    const left = compareOnAir(baseLists, { ...baseLists, onAir: [secondId, ...otherIds], onAirSince });
    expect(left).toMatchObject({ edited: [], isReordered: false });
    const onAirOnly = baseLists.live.filter(({ id }) => id === secondId);
    expect(compareOnAir(baseLists, { ...baseLists, live, onAirOnly, onAirSince })).toBeNull();
  });
});

describe('changes of one press', () => {
  const ids = baseLists.onAir;
  const listsWith = (onAir: readonly string[], second: string) => ({
    ...baseLists,
    onAir: [...onAir],
    onAirSince: `2026-07-11T20:43:${second}Z`,
  });
  const joinedAfter = (
    steps: readonly (typeof baseLists)[],
    isHeld = false,
    by: string | null = null,
  ): Parameters<typeof joinAirChanges>[0] => {
    const [first, ...others] = steps;
    if (first === undefined) throw new Error('A sentence needs lists');
    let before = first;
    let joined: Parameters<typeof joinAirChanges>[0];
    for (const after of others) {
      const change = compareOnAir(before, after, by);
      if (change !== null) joined = joinAirChanges(joined, change, after, isHeld);
      before = after;
    }
    return joined;
  };
  const sentenceAfter = (steps: readonly (typeof baseLists)[]): string => {
    const joined = joinedAfter(steps);
    return joined === undefined ? '' : describeAirChange(joined);
  };
  const full = listsWith(ids, '00.000');
  const withoutOne = ids.filter((_, index) => index !== 1);

  test('count all posts that went off air, however many steps they took', () => {
    const blocked = [full, listsWith(withoutOne, '00.471'), listsWith(withoutOne.slice(0, -2), '00.505')];
    expect(sentenceAfter(blocked)).toMatch(/^Went off air: .+, from position 2, and 2 more\.$/);
  });

  test('count all posts that went on air, the first at its last position', () => {
    const fewer = ids.slice(2);
    const unblocked = [listsWith(fewer, '00.000'), listsWith(ids.slice(1), '00.471'), listsWith(ids, '00.505')];
    expect(sentenceAfter(unblocked)).toMatch(/^Went on air: .+, at position 2, and 1 more\.$/);
    const times = joinedAfter(unblocked, false, 'Ines')?.on.map(({ at, by }) => `${at.slice(-7)} ${by}`);
    expect(times).toEqual(['00.471Z Ines', '00.505Z Ines']);
  });

  test('count each post that returned to a held feed in the last eight seconds and is still on air', () => {
    const one = listsWith(ids.slice(3), '00.000');
    const namesAfter = (...steps: (typeof baseLists)[]) =>
      joinedAfter([one, ...steps], true)?.on.map(({ id, position }) => `${position} ${id}`);
    const [first = '', second = '', third = '', ...others] = ids;
    const two = listsWith([third, ...others], '01.000');
    const three = listsWith([second, third, ...others], '04.000');
    expect(namesAfter(two, three)).toEqual([`2 ${third}`, `1 ${second}`]);
    expect(namesAfter(two, three, listsWith(ids, '11.000'))).toEqual([`2 ${second}`, `1 ${first}`]);
    const swapped = listsWith([second, ...others], '05.000');
    expect(namesAfter(two, swapped)).toEqual([`1 ${second}`]);
  });

  test('are not counted together with a change of another kind or a second later', () => {
    const later = [full, listsWith(withoutOne, '00.471'), listsWith(withoutOne.slice(0, -1), '02.000')];
    expect(sentenceAfter(later)).not.toContain('more');
    const back = [full, listsWith(withoutOne, '00.471'), listsWith(ids, '00.505')];
    expect(sentenceAfter(back)).toMatch(/^Went on air: .+, at position 2\.$/);
  });
});
