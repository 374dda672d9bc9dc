import { describe, expect, it } from 'vitest';
import { changedFields, compareLists, countDifference, isSameList, reuseUnchanged } from '../../src/core/compare.ts';
import { fc } from '../properties.ts';
import { idsOf, post, posts } from './build.ts';

/** Random lists of unique posts, some of them edited. */
const list = fc
  .uniqueArray(fc.nat(11), { maxLength: 12 })
  .chain((ids) =>
    fc
      .array(fc.boolean(), { minLength: ids.length, maxLength: ids.length })
      .map((edits) => posts(ids.map((id, index) => String.fromCharCode((edits[index] ? 65 : 97) + id)).join(''))),
  );

describe('the difference between two lists', () => {
  const check = (before: string, after: string, wanted: string): void => {
    const { added, removed, edited, moved } = compareLists(posts(before), posts(after));
    const parts = [
      ...added.map((id) => `+${id}`),
      ...removed.map((id) => `-${id}`),
      ...edited.map(({ id, fields }) => `${id}:${fields.join()}`),
      ...moved.map((id) => `~${id}`),
    ];
    expect(parts.join(' '), `${before} to ${after}`).toBe(wanted);
  };

  it('lists only the posts that were added, removed, edited and moved', () => {
    check('', '', '');
    check('abc', 'abc', '');
    check('', 'ab', '+a +b');
    check('ab', '', '-a -b');
    check('abc', 'axbc', '+x');
    check('abc', 'ac', '-b');
    check('abc', 'aBc', 'b:message');
    check('abcd', 'dabc', '~d');
    check('abcd', 'bcda', '~a');
    check('abcd', 'badc', '~b ~d');
    check('abcd', 'dxBA', '+x -c b:message a:message ~d ~b');
  });

  it('names every field that differs, and all undocumented fields as `extra`', () => {
    const before = post('a', { extra: { likes: 1 }, media: [{ mediaUrl: 'u', mediaType: 't' }] });
    const after = { ...before, fullName: 'Ada', publishedAt: '2027', extra: { likes: 2 }, media: [] };
    expect(changedFields(before, after)).toEqual(['fullName', 'publishedAt', 'media', 'extra']);
    expect(changedFields(before, structuredClone(before))).toEqual([]);
  });

  it('accounts for every difference between random lists', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const { added, removed, edited, moved } = compareLists(before, after);
        const ids = (items: typeof before): string[] => items.map(({ id }) => id);
        expect(added).toEqual(ids(after).filter((id) => !ids(before).includes(id)));
        expect(removed).toEqual(ids(before).filter((id) => !ids(after).includes(id)));
        const isEdited = (id: string): boolean =>
          before.some((old) => old.id === id && after.some((item) => item.id === id && item.message !== old.message));
        expect(edited.map(({ id }) => id)).toEqual(ids(after).filter(isEdited));
        const stays = (id: string): boolean => !moved.includes(id) && !added.includes(id) && !removed.includes(id);
        expect(ids(before).filter(stays)).toEqual(ids(after).filter(stays));
        expect(countDifference(compareLists(before, after)) === 0).toBe(isSameList(before, after));
      }),
      { numRuns: 500 },
    );
  });
});

describe('reusing unchanged posts', () => {
  it('keeps the objects in the new order, and the whole list when nothing changed', () => {
    fc.assert(
      fc.property(list, list, (before, after) => {
        const reused = reuseUnchanged(before, after);
        expect(idsOf(reused)).toBe(idsOf(after));
        for (const item of reused) {
          const old = before.find(({ id }) => id === item.id);
          if (old !== undefined && old.message === item.message) expect(item).toBe(old);
        }
        expect(reused === before).toBe(idsOf(before) === idsOf(after));
      }),
      { numRuns: 500 },
    );
  });
});
