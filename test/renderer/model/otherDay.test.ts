/** Tests that the desk names the day of a time that was not today. */
import { expect, it } from 'vitest';

import { badgesOf } from '../../../src/renderer/model/badges.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { createLiveRows } from '../../../src/renderer/model/rows.ts';
import { describeCleared } from '../../../src/renderer/model/words/cleared.ts';
import { describeRestart } from '../../../src/renderer/model/words/restart.ts';
import { buildStripFacts } from '../../../src/renderer/model/words/stripFacts.ts';
import { describeConfirmation } from '../../../src/renderer/model/words/takedown.ts';
import { detailFactsOf } from '../../../src/renderer/screens/panels/postFacts.ts';
import { at, now, posts } from '../states/posts.ts';
import { baseFeed, baseLists, baseState, scenes } from '../states/show.ts';

const nextDay = now + 86_400_000;
const block = {
  itemId: posts.mira.id,
  post: null,
  reason: null,
  since: at('20:42:07'),
  by: 'Ines',
  saved: true,
  confirmedOffAirAt: at('20:42:08'),
  confirmedOffAirBy: null,
  confirmedInMs: null,
  waitingFor: [],
};

it.each([
  [now, '20:42:07', '20:42:08', '20:42:37'],
  [nextDay, '20 Nov 20:42', '20 Nov 20:42', '20 Nov 20:42'],
])('a time has its day only on another day (at %s)', (nowMs, time, confirmed, restarted) => {
  const { state } = scenes.restored;
  const restored = { ...(state.feeds[0] ?? baseFeed), onAirSince: at('20:42:07') };
  expect(buildStripFacts(state, restored, nowMs).revision.note).toBe(`Since ${time}, before the restart`);
  expect(describeRestart(state, restored, nowMs)).toBe(`Greenroom restarted at ${restarted}.`);
  expect(describeCleared({ ...restored, gateSince: at('20:42:07') }, baseState, nowMs)).toContain(time);
  expect(describeConfirmation(block, nowMs)).toBe(`Confirmed off air at ${confirmed}`);

  const feed = { ...baseFeed, blocked: [block] };
  const index = indexFeed(feed, baseLists);
  const row = createLiveRows()(index, false).find(({ item }) => item.id === posts.mira.id);
  if (row === undefined) throw new Error('the post is not in the list');
  const context = { airChange: null, index, state, nowMs, isCompact: false, isDisconnected: false, fit: null };
  expect(badgesOf(row, { ...context, targets: [], isHiddenInLive: false })[0]).toMatchObject({
    text: expect.stringContaining(`BY INES ${time.toUpperCase()}`),
    spoken: expect.stringContaining(`by Ines at ${time}`),
  });
  expect(new Map(detailFactsOf(row, index, null, {}, [], nowMs)).get('Blocked')).toEqual([
    `since ${time}. Confirmed off air at ${confirmed}`,
  ]);
});
