/** Tests the state of every key: enabled or why not, note, second press and command. */
import { describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { actionStatesOf } from '../../../src/renderer/show/actionStates.ts';
import { indexFeed } from '../../../src/renderer/show/feedIndex.ts';
import { buildLiveRows } from '../../../src/renderer/show/rows.ts';
import { baseFeed, type SceneName, scenes } from '../../../src/renderer/states/show.ts';

const context = { rotation: { seconds: 8 }, rehearsal: null };

function actionStatesIn(name: SceneName, selectedId: string | null) {
  const { state, lists } = scenes[name];
  const index = indexFeed(state.feeds[0] ?? baseFeed, lists);
  const selected = buildLiveRows(index, false).find((row) => row.item.id === selectedId) ?? null;
  return actionStatesOf(index, selected, false, context);
}

describe('the gate keys', () => {
  it('say why they are disabled while following', () => {
    const offers = actionStatesIn('following', null);
    expect(offers.hold.disabledReason).toBeNull();
    expect(offers.release.disabledReason).toBe('following live');
    expect(offers.takeAll.disabledReason).toBe('no changes');
    expect(offers.back.disabledReason).toBe('nothing to undo');
  });

  it('send the displayed live version', () => {
    const offers = actionStatesIn('held', null);
    expect(offers.takeAll.command).toEqual({ name: 'take', input: { feed: 'main', liveVersion: 58, only: null } });
    expect(offers.takeRemovals.command).toEqual({
      name: 'take',
      input: { feed: 'main', liveVersion: 58, only: 'removals' },
    });
    expect(offers.release.command).toEqual({ name: 'release', input: { feed: 'main', liveVersion: 58 } });
    expect(offers.takeAll.note).toBe('+2 −1 ±1, stays held');
  });

  it('count only what a take would change, without guarded posts', () => {
    const offers = actionStatesIn('held-guarded', null);
    expect(offers.takeAll.disabledReason).toBe('only guarded posts');
    expect(offers.release.note).toBe('follow live');
    // A post on air that became guarded by an edit goes off with a take.
    const { state, lists } = scenes.held;
    const feed = state.feeds[0] ?? baseFeed;
    const nowGuarded = {
      ...feed,
      guarded: ['chidi', 'tom'].map((itemId) => ({ itemId, by: 'word' as const, rule: 'x' })),
    };
    expect(actionStatesOf(indexFeed(nowGuarded, lists), null, false, context).takeAll.note).toBe('+1 −2, stays held');
  });

  it('need a second press for Clear and Back', () => {
    expect(actionStatesIn('following', null).clear.confirm).toBe(
      'Press {key} again within 2 seconds to clear all 6 posts.',
    );
    expect(actionStatesIn('cleared', null).back.confirm).toBe('Press {key} again to put revision 128 back on air.');
  });

  it('name the revision that Back restores, and none when nothing was on air', () => {
    const { state, lists } = scenes.cleared;
    const offersBack = (beforeClear: DeskFeed['beforeClear']) =>
      actionStatesOf(indexFeed({ ...(state.feeds[0] ?? baseFeed), beforeClear }, lists), null, false, context).back;
    expect(offersBack({ revision: 41, posts: 6 }).note).toBe('revision 41, held');
    expect(offersBack({ revision: null, posts: 0 })).toMatchObject({
      note: 'nothing on air, held',
      confirm: 'Press {key} again to hold. Nothing was on air before the clear.',
    });
    expect(offersBack({ revision: null, posts: 2 })).toMatchObject({
      note: '2 on air, held',
      confirm: 'Press {key} again to put 2 posts on air. They were kept off before the clear.',
    });
  });

  it('say how many posts would go on air after a clear', () => {
    expect(actionStatesIn('cleared', null).takeAll.note).toBe('6 on air, held');
  });

  it('acknowledge a restart, and only a restart', () => {
    expect(actionStatesIn('restored', null).seen.command).toEqual({ name: 'seen', input: { feed: 'main' } });
    expect(actionStatesIn('held', null).seen.disabledReason).toBe('nothing to acknowledge');
  });

  it('acknowledge a restart when the gate is already in their state, and do nothing else', () => {
    const { state, lists } = scenes.restored;
    const restored = (gate: DeskFeed['gate']) =>
      actionStatesOf(indexFeed({ ...(state.feeds[0] ?? baseFeed), gate }, lists), null, false, context);
    const seen = { name: 'seen', input: { feed: 'main' } };
    expect(restored('held').hold).toMatchObject({ reason: null, sending: { name: 'hold' } });
    // Another desk may have changed the gate, so one press must not clear or release.
    expect(restored('cleared').clear).toMatchObject({ reason: null, confirm: null, sending: seen });
    expect(restored('following').release).toMatchObject({ reason: null, sending: seen });
  });

  it('are all disabled without a connection', () => {
    expect(
      Object.values(actionStatesOf(null, null, false, context)).every(
        (offer) => offer.disabledReason === 'not connected' && offer.command === null,
      ),
    ).toBe(true);
  });
});

describe('the play head’s keys', () => {
  it('cue the first post by index, and are disabled while nothing is on air', () => {
    expect(actionStatesIn('following', null).first.command).toEqual({
      name: 'cue',
      input: { feed: 'main', itemId: null, index: 0 },
    });
    expect(actionStatesIn('cleared', null).first.disabledReason).toBe('nothing on air');
  });

  it('send only their own setting, and say when the rotation does not loop', () => {
    const { state, lists } = scenes.following;
    const offersWith = (head: object) => {
      const feed = { ...baseFeed, playHead: { ...baseFeed.playHead, ...head } };
      return actionStatesOf(
        indexFeed({ ...(state.feeds[0] ?? feed), playHead: feed.playHead }, lists),
        null,
        false,
        context,
      );
    };
    const unchanged = { feed: 'main', seconds: 'same', byLength: null, loop: null, skipUsed: null };
    expect(offersWith({ loop: false }).rotate.command).toEqual({
      name: 'rotate',
      input: { ...unchanged, seconds: null },
    });
    const off = offersWith({ rotateSeconds: null, loop: false }).rotate;
    expect(off).toMatchObject({ note: 'every 8 s, no loop', sending: { input: { ...unchanged, seconds: 8 } } });
    expect(offersWith({ rotateSeconds: null, loop: true }).rotate.note).toBe('every 8 s');
    expect(offersWith({ rotateSeconds: null, loop: false }).loop.command?.input).toEqual({ ...unchanged, loop: true });
  });
});

describe('the post keys', () => {
  it('need one press to block and two to unblock', () => {
    expect(actionStatesIn('following', 'tom').block).toMatchObject({ reason: null, confirm: null, note: 'Tom Okafor' });
    expect(actionStatesIn('following', 'dealz').block.disabledReason).toBe('already blocked');
    expect(actionStatesIn('following', 'dealz').unblock.confirm).toContain('Ticket Hunter 24');
  });

  it('allow a guarded post only after a second press', () => {
    expect(actionStatesIn('guarded', 'petra').allow).toMatchObject({ reason: null, itemId: 'petra' });
    expect(actionStatesIn('guarded', 'petra').allow.confirm).not.toBeNull();
    expect(actionStatesIn('guarded', 'tom').allow.disabledReason).toBe('not guarded');
  });

  it('cue only posts on air', () => {
    expect(actionStatesIn('held', 'chidi').cue.disabledReason).toBe('not on air');
    expect(actionStatesIn('held', 'tom').cue.command).toEqual({
      name: 'cue',
      input: { feed: 'main', itemId: 'tom', index: null },
    });
  });

  it('say to select a post when none is selected', () => {
    expect(actionStatesIn('following', null).block.disabledReason).toBe('select a post');
  });
});
