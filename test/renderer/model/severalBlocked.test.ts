/** Tests how the desk says that several posts were blocked with one press. */
import { expect, test } from 'vitest';
import { announcementOf } from '../../../src/renderer/model/words/announcement.ts';
import { describeBlocked } from '../../../src/renderer/model/words/takedown.ts';
import { at, now } from '../states/posts.ts';
import { baseFeed, scenes } from '../states/show.ts';

const confirmed = { by: 'Marit', saved: true, waitingFor: [], confirmedOffAirBy: null, confirmedInMs: 40 };

function blocksAt(times: readonly string[]) {
  const [block] = scenes['onair-risk'].state.feeds[0]?.blocked ?? [];
  if (block === undefined) throw new Error('The scene has no block');
  return times.map((time, index) => ({
    ...{ ...block, ...confirmed, itemId: `p${index}`, since: at(time), confirmedOffAirAt: at(time) },
  }));
}

function announced(blocked: ReturnType<typeof blocksAt>): string {
  const feed = { ...baseFeed, blocked };
  return announcementOf({
    ...{ state: { ...scenes.following.state, problems: [] }, feed, nowMs: now, armed: null, notice: null, done: null },
    ...{ airChange: null, arrivals: null, nameOfPost: (id) => id, isInLive: () => true, hasPost: () => true },
  }).rest;
}

test('the announcer counts the other posts of the press', () => {
  expect(announced(blocksAt(['20:42:40', '20:42:40', '20:42:40']))).toMatch(/^Blocked: .*p0.*, and 2 more\./);
  expect(announced(blocksAt(['20:42:40', '20:42:30']))).not.toContain('more');
});

test('a desk that blocked several posts has their count as its last action', () => {
  const action = { verb: 'block', only: null, at: at('20:42:40'), outcome: 'done' } as const;
  const blocked = blocksAt(['20:42:40', '20:42:40', '20:42:10']);
  expect(describeBlocked({ blocked }, 'Marit', action)).toBe('blocked 2 posts');
  expect(describeBlocked({ blocked }, 'Ines', action)).toBeNull();
  expect(describeBlocked({ blocked }, 'Marit', { ...action, verb: 'unblock' })).toBeNull();
});
