/** Tests that a second press names what goes on air otherwise than the rows show it, because the held list has an earlier version. */
import { expect, it } from 'vitest';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import { versionOf } from '../../../src/core/guard.ts';
import { computeActionStates } from '../../../src/renderer/model/computeActionStates.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { buildLiveRows, buildStagingRows } from '../../../src/renderer/model/rows.ts';
import { posts } from '../states/posts.ts';
import { baseFeed, scenes } from '../states/show.ts';

const context = { rotation: { seconds: 8 }, rehearsal: null, isRestartShown: false, canSave: true };
const { lists: heldLists, state } = scenes.held;
const [held = baseFeed] = state.feeds;
const [block] = held.blocked;
const earlier = [posts.dealz, posts.tom];
const blocked = block === undefined ? [] : earlier.map(({ id }) => ({ ...block, itemId: id }));
const lists: FeedLists = {
  ...heldLists,
  live: heldLists.live.map((item) => earlier.find(({ id }) => id === item.id) ?? item),
  onAir: heldLists.onAir.filter((id) => id !== 'tom'),
  onAirOnly: heldLists.onAirOnly.filter(({ id }) => id !== 'tom'),
  keptOff: earlier,
  otherInLive: [],
};

function editLive(change: Partial<DeskItem>, ids = ['dealz', 'tom']): FeedLists {
  const live = lists.live.map((item) => (ids.includes(item.id) ? { ...item, ...change } : item));
  return { ...lists, live, otherInLive: ids };
}

function statesOf(shown: FeedLists, feed: Partial<typeof held> = {}) {
  const index = indexFeed({ ...held, blocked, ...feed }, shown);
  const live = buildLiveRows(index, false).filter(({ item }) => ['dealz', 'tom'].includes(item.id));
  const one = [...live, ...buildStagingRows(index, new Set())].find(({ item }) => item.id === 'dealz') ?? null;
  return {
    one: computeActionStates(index, one, [], false, context),
    several: computeActionStates(index, one, live, false, context),
  };
}

it('unblocking several posts says how many go on air in an earlier version, and quotes the first', () => {
  expect(statesOf(lists).several.unblock.confirm).toBe('Press {key} again to unblock 2 posts.');
  expect(statesOf(editLive({ message: 'Corrected' })).several.unblock.confirm).toMatch(
    /^Press \{key\} again to unblock 2 posts\. 2 posts go on air in earlier versions, not as shown\. The first is .*: “/,
  );
  expect(statesOf(editLive({ message: 'Corrected' }, ['tom'])).several.unblock.confirm).toMatch(
    /1 post goes on air in an earlier version, not as shown: Tom Okafor, “/,
  );
});

it('unblocking says that the picture on air is another one', () => {
  expect(statesOf({ ...lists, otherInLive: ['dealz'] }).one.unblock.confirm).toBe(
    'Press {key} again to put the earlier version of Ticket Hunter 24 on air, with another picture, name or date.',
  );
});

it('unblocking says nothing of a picture that is not served while its post is blocked', () => {
  const { media } = Object.values(posts).find((post) => post.media.length > 0) ?? posts.mira;
  const live = lists.live.map((item) => (item.id === 'dealz' ? { ...item, media } : item));
  expect(statesOf({ ...lists, live }).one.unblock.confirm).toBe('Press {key} again to unblock Ticket Hunter 24.');
});

it('unblocking says that live no longer has the post', () => {
  const live = lists.live.filter(({ id }) => id !== 'dealz');
  const demoted = { ...lists, live, staging: [...lists.staging, posts.dealz] };
  expect(statesOf(demoted).one.unblock.confirm).toMatch(
    /again to put Ticket Hunter 24 on air, which is no longer in live: “LAST 40 wristbands/,
  );
});

it('unblocking puts nothing on air that a guard keeps off', () => {
  const guards = { words: ['wristbands'], authors: [], allowed: [], passes: [], version: 1 };
  expect(statesOf(editLive({ message: 'Corrected' }), { guards }).one.unblock.confirm).toBe(
    'Press {key} again to unblock Ticket Hunter 24.',
  );
});

it('allowing says that the picture on air is another one, and allows no other text than that shown', () => {
  const guarded = { blocked: [], guarded: [{ itemId: 'dealz', by: 'word', rule: 'wristbands' }] } as const;
  const withPicture = statesOf(editLive({ avatarUrl: '/media/new.png' }), guarded);
  expect(withPicture.one.allow.confirm).toContain('to put the earlier version of Ticket Hunter 24 on air');
  expect(withPicture.several.allow.confirm).toContain('1 post goes on air in an earlier version, not as shown');
  expect(statesOf(editLive({ message: 'Corrected' }), guarded).one.allow.confirm).toBe(
    'Press {key} again to allow Ticket Hunter 24 on air.',
  );
});

it('a press that is armed counts only for the versions that it named', () => {
  const [before, after] = [statesOf(lists), statesOf(editLive({ avatarUrl: '/media/new.png' }))];
  expect(after.one.unblock.target).not.toBe(before.one.unblock.target);
  expect(after.several.unblock.target).not.toBe(before.several.unblock.target);
  expect(after.one.unblock.command?.input).toMatchObject({ seenText: versionOf(posts.dealz) });
});
