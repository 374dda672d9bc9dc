/** Which row stands where, and what it says of itself. */
import { describe, expect, it } from 'vitest';
import type { FeedLists } from '../../../src/contract/deskState.ts';
import { indexFeed } from '../../../src/renderer/show/feedIndex.ts';
import { liveRows, movedPosts, stagingRows } from '../../../src/renderer/show/rows.ts';
import { now, posts } from '../../../src/renderer/states/posts.ts';
import { baseFeed, type Scene, type SceneName, scenes } from '../../../src/renderer/states/show.ts';

function indexOf(scene: Scene) {
  return indexFeed(scene.state.feeds[0] ?? baseFeed, scene.lists);
}

function told(name: SceneName, isCutOff = false): readonly string[] {
  return liveRows(indexOf(scenes[name]), isCutOff).map(
    ({ item, state, place }) => `${place ?? '-'} ${item.id} ${state}`,
  );
}

describe('live', () => {
  it('numbers what is on air and leaves a blocked post in its place without a number', () => {
    expect(told('following')).toEqual([
      '1 mira air',
      '2 omar now',
      '3 priya next',
      '4 tom air',
      '5 kenji air',
      '- dealz blocked',
      '6 aoife air',
    ]);
  });

  it('puts what waits after its neighbour in live, and keeps what left live where it is on air', () => {
    expect(told('held')).toEqual([
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

  it('shows the words that are on air, not those that wait', () => {
    const tom = liveRows(indexOf(scenes.held), false).find((row) => row.item.id === 'tom');
    expect(tom?.item.message).toBe(posts.tomOld.message);
  });

  it('calls nothing on air when the feed is cleared, and numbers what would be', () => {
    expect(told('cleared')).toEqual([
      '1 mira off',
      '2 omar off',
      '3 priya off',
      '4 tom off',
      '5 kenji off',
      '- dealz blocked',
      '6 aoife off',
    ]);
  });

  it('calls everything that was on air not known when the engine is lost', () => {
    expect(told('following', true).map((row) => row.split(' ')[2])).not.toContain('air');
    expect(told('following', true).map((row) => row.split(' ')[2])).not.toContain('now');
    expect(told('following', true)[1]).toBe('2 omar unknown');
  });

  it('says so when a takedown is not confirmed', () => {
    expect(told('onair-risk')).toContain('- dealz unconfirmed');
  });

  it('shows what a guard holds back as guarded', () => {
    expect(told('guarded').at(-1)).toBe('- petra guarded');
  });

  it('stays whole and quick to work out for ten thousand posts of which none is on air yet', () => {
    const live = Array.from({ length: 10_000 }, (_, k) => ({ ...posts.mira, id: `p${k}` }));
    const lists: FeedLists = { slug: 'main', staging: [], live, onAir: [], onAirOnly: [], onAirSince: '' };
    const rows = liveRows(indexFeed({ ...baseFeed, blocked: [], gate: 'held' }, lists), false);
    expect(rows).toHaveLength(10_000);
    expect(rows.at(-1)?.item.id).toBe('p9999');
  });
});

describe('staging', () => {
  it('warns of a post that a guard would hold back', () => {
    const rows = stagingRows(indexOf(scenes.trouble), new Set());
    expect(rows.map(({ item, state }) => `${item.id} ${state}`)).toContain('petra stagedGuarded');
  });

  it('leaves an empty place where a post went live from', () => {
    const index = indexOf(scenes.following);
    const moved = new Set(movedPosts(index, now).map(({ id }) => id));
    const rows = stagingRows(index, moved);
    expect(rows[2]).toMatchObject({ state: 'moved', place: null, item: { id: 'kenji' } });
    expect(rows[3]?.place).toBe(3);
  });

  it('closes the empty place after half a minute', () => {
    expect(movedPosts(indexOf(scenes.following), now + 2000)).toEqual([]);
  });
});
