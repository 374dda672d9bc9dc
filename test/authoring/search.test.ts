import { describe, expect, it } from 'vitest';
import { findDuplicates } from '../../src/authoring/state/duplicates.ts';
import { findMatches, findNext } from '../../src/authoring/state/search.ts';
import type { ContentItem } from '../../src/core/serviceDocument.ts';
import { contentItem } from './contentItem.ts';

const post = (id: string, fields: Partial<ContentItem> = {}): ContentItem =>
  contentItem(id, { fullName: 'Mira Solberg', message: `Text of ${id}`, ...fields });

describe('the search of both lists', () => {
  const lists = {
    staging: [post('a', { message: 'Straße am Hafen' }), post('b', { username: 'harbour_cam', fullName: null })],
    live: [post('c', { source: 'PEBBLE' }), post('d', { fullName: 'Ana' })],
  };

  it('finds text, names, usernames and sources in any case, staging first', () => {
    expect(findMatches(lists, ' strasse ')).toEqual(['a']);
    expect(findMatches(lists, 'HARBOUR_')).toEqual(['b']);
    expect(findMatches(lists, 'pebble')).toEqual(['c']);
    expect(findMatches(lists, 'text of')).toEqual(['b', 'c', 'd']);
    expect(findMatches(lists, '  ')).toEqual([]);
  });

  it('goes round, from the selected post or from an end', () => {
    expect(findNext(['a', 'c'], null, 1)).toBe('a');
    expect(findNext(['a', 'c'], 'b', -1)).toBe('c');
    expect(findNext(['a', 'c'], 'a', 1)).toBe('c');
    expect(findNext(['a', 'c'], 'c', 1)).toBe('a');
    expect(findNext([], 'a', 1)).toBeNull();
  });
});

describe('duplicates', () => {
  it('are the same text by the same author, each with the next one', () => {
    const text = { message: ' Hello  ' };
    const lists = {
      staging: [post('a', text), post('b', { message: 'hello', fullName: 'MIRA SOLBERG' })],
      live: [
        post('c', text),
        post('d', { ...text, fullName: 'Ana' }),
        post('e', { message: '' }),
        post('f', { message: '' }),
      ],
    };
    expect([...findDuplicates(lists)]).toEqual([
      ['a', { itemId: 'b', list: 'staging', index: 1 }],
      ['b', { itemId: 'c', list: 'live', index: 0 }],
      ['c', { itemId: 'a', list: 'staging', index: 0 }],
    ]);
  });
});
