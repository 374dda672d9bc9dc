/** Tests the comparison of a past list with on air, the sentences of the history, and typed times. */
import { describe, expect, it } from 'vitest';
import type { DeskItem } from '../../../../src/contract/deskItem.ts';
import type { HistoryRow } from '../../../../src/contract/history.ts';
import type { Verb } from '../../../../src/core/action.ts';
import { type Difference, noDifference } from '../../../../src/core/compare.ts';
import { describeAction } from '../../../../src/core/describeAction.ts';
import { listNames } from '../../../../src/core/listNames.ts';
import { formatTime, formatTimeBriefly, parseTime } from '../../../../src/renderer/screens/log/asRun/typedTime.ts';
import { alignLists, restoreEffectOf } from '../../../../src/renderer/screens/log/history/alignLists.ts';
import {
  describeRestore,
  describeRevision,
  hasNamesFromOutside,
} from '../../../../src/renderer/screens/log/history/historyText.ts';
import { posts } from '../../states/posts.ts';

/** A row of the history without changes. */
const noChange = { ...noDifference, cause: 'operator', position: null, edit: null } as const;

const post = (id: string): DeskItem => ({ ...posts.mira, id, fullName: id.toUpperCase() });
const list = (ids: string): readonly DeskItem[] => [...ids].map(post);
/** Each row as two ids, with `-` for an empty slot. */
const rowsOf = (past: string, now: string): readonly string[] =>
  alignLists(list(past), list(now)).map((row) => `${row.past?.item.id ?? '-'}${row.now?.item.id ?? '-'}`);

describe('aligned lists', () => {
  it.each([
    ['abc', 'abc', ['aa', 'bb', 'cc']],
    ['abc', 'ac', ['aa', 'b-', 'cc']],
    ['ac', 'abc', ['aa', '-b', 'cc']],
    ['', 'ab', ['-a', '-b']],
    ['ab', '', ['a-', 'b-']],
    ['abcx', 'aydc', ['aa', 'b-', '-y', '-d', 'cc', 'x-']],
    ['abc', 'cab', ['-c', 'aa', 'bb', 'c-']],
  ])('of %s and %s keep both orders', (past, now, expected) => {
    expect(rowsOf(past, now)).toEqual(expected);
  });
});

describe('the effect of a restore', () => {
  it('leaves out blocked posts and separates moved posts from added and removed ones', () => {
    const effect = restoreEffectOf(list('abcd'), list('dae'), ['c']);
    const ids = Object.fromEntries(Object.entries(effect).map(([kind, items]) => [kind, items.map(({ id }) => id)]));
    expect(ids).toMatchObject({ comesBack: ['b'], goesOff: ['e'], staysOff: ['c'], getsOldText: [] });
    expect(ids['moved']).toHaveLength(1);
  });
});

describe('a restore of a post that has another version on air', () => {
  const media = [{ ...posts.priya.media[0], mediaType: 'image/png', url: '/media/b' }] as DeskItem['media'];
  it.each([
    ['text', { message: 'Other' }, 'gets its old text'],
    ['name', { fullName: 'Other' }, 'gets its old text'],
    ['pictures', { media }, 'gets its old version'],
    ['avatar', { avatarUrl: '/media/other' }, 'gets its old version'],
    ['source', { source: 'YOUTUBE' }, 'gets its old version'],
  ])('says that it is the old one only if it is: %s', (_, change, words) => {
    const withB = (other: Partial<DeskItem>) =>
      list('ab').map((item) => (item.id === 'b' ? { ...item, ...change, ...other } : item));
    const changed = withB({});
    const newer = withB({ lastModifiedDate: '2030-01-01T00:00:00Z' });
    const describeFor = (past: readonly DeskItem[], now: readonly DeskItem[]) =>
      describeRestore(restoreEffectOf(past, now, []), 2, false, () => false);
    const { lead, rest } = describeFor(list('ab'), newer);
    expect(lead).toContain('±1. Restoring puts all 2 posts on air');
    expect(rest).toContain(words);
    for (const { rest: otherRest } of [describeFor(newer, list('ab')), describeFor(list('ab'), changed)]) {
      expect(otherRest).not.toContain('old');
      expect(otherRest).toMatch(/gets? (?:another version|other versions)/);
    }
  });

  it('says that it only holds if nothing differs', () => {
    const { lead } = describeRestore(restoreEffectOf(list('ab'), list('ab'), []), 2, false, () => false);
    expect(lead).toBe('The same posts are on air. Restoring only holds them.');
  });
});

