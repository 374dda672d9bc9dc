import { expect, it } from 'vitest';
import { createIdSearch } from '../../src/core/idSearch.ts';

it('finds each id of a growing list, however often it is searched', () => {
  const list = ['p0', 'p1', 'p2'].map((id) => ({ id }));
  const [search, searchIds] = [createIdSearch(list), createIdSearch(list.map(({ id }) => id))];
  for (let round = 0; round < 60; round += 1) {
    const index = round % list.length;
    expect(search(`p${index}`)).toBe(index);
    expect(searchIds(`p${index % 3}`)).toBe(index % 3);
    expect(search('other')).toBe(-1);
    list.push({ id: `p${list.length}` });
    expect(search(`p${list.length - 1}`)).toBe(list.length - 1);
  }
});
