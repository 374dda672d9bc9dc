import { expect, it } from 'vitest';
import { unarranged } from '../../../src/renderer/model/arrangeRows.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { countHidden, findPinned } from '../../../src/renderer/model/hiddenPosts.ts';
import { createLiveRows } from '../../../src/renderer/model/rows.ts';
import { chipsOf, describeHidden } from '../../../src/renderer/model/words/arrangement.ts';
import { baseFeed, scenes } from '../states/show.ts';

const { state, lists } = scenes.following;
const live = createLiveRows()(indexFeed(state.feeds[0] ?? baseFeed, lists), false);
const rowsOf = (...ids: readonly string[]) => live.filter(({ item }) => ids.includes(item.id));

it('says how many of the hidden posts are on air and how many are blocked', () => {
  const shown = rowsOf('tom');
  const pinned = findPinned('live', live, shown);
  expect(pinned?.item.id).toBe('omar');
  expect(describeHidden(countHidden(live, shown, pinned))).toBe('1 of 7 matches. Hidden: 4 on air, 1 blocked');
  expect(describeHidden(countHidden(live, live, null))).toBe('7 of 7 match');
  expect(describeHidden(countHidden(live, [], pinned))).toBe('0 of 7 match. Hidden: 5 on air, 1 blocked');
});

it('pins the current post only above live, and only while a filter hides it', () => {
  expect(findPinned('live', live, rowsOf('omar'))).toBeNull();
  expect(findPinned('staging', live, rowsOf('tom'))).toBeNull();
});

it('gives each choice a chip that removes it alone', () => {
  const chosen = { ...unarranged, filters: ['unused', 'withMedia'], sources: ['FACEBOOK', 'PEBBLE'] } as const;
  const chips = chipsOf({ ...chosen, scripts: ['greek'], sort: 'author' });
  expect(chips.map(({ text }) => text)).toEqual(['unused', 'with media', 'Facebook', 'PEBBLE', 'Greek', 'by author']);
  expect(chips.map(({ removal }) => removal)).toEqual([
    { filters: ['withMedia'] },
    { filters: ['unused'] },
    { sources: ['PEBBLE'] },
    { sources: ['FACEBOOK'] },
    { scripts: [] },
    { sort: 'list' },
  ]);
  expect(chipsOf(unarranged)).toEqual([]);
});
