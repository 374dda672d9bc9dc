/** What each key would do, and why it rests. */
import { describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { indexFeed } from '../../../src/renderer/show/feedIndex.ts';
import { offersOf } from '../../../src/renderer/show/offers.ts';
import { liveRows } from '../../../src/renderer/show/rows.ts';
import { baseFeed, type SceneName, scenes } from '../../../src/renderer/states/show.ts';

const beside = { rotation: { seconds: 8 }, rehearsal: null };

function offersIn(name: SceneName, selectedId: string | null) {
  const { state, lists } = scenes[name];
  const index = indexFeed(state.feeds[0] ?? baseFeed, lists);
  const selected = liveRows(index, false).find((row) => row.item.id === selectedId) ?? null;
  return offersOf(index, selected, false, beside);
}

describe('the gate’s keys', () => {
  it('rest with their reason while following', () => {
    const offers = offersIn('following', null);
    expect(offers.hold.reason).toBeNull();
    expect(offers.release.reason).toBe('following now');
    expect(offers.takeAll.reason).toBe('nothing waits');
    expect(offers.back.reason).toBe('nothing was cleared');
  });

  it('carry the version of live that was shown', () => {
    const offers = offersIn('held', null);
    expect(offers.takeAll.sending).toEqual({ name: 'take', input: { feed: 'main', liveVersion: 58, only: null } });
    expect(offers.takeRemovals.sending).toEqual({
      name: 'take',
      input: { feed: 'main', liveVersion: 58, only: 'removals' },
    });
    expect(offers.release.sending).toEqual({ name: 'release', input: { feed: 'main', liveVersion: 58 } });
    expect(offers.takeAll.note).toBe('+2 −1 ±1, then hold');
  });

  it('count what a take would put on air or take off, and promise nothing of what a guard holds', () => {
    const offers = offersIn('held-guarded', null);
    expect(offers.takeAll.reason).toBe('only guarded');
    expect(offers.release.note).toBe('follow again');
    // What was reworded so that a guard holds it goes off with a take.
    const { state, lists } = scenes.held;
    const feed = state.feeds[0] ?? baseFeed;
    const caught = { ...feed, guarded: ['chidi', 'tom'].map((itemId) => ({ itemId, by: 'word' as const, rule: 'x' })) };
    expect(offersOf(indexFeed(caught, lists), null, false, beside).takeAll.note).toBe('+1 −2, then hold');
  });

  it('ask twice before everything goes off, and before it comes back', () => {
    expect(offersIn('following', null).clear.confirm).toBe(
      'Press {key} again within 2 seconds to take all 6 posts off air.',
    );
    expect(offersIn('cleared', null).back.confirm).toBe('Press {key} again to put revision 128 on air.');
  });

  it('name the revision that Back brings, and none where nothing was on air', () => {
    const { state, lists } = scenes.cleared;
    const offersBack = (beforeClear: DeskFeed['beforeClear']) =>
      offersOf(indexFeed({ ...(state.feeds[0] ?? baseFeed), beforeClear }, lists), null, false, beside).back;
    expect(offersBack({ revision: 41, posts: 6 }).note).toBe('revision 41, held');
    expect(offersBack({ revision: null, posts: 0 })).toMatchObject({
      note: 'nothing was on, held',
      confirm: 'Press {key} again to hold. Nothing was on air before the clear, and Back puts nothing on.',
    });
    expect(offersBack({ revision: null, posts: 2 })).toMatchObject({
      note: '2 on air, held',
      confirm: 'Press {key} again to put 2 posts on air that were kept off before the clear.',
    });
  });

  it('say how many would go on air after a clear', () => {
    expect(offersIn('cleared', null).takeAll.note).toBe('6 on air, then hold');
  });

  it('say that somebody looked after a restart, and only then', () => {
    expect(offersIn('restored', null).seen.sending).toEqual({ name: 'seen', input: { feed: 'main' } });
    expect(offersIn('held', null).seen.reason).toBe('looked at already');
  });

  it('count as having looked after a restart where the gate stands so already, and can do nothing else', () => {
    const { state, lists } = scenes.restored;
    const restored = (gate: DeskFeed['gate']) =>
      offersOf(indexFeed({ ...(state.feeds[0] ?? baseFeed), gate }, lists), null, false, beside);
    const seen = { name: 'seen', input: { feed: 'main' } };
    expect(restored('held').hold).toMatchObject({ reason: null, sending: { name: 'hold' } });
    // By now another desk may have turned the gate: one press of these must neither clear nor release it.
    expect(restored('cleared').clear).toMatchObject({ reason: null, confirm: null, sending: seen });
    expect(restored('following').release).toMatchObject({ reason: null, sending: seen });
  });

  it('all rest without an engine', () => {
    expect(
      Object.values(offersOf(null, null, false, beside)).every(
        (offer) => offer.reason === 'no engine' && offer.sending === null,
      ),
    ).toBe(true);
  });
});

describe('the keys of the play head', () => {
  it('go to the first post by its place, and rest while nothing is on air', () => {
    expect(offersIn('following', null).first.sending).toEqual({
      name: 'cue',
      input: { feed: 'main', itemId: null, index: 0 },
    });
    expect(offersIn('cleared', null).first.reason).toBe('nothing on air');
  });

  it('leave what they are not about as it is, and say where the rotation ends', () => {
    const { state, lists } = scenes.following;
    const offersWith = (head: object) => {
      const feed = { ...baseFeed, playHead: { ...baseFeed.playHead, ...head } };
      return offersOf(indexFeed({ ...(state.feeds[0] ?? feed), playHead: feed.playHead }, lists), null, false, beside);
    };
    const asItIs = { feed: 'main', seconds: 'same', byLength: null, loop: null, skipUsed: null };
    expect(offersWith({ loop: false }).rotate.sending).toEqual({
      name: 'rotate',
      input: { ...asItIs, seconds: null },
    });
    const off = offersWith({ rotateSeconds: null, loop: false }).rotate;
    expect(off).toMatchObject({ note: 'every 8 s to the end', sending: { input: { ...asItIs, seconds: 8 } } });
    expect(offersWith({ rotateSeconds: null, loop: true }).rotate.note).toBe('every 8 s');
    expect(offersWith({ rotateSeconds: null, loop: false }).loop.sending?.input).toEqual({ ...asItIs, loop: true });
  });
});

describe('the keys of a post', () => {
  it('need one press to block and two to unblock', () => {
    expect(offersIn('following', 'tom').block).toMatchObject({ reason: null, confirm: null, note: 'Tom Okafor' });
    expect(offersIn('following', 'dealz').block.reason).toBe('blocked already');
    expect(offersIn('following', 'dealz').unblock.confirm).toContain('Ticket Hunter 24');
  });

  it('let a guarded post go only after a second press', () => {
    expect(offersIn('guarded', 'petra').allow).toMatchObject({ reason: null, itemId: 'petra' });
    expect(offersIn('guarded', 'petra').allow.confirm).not.toBeNull();
    expect(offersIn('guarded', 'tom').allow.reason).toBe('not guarded');
  });

  it('cue only what is on air', () => {
    expect(offersIn('held', 'chidi').cue.reason).toBe('not on air');
    expect(offersIn('held', 'tom').cue.sending).toEqual({
      name: 'cue',
      input: { feed: 'main', itemId: 'tom', index: null },
    });
  });

  it('ask for a post when none is chosen', () => {
    expect(offersIn('following', null).block.reason).toBe('select a post');
  });
});
