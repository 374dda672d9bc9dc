/** Tests the rows of both lists: order, state and position. */
import { describe, expect, it } from 'vitest';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import type { MeasuredFit } from '../../../src/core/fit.ts';
import { badgesOf } from '../../../src/renderer/model/badges.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import type { RowView } from '../../../src/renderer/model/rowModel.ts';
import { buildLiveRows, buildStagingRows, findMovedIds } from '../../../src/renderer/model/rows.ts';
import { causeBadgeOf } from '../../../src/renderer/screens/log/causeBadge.ts';
import { ago, now, posts } from '../states/posts.ts';
import { baseFeed, type Scene, type SceneName, scenes } from '../states/show.ts';

function indexOf(scene: Scene) {
  return indexFeed(scene.state.feeds[0] ?? baseFeed, scene.lists);
}

function rowsIn(name: SceneName, isDisconnected = false): readonly string[] {
  return buildLiveRows(indexOf(scenes[name]), isDisconnected).map(
    ({ item, state, position }) => `${position ?? '-'} ${item.id} ${state}`,
  );
}

const unmeasured = { isCompact: false, isDisconnected: false, fit: null, targets: [], isHiddenInLive: false };

describe('live', () => {
  it('numbers posts on air and keeps a blocked post in its row without a number', () => {
    expect(rowsIn('following')).toEqual([
      '1 mira air',
      '2 omar now',
      '3 priya next',
      '4 tom air',
      '5 kenji air',
      '- dealz blocked',
      '6 aoife air',
    ]);
  });

  it('puts a waiting post after the on-air post before it, and keeps a removed post at its position', () => {
    expect(rowsIn('held')).toEqual([
      '- chidi waiting',
      '1 mira air',
      '2 omar now',
      '3 priya next',
      '4 tom air',
      '- luca waiting',
      '5 kenji air',
      '- dealz blocked',
      '6 aoife leaving',
    ]);
  });

  it('marks the next post as next although it has left live, and says so too', () => {
    const { state, lists } = scenes.held;
    const feed = state.feeds[0] ?? baseFeed;
    const index = indexFeed({ ...feed, playHead: { ...feed.playHead, nextItemId: 'aoife' } }, lists);
    const row = buildLiveRows(index, false).find(({ item }) => item.id === 'aoife');
    const context = { ...unmeasured, index, airChange: null, state, nowMs: now };
    expect(row?.state).toBe('next');
    expect(row === undefined ? [] : badgesOf(row, context).map(({ text }) => text)).toContain('REMOVED FROM LIVE');
  });

  it('names the day of an edit before midnight', () => {
    const { state, lists } = scenes.held;
    const index = indexFeed(state.feeds[0] ?? baseFeed, lists);
    const row = buildLiveRows(index, false).find((found) => found.state === 'waiting');
    if (row === undefined) throw new Error('no waiting post');
    const midnight = new Date(2026, 6, 27).getTime();
    const editedAt = new Date(midnight - 5_000).toISOString();
    const item = { ...row.item, mark: { arrivedAt: null, editedAt, wentLiveAt: null, leftIndex: null } };
    const context = { ...unmeasured, index, airChange: null, state, nowMs: midnight + 5_000 };
    expect(badgesOf({ ...row, item }, context).map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^EDITED 26 \w+ 23:59$/),
    );
  });

  it('marks a waiting post as added to live only if it went live after the gate was set', () => {
    const { state, lists } = scenes.held;
    const feed = state.feeds[0] ?? baseFeed;
    const badgesOfWaiting = (gateSince: string) => {
      const index = indexFeed({ ...feed, gateSince }, lists);
      const context = { ...unmeasured, index, airChange: null, state, nowMs: now };
      const waiting = buildLiveRows(index, false).filter((row) => row.state === 'waiting');
      return waiting.map((row) => badgesOf(row, context).map(({ text }) => text));
    };
    expect(badgesOfWaiting(feed.gateSince)).toEqual([['ADDED TO LIVE'], ['ADDED TO LIVE']]);
    expect(badgesOfWaiting(ago(70))).toEqual([[], ['ADDED TO LIVE']]);
  });

  it.each([
    ['message', 'EDITED: OLD TEXT ON AIR'],
    ['fullName', 'EDITED: OLD NAME ON AIR'],
    ['media', 'EDITED: OLD VERSION ON AIR'],
  ])('says of a waiting edit of %s what is old on air', (field, badge) => {
    const { state, lists } = scenes.held;
    const feed = state.feeds[0] ?? baseFeed;
    const edited = [{ id: 'tom', fields: ['lastModifiedDate', field] }];
    const index = indexFeed({ ...feed, pending: { ...feed.pending, edited } }, lists);
    const context = { ...unmeasured, index, airChange: null, state, nowMs: now };
    const row = buildLiveRows(index, false).find(({ item }) => item.id === 'tom');
    expect(row === undefined ? [] : badgesOf(row, context).map(({ text }) => text)).toContain(badge);
  });

  it('keeps the row of a blocked post that is in no list any more until every consumer confirms', () => {
    const { state, lists } = scenes['onair-risk'];
    const feed = state.feeds[0] ?? baseFeed;
    const live = lists.live.filter(({ id }) => id !== 'dealz');
    const rows = (blocked: typeof feed.blocked) =>
      buildLiveRows(indexFeed({ ...feed, blocked }, { ...lists, live }), false).filter(
        ({ item }) => item.id === 'dealz',
      );
    const { fullName, message } = posts.dealz;
    expect(rows(feed.blocked)).toMatchObject([{ state: 'unconfirmed', item: { fullName, message, media: [] } }]);
    expect(rows(feed.blocked.map((block) => ({ ...block, waitingFor: [] })))).toEqual([]);
  });

  it('says on a row that is not on air yet that the post does not fit, the worst first', () => {
    const { state, lists } = scenes.held;
    const index = indexFeed(state.feeds[0] ?? baseFeed, lists);
    const badgesWith = (rows: readonly RowView[], id: string, fit: MeasuredFit, codec: string | null) => {
      const row = rows.find(({ item }) => item.id === id);
      if (row === undefined) throw new Error(`no row of ${id}`);
      const media = row.item.media.map((medium) => ({ ...medium, codec }));
      const context = { ...unmeasured, index, airChange: null, state, nowMs: now, fit };
      const targets = ['obs', 'casparcg'] as const;
      return badgesOf({ ...row, item: { ...row.item, mark: null, media } }, { ...context, targets }).map(
        ({ text }) => text,
      );
    };
    const whole = { itemId: '', isWholeOnCard: true, isWholeOnWall: true, isCroppedOnWall: false, missing: '' };
    const [staging, live] = [buildStagingRows(index, new Set()), buildLiveRows(index, false)];
    const onAir = live.find(({ state: rowState }) => rowState === 'air')?.item.id ?? '';
    const staged = staging.find(({ item }) => item.media.length > 0 && item.media[0]?.url !== null)?.item.id ?? '';
    expect(badgesWith(staging, staged, whole, null)).toEqual([]);
    expect(badgesWith(staging, staged, whole, 'avc1')).toEqual(['NO VIDEO']);
    expect(badgesWith(staging, staged, { ...whole, isWholeOnWall: false }, 'avc1')).toEqual(['TEXT CUT']);
    expect(badgesWith(staging, staged, { ...whole, missing: '𓀀', isCroppedOnWall: true }, null)).toEqual(['NO FONT']);
    expect(badgesWith(staging, staged, { ...whole, isCroppedOnWall: true }, null)).toEqual(['CROPPED']);
    expect(badgesWith(live, onAir, { ...whole, isWholeOnCard: false }, 'avc1')).toEqual(['USED']);
  });

  it('says first on a row that waits or is guarded that the post does not fit, and then what its state says too', () => {
    const { state, lists } = scenes.held;
    const feed = { ...(state.feeds[0] ?? baseFeed), guarded: [{ itemId: 'mira', by: 'word' as const, rule: 'quay' }] };
    const context = { ...unmeasured, index: indexFeed(feed, lists), airChange: null, state, nowMs: now };
    const fit = { itemId: '', isWholeOnCard: true, isWholeOnWall: true, isCroppedOnWall: false, missing: '𓀀' };
    const badgesIn = (rowState: RowView['state'], id: string) => {
      const row = buildLiveRows(context.index, false).find(({ item }) => item.id === id);
      if (row === undefined) throw new Error(`no row of ${id}`);
      return badgesOf({ ...row, state: rowState }, { ...context, fit }).map(({ text }) => text);
    };
    expect(badgesIn('waiting', 'luca')).toEqual(['NO FONT', 'ADDED TO LIVE']);
    expect(badgesIn('guarded', 'mira').slice(0, 2)).toEqual(['NO FONT', '“quay”']);
    expect(badgesIn('stagedGuarded', 'mira').slice(0, 2)).toEqual(['NO FONT', '“quay”']);
    // Its state does not say that it is blocked.
    expect(badgesIn('off', 'dealz')).toEqual(['BLOCKED BY YOU 20:37:15', 'NO FONT']);
  });

  it('names the whole desk that acted, so that no two desks look the same', () => {
    const { state, lists } = scenes.following;
    const feed = state.feeds[0] ?? baseFeed;
    const badgesBy = (by: string, you: string) => {
      const blocked = feed.blocked.map((block) => ({ ...block, by, since: '2026-11-20T20:41:33.000Z' }));
      const change = { onAirCause: 'operator', onAirBy: by, onAirSince: ago(1) } as const;
      const index = indexFeed({ ...feed, ...change, blocked }, lists);
      const { onAirSince: at } = change;
      const on = [{ id: 'mira', name: 'Mira', position: 1, isFromStaging: false, at, by }];
      const airChange = { ...{ at, beganAt: at, isInferred: false, on }, off: [], edited: [], isReordered: false };
      const context = {
        ...{ index, airChange, nowMs: now },
        state: { ...state, you },
        ...unmeasured,
      };
      const rows = buildLiveRows(index, false).filter(({ item }) => item.id === 'mira' || item.id === 'dealz');
      const texts = rows.flatMap((row) => badgesOf(row, context).map(({ text }) => text));
      return texts.filter((text) => text.startsWith('BY')).map((text) => text.replace(/ [0-9:]{8}$/, ''));
    };
    expect(badgesBy('Desk 4', 'Desk')).toEqual(['BY DESK 4', 'BY DESK 4']);
    expect(badgesBy('Gallery B', 'Gallery A')).toEqual(['BY GALLERY B', 'BY GALLERY B']);
    expect(badgesBy('Desk 4', 'Desk 4')).toEqual(['BY YOU']);
    expect(causeBadgeOf('operator', 'Desk 10', false).text).toBe('DESK 10');
  });

  it('shows the text on air, not the waiting edit', () => {
    const tom = buildLiveRows(indexOf(scenes.held), false).find((row) => row.item.id === 'tom');
    expect(tom?.item.message).toBe(posts.tomOld.message);
  });

  it('shows every post as off air when cleared, and numbers the posts that would be on air', () => {
    expect(rowsIn('cleared')).toEqual([
      '1 mira off',
      '2 omar off',
      '3 priya off',
      '4 tom off',
      '5 kenji off',
      '- dealz blocked',
      '6 aoife off',
    ]);
  });

  it('shows posts on air as unknown without a connection', () => {
    expect(rowsIn('following', true).map((row) => row.split(' ')[2])).not.toContain('air');
    expect(rowsIn('following', true).map((row) => row.split(' ')[2])).not.toContain('now');
    expect(rowsIn('following', true)[1]).toBe('2 omar unknown');
  });

  it('marks a block that is not confirmed', () => {
    expect(rowsIn('onair-risk')).toContain('- dealz unconfirmed');
  });

  it('marks a guarded post', () => {
    expect(rowsIn('guarded').at(-1)).toBe('- petra guarded');
  });

  it('handles ten thousand posts when none is on air', () => {
    const live = Array.from({ length: 10_000 }, (_, index) => ({ ...posts.mira, id: `p${index}` }));
    const lists: FeedLists = {
      slug: 'main',
      staging: [],
      live,
      onAir: [],
      onAirOnly: [],
      keptOff: [],
      otherInLive: [],
      onAirSince: '',
    };
    const rows = buildLiveRows(indexFeed({ ...baseFeed, blocked: [], gate: 'held' }, lists), false);
    expect(rows).toHaveLength(10_000);
    expect(rows.at(-1)?.item.id).toBe('p9999');
  });
});

