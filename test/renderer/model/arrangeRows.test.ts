import { expect, it } from 'vitest';
import {
  type Arrangement,
  arrangeRows,
  isArranged,
  unarranged as plain,
} from '../../../src/renderer/model/arrangeRows.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { buildStagingRows } from '../../../src/renderer/model/rows.ts';
import { now } from '../states/posts.ts';
import { baseFeed, scenes } from '../states/show.ts';

const { state, lists } = scenes.following;
const index = indexFeed(state.feeds[0] ?? baseFeed, lists);
const rows = buildStagingRows(index, new Set());
const idsWith = (change: Partial<Arrangement>) =>
  arrangeRows(rows, { ...plain, ...change }, index, now).map(({ item }) => item.id);

it('returns the same rows while nothing is chosen', () => {
  expect(arrangeRows(rows, plain, index, now)).toBe(rows);
  expect(isArranged(plain)).toBe(false);
});

it('filters by media and by the script of the text', () => {
  expect(idsWith({ filters: ['withMedia'] })).not.toContain('petra');
  expect(idsWith({ filters: ['withMedia'] })).toContain('luca');
  const live = buildStagingRows(indexFeed(baseFeed, { ...lists, staging: lists.live }), new Set());
  const scriptOf = (...scripts: Arrangement['scripts']) =>
    arrangeRows(live, { ...plain, scripts }, index, now).map(({ item }) => item.id);
  expect(scriptOf('arabic')).toEqual(['omar']);
  expect(scriptOf('devanagari')).toEqual(['priya']);
  expect(scriptOf('japanese')).toEqual(['kenji']);
  expect(scriptOf('japanese', 'arabic')).toEqual(['omar', 'kenji']);
});

it('shows the posts of any chosen source that match every chosen filter and the search', () => {
  const sourceOf = (id: string) => rows.find(({ item }) => item.id === id)?.item.source;
  const ofTwo = idsWith({ sources: ['INSTAGRAM', 'PEBBLE'] });
  expect(new Set(ofTwo.map(sourceOf))).toEqual(new Set(['INSTAGRAM', 'PEBBLE']));
  const withMedia = idsWith({ filters: ['withMedia'] });
  const both = idsWith({ sources: ['INSTAGRAM', 'PEBBLE'], filters: ['withMedia', 'unused'] });
  expect(both).toEqual(ofTwo.filter((id) => withMedia.includes(id)));
  expect(both.length).toBeLessThan(withMedia.length);
  expect(idsWith({ sources: ['INSTAGRAM', 'PEBBLE'], filters: ['withMedia'], search: 'ingrid' })).toEqual(['ingrid']);
  expect(idsWith({ filters: ['withMedia', 'blocked'] })).toEqual([]);
});

it('sorts by time, author and source, with posts without an author last', () => {
  const newest = idsWith({ sort: 'newest' });
  const times = newest.map((id) => Date.parse(rows.find(({ item }) => item.id === id)?.item.publishedAt ?? ''));
  expect(times).toEqual([...times].sort((a, b) => b - a));
  expect(idsWith({ sort: 'oldest' })).not.toEqual(newest);
  const byAuthor = idsWith({ sort: 'author' });
  expect(byAuthor.at(-1)).toBe('unnamed');
  expect(byAuthor.slice(0, 3)).toEqual(['chidi', 'ingrid', 'joonas']);
  expect(new Set(idsWith({ sort: 'source' }))).toEqual(new Set(idsWith({})));
});

it('sorts an edited name into the kept order, with equal names in the order of the list', () => {
  const named = (names: readonly (string | null)[]) =>
    rows.slice(0, names.length).map((row, at) => ({ ...row, item: { ...row.item, fullName: names[at] ?? null } }));
  const namesByAuthor = (names: readonly (string | null)[]) =>
    arrangeRows(named(names), { ...plain, sort: 'author' }, index, now).map(({ item }) => item.fullName);
  expect(namesByAuthor(['Zoe 10', null, 'ana', 'Ana', ''])).toEqual(['', 'ana', 'Ana', 'Zoe 10', null]);
  expect(namesByAuthor(['Zoe 9', null, 'Ana', 'ana', 'Zoe 10'])).toEqual(['Ana', 'ana', 'Zoe 9', 'Zoe 10', null]);
  expect(namesByAuthor(['Bo', null, 'ÁnA', 'ana', 'Zoe 10'])).toEqual(['ÁnA', 'ana', 'Bo', 'Zoe 10', null]);
});
