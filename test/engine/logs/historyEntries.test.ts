import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/core/collection.ts';
import { compareLists } from '../../../src/core/compare.ts';
import { readEntries } from '../../../src/engine/logs/historyEntries.ts';
import { asRecorded } from '../../../src/engine/logs/historyRecords.ts';
import { writeParts } from '../../../src/engine/show/listParts.ts';
import { post } from '../../core/build.ts';

const action = { cause: 'service', by: null, verb: null, about: null, header: null, at: '2026-11-20T20:00:00Z' };

/** The lists as a file of the history has them; `isAgain` records the last one again, as after the clock was set. */
function recordsOf(lists: readonly (readonly Item[])[], isAgain = false): readonly unknown[] {
  const records = lists.map((items, index) => {
    const previous = index === 0 ? null : (lists[index - 1] ?? []);
    const from = previous === null ? null : index;
    return {
      ...action,
      revision: index + 1,
      from,
      parts: writeParts(previous, items),
      ...compareLists(previous ?? [], items),
    };
  });
  const last = lists.at(-1) ?? [];
  const again = { ...records.at(-1), from: lists.length, parts: writeParts(last, last), removedNames: {} };
  return isAgain ? [...records, again] : records;
}

const list = (ids: string): readonly Item[] => [...ids].map((id) => post(id, { message: `At 7 pm, ${id}` }));
const edit = (items: readonly Item[], id: string, change: Partial<Item>): readonly Item[] =>
  items.map((item) => (item.id === id ? { ...item, ...change } : item));

describe('an entry of the history', () => {
  const later = { message: 'At 8 pm, b' };
  it.each([
    ['one added post', list('ab'), list('acb'), { position: 2, edit: null }],
    ['two added posts', list('a'), list('abc'), { position: null, edit: null }],
    ['one added and one removed post', list('ab'), list('ac'), { position: null, edit: null }],
    ['one added and one edited post', list('ab'), edit(list('abc'), 'b', later), { position: null, edit: null }],
    ['one removed post', list('ab'), list('a'), { position: null, edit: null }],
    ['one moved post', list('abc'), list('cab'), { position: null, edit: null }],
    [
      'one edited post',
      list('abc'),
      edit(list('abc'), 'b', later),
      { position: null, edit: { before: 'At 7 pm…', after: 'At 8 pm…' } },
    ],
    [
      'one post with another name and text',
      list('ab'),
      edit(list('ab'), 'b', { ...later, fullName: 'Bo' }),
      { position: null, edit: { before: 'At 7 pm…', after: 'At 8 pm…' } },
    ],
    [
      'one post with another name',
      list('ab'),
      edit(list('ab'), 'b', { fullName: 'Bo' }),
      { position: null, edit: null },
    ],
    ['one edited and moved post', list('abc'), edit(list('bac'), 'b', later), { position: null, edit: null }],
    ['no change', list('ab'), list('ab'), { position: null, edit: null }],
  ])('with %s has its position or its changed words', (_, before, after, expected) => {
    for (const isAgain of [false, true])
      expect(readEntries(recordsOf([before, after], isAgain)).at(-1)).toMatchObject(expected);
  });

  it('that begins a file has no changed words, because the list before it is in another file', () => {
    const [, second] = recordsOf([list('ab'), edit(list('ab'), 'b', later)]);
    const items = edit(list('ab'), 'b', later);
    const record = { ...(second as object), from: null, parts: writeParts(null, items), removedNames: {} };
    expect(readEntries([record])).toMatchObject([{ revision: 2, position: null, edit: null }]);
  });

  it('is recorded again without what can be read from the lists', () => {
    const [entry] = readEntries(recordsOf([list('a')]));
    expect(entry).toMatchObject({ position: 1 });
    if (entry !== undefined) expect(Object.keys(asRecorded(entry))).not.toContain('position');
  });
});