describe('staging', () => {
  it('marks a post that a guard would keep off air', () => {
    const rows = buildStagingRows(indexOf(scenes.trouble), new Set());
    expect(rows.map(({ item, state }) => `${item.id} ${state}`)).toContain('petra stagedGuarded');
  });

  it('leaves an empty slot where a post went live', () => {
    const index = indexOf(scenes.following);
    const moved = new Set(findMovedIds(index, now));
    const rows = buildStagingRows(index, moved);
    expect(rows[2]).toMatchObject({ state: 'moved', position: null, item: { id: 'kenji' } });
    expect(rows[3]?.position).toBe(3);
  });

  it.each([
    [['s1', 's2'], 's1 s2 s3 s4'],
    [['s2', 's1'], 's1 s2 s3 s4'],
    [['s3', 's1', 's2'], 's1 s2 s3 s4'],
    [['s1', 's4', 's2'], 's1 s2 s3 s4'],
  ])('keeps the slots of %j, which went live one after another, in the order of the posts', (departures, expected) => {
    const [template] = indexOf(scenes.following).lists.live;
    let staging = ['s1', 's2', 's3', 's4'];
    const live = departures.map((id, order): DeskItem => {
      const leftIndex = staging.indexOf(id);
      staging = staging.filter((other) => other !== id);
      const wentLiveAt = new Date(now - 20_000 + order * 1000).toISOString();
      return { ...(template as DeskItem), id, mark: { arrivedAt: null, editedAt: null, wentLiveAt, leftIndex } };
    });
    const staged = staging.map((id) => ({ ...(template as DeskItem), id, mark: null }));
    const { feed, lists } = indexOf(scenes.following);
    const index = indexFeed(feed, { ...lists, staging: staged, live });
    const rows = buildStagingRows(index, new Set(departures));
    expect(rows.map(({ item }) => item.id).join(' ')).toBe(expected);
  });

  it('closes the empty slot after 30 s', () => {
    expect(findMovedIds(indexOf(scenes.following), now + 2000)).toEqual([]);
  });
});
