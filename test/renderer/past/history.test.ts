/** An earlier list beside the present one, and the words for it. */
import { describe, expect, it } from 'vitest';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import { type Difference, noDifference } from '../../../src/core/compare.ts';
import type { Verb } from '../../../src/core/deed.ts';
import { listNames } from '../../../src/core/listNames.ts';
import { readMoment, writeMoment } from '../../../src/renderer/past/asRun/moment.ts';
import { consequenceWords, revisionWords } from '../../../src/renderer/past/history/historyWords.ts';
import { consequenceOf, sharePlaces } from '../../../src/renderer/past/history/sharedPlaces.ts';
import { posts } from '../../../src/renderer/states/posts.ts';

const post = (id: string): DeskItem => ({ ...posts.mira, id, fullName: id.toUpperCase() });
const list = (ids: string): readonly DeskItem[] => [...ids].map(post);
const shape = (was: string, now: string): readonly string[] =>
  sharePlaces(list(was), list(now)).map((pair) => `${pair.was?.item.id ?? '-'}${pair.now?.item.id ?? '-'}`);

describe('shared places', () => {
  it.each([
    ['abc', 'abc', ['aa', 'bb', 'cc']],
    ['abc', 'ac', ['aa', 'b-', 'cc']],
    ['ac', 'abc', ['aa', '-b', 'cc']],
    ['', 'ab', ['-a', '-b']],
    ['ab', '', ['a-', 'b-']],
    ['abcx', 'aydc', ['aa', 'b-', '-y', '-d', 'cc', 'x-']],
    ['abc', 'cab', ['-c', 'aa', 'bb', 'c-']],
  ])('of %s and %s stand one beside the other', (was, now, expected) => {
    expect(shape(was, now)).toEqual(expected);
  });
});

describe('what a rollback would do', () => {
  it('counts blocked posts out, and tells moved posts from those that come and go', () => {
    const found = consequenceOf(list('abcd'), list('dae'), ['c']);
    const ids = Object.fromEntries(Object.entries(found).map(([kind, items]) => [kind, items.map(({ id }) => id)]));
    expect(ids).toMatchObject({ comesBack: ['b'], goesOff: ['e'], staysOff: ['c'], oldWords: [] });
    expect(ids['moved']).toHaveLength(1);
  });
});

describe('the words of a revision', () => {
  it('name a few and count the rest', () => {
    expect(listNames(['A'])).toBe('A');
    expect(listNames(['A', 'B', 'C'])).toBe('A, B and C');
    expect(listNames(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more');
  });

  it('take the names kept with it first, then what the desk knows', () => {
    const row = {
      revision: 3,
      at: '2026-11-20T20:00:00.000Z',
      until: null,
      cause: 'service',
      by: null,
      verb: null,
      about: null,
      added: ['a'],
      removed: ['b'],
      edited: [],
      moved: ['c'],
      names: { a: 'Mira', c: null },
    } as const;
    expect(revisionWords(row, (id) => (id === 'b' ? 'Omar' : 'wrong'))).toBe(
      'Mira added; Omar off; No name given moved',
    );
  });

  it('begin with what was done', () => {
    const plain = { revision: 3, at: '2026-11-20T20:00:00.000Z', until: null, cause: 'operator', by: 'Ines' } as const;
    const names = { a: 'Mira', b: 'Omar' };
    const say = (verb: Verb, about: string | null, change: Partial<Difference>): string =>
      revisionWords({ ...plain, ...noDifference, ...change, names, verb, about }, () => null);
    expect(say('block', 'b', { removed: ['b'] })).toBe('Block. Omar');
    expect(say('clear', null, { removed: ['a', 'b'] })).toBe('Clear');
    expect(say('takeRemovals', null, { removed: ['b'] })).toBe('Take removals. Omar off');
    expect(say('rollback', '41', { added: ['a'] })).toBe('Restore revision 41. Mira added');
    expect(say('guards', 'word evacuation', { removed: ['a'] })).toBe('Guard: word “evacuation”. Mira off');
  });
});

describe('a typed moment', () => {
  const now = new Date(2026, 10, 20, 20, 42, 49).getTime();

  it.each([
    ['2026-11-20 20:00:00', new Date(2026, 10, 20, 20).getTime()],
    ['2026-11-20T20:00', new Date(2026, 10, 20, 20).getTime()],
    ['20:15', new Date(2026, 10, 20, 20, 15).getTime()],
    ['23:00', new Date(2026, 10, 19, 23).getTime()],
    ['', 'nothing'],
    ['Now', 'nothing'],
    ['25:00', 'unread'],
    ['2026-02-31 10:00', 'unread'],
    ['yesterday', 'unread'],
  ])('%s is read', (text, expected) => {
    expect(readMoment(text, now)).toBe(expected);
  });

  it('is read as it is written', () => {
    expect(writeMoment(now)).toBe('2026-11-20 20:42:49');
    expect(readMoment(writeMoment(now), now)).toBe(now);
  });
});

describe('the same posts put back', () => {
  it('change the gate alone, or nothing where it is held already', () => {
    const same = { comesBack: [], goesOff: [], oldWords: [], staysOff: [], moved: [] };
    const lead = (isHeld: boolean) => consequenceWords(same, 3, isHeld, () => false).lead;
    expect(lead(false)).toBe('The same posts are on air now. Only the gate would change, to held.');
    expect(lead(true)).toBe('The same posts are on air now, and held. Nothing would change.');
  });
});