describe('the description of a revision', () => {
  it('names up to three posts and counts the rest', () => {
    expect(listNames(['A'])).toBe('A');
    expect(listNames(['A', 'B', 'C'])).toBe('A, B and C');
    expect(listNames(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C and 2 more');
  });

  it('prefers names stored with the revision to names the desk knows', () => {
    const row = {
      revision: 3,
      at: '2026-11-20T20:00:00.000Z',
      until: null,
      hasGapAfter: false,
      cause: 'service',
      by: null,
      verb: null,
      about: null,
      added: ['a'],
      removed: ['b'],
      edited: [],
      moved: ['c'],
      position: null,
      edit: null,
      names: { a: 'Mira', c: null },
    } as const;
    expect(describeRevision(row, (id) => (id === 'b' ? 'Omar' : 'wrong'), {})).toBe(
      'Mira added; Omar removed; a post without a name moved',
    );
  });

  it('has names from outside if it names posts, a collection or a rule, however short it is', () => {
    const time = { revision: 3, at: '2026-11-20T20:00:00.000Z', until: null, hasGapAfter: false } as const;
    const row = { ...time, ...{ by: 'Ines', names: { a: 'Mira' }, about: null }, ...noChange } as const;
    expect(hasNamesFromOutside({ ...row, verb: 'block', removed: ['a'] })).toBe(true);
    expect(hasNamesFromOutside({ ...row, verb: 'point', about: 'col_1' })).toBe(true);
    expect(hasNamesFromOutside({ ...row, verb: 'guards', about: 'word evacuation' })).toBe(true);
    expect(hasNamesFromOutside({ ...row, verb: 'clear', removed: ['a'] })).toBe(false);
    expect(hasNamesFromOutside({ ...row, verb: 'rollback', about: '41' })).toBe(false);
    expect(hasNamesFromOutside({ ...row, verb: 'restart' })).toBe(false);
  });

  it('has the position of the only added post, and the changed words of the only edited one', () => {
    const time = { revision: 3, at: '2026-11-20T20:00:00.000Z', until: null, hasGapAfter: false } as const;
    const plain = { ...time, ...noChange, by: null, verb: null, about: null, names: { a: 'Mira', b: null } } as const;
    const describe = (change: Partial<HistoryRow>): string => describeRevision({ ...plain, ...change }, () => null, {});
    const edited = [{ id: 'a', fields: ['message'] }];
    const edit = { before: 'at 7 pm', after: 'at 8 pm' };
    expect(describe({ added: ['a'], position: 5 })).toBe('Mira added, position 5');
    expect(describe({ added: ['b'], position: 1200 })).toBe('A post without a name added, position 1,200');
    expect(describe({ added: ['x'], position: 1 })).toBe('1 post added, position 1');
    expect(describe({ added: ['a'], position: 5, verb: 'release', by: 'Ines' })).toBe(
      'Release. Mira added, position 5',
    );
    expect(describe({ edited, edit })).toBe('Mira edited: “at 7 pm” → “at 8 pm”');
    expect(describe({ edited, edit: { before: '', after: 'Magic.' } })).toBe('Mira edited: no text → “Magic.”');
    expect(describe({ edited })).toBe('Mira edited');
    expect(describe({ edited, edit, verb: 'release', by: 'Ines' })).toBe('Release. Mira edited: “at 7 pm” → “at 8 pm”');
  });

  it('begins with the action', () => {
    const time = { revision: 3, at: '2026-11-20T20:00:00.000Z', until: null, hasGapAfter: false } as const;
    const names = { a: 'Mira', b: 'Omar' };
    const describeChange = (verb: Verb, about: string | null, change: Partial<Difference>): string =>
      describeRevision({ ...time, ...noChange, by: 'Ines', ...change, names, verb, about }, () => null, names);
    expect(describeChange('block', 'b', { removed: ['b'] })).toBe('Block. Omar');
    expect(describeChange('point', 'a', { added: ['b'] })).toBe('Use “Mira”. Omar added');
    expect(describeChange('point', 'unknown', {})).toBe('Use collection unknown');
    expect(describeChange('point', 'a', { removed: ['x', 'y'] })).toBe('Use “Mira”. 2 posts removed');
    expect(describeChange('clear', null, { removed: ['a', 'b'] })).toBe('Clear');
    expect(describeChange('takeRemovals', null, { removed: ['b'] })).toBe(
      `${describeAction({ verb: 'takeRemovals', about: null })}. Omar removed`,
    );
    expect(describeChange('rollback', '41', { added: ['a'] })).toBe(
      `${describeAction({ verb: 'rollback', about: '41' })}. Mira added`,
    );
    expect(describeChange('guards', 'word evacuation', { removed: ['a'] })).toBe('Mira guarded by “evacuation”');
  });
});

describe('the time field', () => {
  const now = new Date(2026, 10, 20, 20, 42, 49).getTime();

  it.each([
    ['2026-11-20 20:00:00', new Date(2026, 10, 20, 20).getTime()],
    ['2026-11-20T20:00', new Date(2026, 10, 20, 20).getTime()],
    ['20:15', new Date(2026, 10, 20, 20, 15).getTime()],
    ['23:00', new Date(2026, 10, 19, 23).getTime()],
    ['', 'none'],
    ['Now', 'none'],
    ['25:00', 'invalid'],
    ['2026-02-31 10:00', 'invalid'],
    ['yesterday', 'invalid'],
  ])('parses “%s”', (text, expected) => {
    expect(parseTime(text, now)).toBe(expected);
  });

  it('parses its own format', () => {
    expect(formatTime(now)).toBe('2026-11-20 20:42:49');
    const hour = 3_600_000;
    expect(formatTimeBriefly(now - 20 * hour, now)).toBe('00:42:49');
    expect(formatTimeBriefly(now - 24 * hour, now)).toBe('2026-11-19 20:42:49');
    expect(formatTimeBriefly(now + hour, now)).toBe('2026-11-20 21:42:49');
    expect(parseTime(formatTime(now), now)).toBe(now);
  });
});

describe('restoring the posts that are already on air', () => {
  it('only holds them, or changes nothing if the feed is already held', () => {
    const same = {
      comesBack: [],
      goesOff: [],
      getsOldText: [],
      getsOldVersion: [],
      getsOtherVersion: [],
      staysOff: [],
      moved: [],
    };
    const lead = (isHeld: boolean) => describeRestore(same, 3, isHeld, () => false).lead;
    expect(lead(false)).toBe('The same posts are on air. Restoring only holds them.');
    expect(lead(true)).toBe('The same posts are on air, held. Restoring changes nothing.');
  });
});
