/** Tests the state of every key: enabled or why not, note, second press and command. */
import { describe, expect, it } from 'vitest';
import type { Commands } from '../../../src/contract/commands.ts';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { versionOf } from '../../../src/core/guard.ts';
import { computeActionStates } from '../../../src/renderer/model/computeActionStates.ts';
import { indexFeed } from '../../../src/renderer/model/feedIndex.ts';
import { buildLiveRows } from '../../../src/renderer/model/rows.ts';
import { baseFeed, type SceneName, scenes } from '../states/show.ts';

const context = { rotation: { seconds: 8 }, rehearsal: null, isRestartShown: false, canSave: true };

function actionStatesIn(name: SceneName, selectedId: string | null) {
  const { state, lists } = scenes[name];
  const index = indexFeed(state.feeds[0] ?? baseFeed, lists);
  const selected = buildLiveRows(index, false).find((row) => row.item.id === selectedId) ?? null;
  return computeActionStates(index, selected, [], false, { ...context, isRestartShown: name === 'restored' });
}

describe('the gate keys', () => {
  it('say why they are disabled while following', () => {
    const states = actionStatesIn('following', null);
    expect(states.hold.disabledReason).toBeNull();
    expect(states.release.disabledReason).toBe('already following live');
    expect([states.takeAll.disabledReason, states.takeAll.note]).toEqual(['nothing is waiting', 'no changes']);
    expect(states.back.disabledReason).toBe('nothing to undo');
  });

  it('say that posts wait while the state can’t be saved, not that nothing is waiting', () => {
    const { state, lists } = scenes.following;
    for (const gate of ['following', 'held'] as const) {
      const index = indexFeed({ ...(state.feeds[0] ?? baseFeed), gate }, lists);
      const { takeAll } = computeActionStates(index, null, [], false, { ...context, canSave: false });
      expect(takeAll.disabledReason).toBe('state can’t be saved, so added and edited posts wait');
    }
  });

  it('say why nothing is waiting while the service has not confirmed live', () => {
    const { state, lists } = scenes.following;
    const reasonWith = (freshness: DeskFeed['freshness']) => {
      const index = indexFeed({ ...(state.feeds[0] ?? baseFeed), freshness }, lists);
      return computeActionStates(index, null, [], false, context).takeAll.disabledReason;
    };
    expect(reasonWith('fresh')).toBe('nothing is waiting');
    for (const freshness of ['stale', 'offline'] as const)
      expect(reasonWith(freshness)).toBe('nothing is waiting here, and the service has not confirmed live recently');
  });

  it('offer only what chooses a list while it is not known what was on air', () => {
    const { state, lists } = scenes.restored;
    const lost = { ...(state.feeds[0] ?? baseFeed), served: false };
    const states = (feed: DeskFeed) =>
      computeActionStates(indexFeed(feed, lists), null, [], false, { ...context, isRestartShown: true });
    const held = states(lost);
    expect(held.hold.disabledReason).toBe('already held');
    expect(held.seen.disabledReason).toBe('take, release, clear or restore a list');
    for (const key of [held.takeAll, held.release, held.clear]) expect(key.disabledReason).toBeNull();
    expect(states({ ...lost, gate: 'cleared' }).clear.command).toEqual({ name: 'clear', input: { feed: 'main' } });
  });

  it('send the live version, the gate and the revision that are displayed', () => {
    const states = actionStatesIn('held', null);
    const shown = { feed: 'main', liveVersion: 58, gate: 'held', revision: scenes.held.state.feeds[0]?.revision };
    const taken = { ...shown, gateSince: scenes.held.state.feeds[0]?.gateSince };
    expect(states.takeAll.command).toEqual({ name: 'take', input: { ...taken, only: null } });
    expect(states.takeRemovals.command).toEqual({ name: 'take', input: { ...taken, only: 'removals' } });
    expect(states.release.command).toEqual({ name: 'release', input: shown });
    expect(states.takeAll.note).toBe('+2 −1 ±1, stays held');
  });

  it('count only the changes that a take makes, without guarded posts', () => {
    const states = actionStatesIn('held-guarded', null);
    expect(states.takeAll.disabledReason).toBe('only guarded posts are waiting');
    expect(states.release.note).toBe('follow live');
    // A post on air that became guarded by an edit goes off with a take.
    const { state, lists } = scenes.held;
    const feed = state.feeds[0] ?? baseFeed;
    const nowGuarded = {
      ...feed,
      guarded: ['chidi', 'tom'].map((itemId) => ({ itemId, by: 'word' as const, rule: 'x' })),
    };
    expect(computeActionStates(indexFeed(nowGuarded, lists), null, [], false, context).takeAll.note).toBe(
      '+1 −2, stays held',
    );
  });

  it('need a second press for Clear and Back', () => {
    expect(actionStatesIn('following', null).clear.confirm).toBe(
      'Press {key} again within 2 seconds to clear all 6 posts.',
    );
    expect(actionStatesIn('empty', null).clear.confirm).toBe('Press {key} again within 2 seconds to clear.');
    expect(actionStatesIn('cleared', null).back.confirm).toBe('Press {key} again to put 6 posts on air.');
  });

  it('count the posts that Back puts on air, and say when nothing was on air', () => {
    const { state, lists } = scenes.cleared;
    const backStateWith = (beforeClear: DeskFeed['beforeClear']) =>
      computeActionStates(indexFeed({ ...(state.feeds[0] ?? baseFeed), beforeClear }, lists), null, [], false, context)
        .back;
    expect(backStateWith({ revision: 41, posts: 6 }).note).toBe('6 on air, held');
    expect(backStateWith({ revision: null, posts: 0 })).toMatchObject({
      note: 'nothing on air, held',
      confirm: 'Press {key} again to hold. Nothing was on air before the clear.',
    });
    expect(backStateWith({ revision: null, posts: 2 })).toMatchObject({
      note: '2 on air, held',
      confirm: 'Press {key} again to put 2 posts on air. They were blocked or guarded before the clear.',
    });
  });

  it('say how many posts would go on air after a clear', () => {
    expect(actionStatesIn('cleared', null).takeAll.note).toBe('6 on air, held');
  });

  it('include Got it, which is enabled only after a restart', () => {
    expect(actionStatesIn('restored', null).seen.command).toEqual({ name: 'seen', input: { feed: 'main' } });
    expect(actionStatesIn('held', null).seen.disabledReason).toBe('nothing to acknowledge');
  });

  it('only acknowledge a restart when the gate is already in their state', () => {
    const { state, lists } = scenes.restored;
    const restored = (gate: DeskFeed['gate']) =>
      computeActionStates(indexFeed({ ...(state.feeds[0] ?? baseFeed), gate }, lists), null, [], false, {
        ...context,
        isRestartShown: true,
      });
    const seen = { name: 'seen', input: { feed: 'main' } };
    expect(restored('held').hold).toMatchObject({ disabledReason: null, command: { name: 'hold' } });
    // Another desk may have changed the gate, so one press must not clear or release.
    expect(restored('cleared').clear).toMatchObject({ disabledReason: null, confirm: null, command: seen });
    expect(restored('following').release).toMatchObject({ disabledReason: null, command: seen });
  });

  it('are all disabled without a connection', () => {
    expect(
      Object.values(computeActionStates(null, null, [], false, context)).every(
        ({ disabledReason, command }) => disabledReason === 'not connected' && command === null,
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
    const statesWith = (head: object) => {
      const feed = { ...baseFeed, playHead: { ...baseFeed.playHead, ...head } };
      return computeActionStates(
        indexFeed({ ...(state.feeds[0] ?? feed), playHead: feed.playHead }, lists),
        null,
        [],
        false,
        context,
      );
    };
    const unchanged = { feed: 'main', seconds: 'same', byLength: null, loop: null, skipUsed: null };
    expect(statesWith({ loop: false }).rotate.command).toEqual({
      name: 'rotate',
      input: { ...unchanged, seconds: null },
    });
    const off = statesWith({ rotateSeconds: null, loop: false }).rotate;
    expect(off).toMatchObject({ note: 'every 8 s, no loop', command: { input: { ...unchanged, seconds: 8 } } });
    expect(statesWith({ rotateSeconds: null, loop: true }).rotate.note).toBe('every 8 s');
    expect(statesWith({ rotateSeconds: null, loop: false }).loop.command?.input).toEqual({ ...unchanged, loop: true });
  });
});

describe('the post keys', () => {
  it('need one press to block and two to unblock', () => {
    expect(actionStatesIn('following', 'tom').block).toMatchObject({
      disabledReason: null,
      confirm: null,
      note: 'Tom Okafor',
    });
    expect(actionStatesIn('following', 'dealz').block.disabledReason).toBe('already blocked');
    expect(actionStatesIn('following', 'dealz').unblock.confirm).toContain('Ticket Hunter 24');
  });

  it('allow a guarded post only after a second press', () => {
    expect(actionStatesIn('guarded', 'petra').allow).toMatchObject({ disabledReason: null, itemId: 'petra' });
    expect(actionStatesIn('guarded', 'petra').allow.confirm).not.toBeNull();
    expect(actionStatesIn('guarded', 'tom').allow.disabledReason).toBe('not guarded');
  });

  it.each(['one', 'several'])('unblock %s only after another second press if the text has changed', (count) => {
    const { state, lists } = scenes.following;
    const targetWith = (message: string) => {
      const edit = (items: typeof lists.live) =>
        items.map((item) => (item.id === 'dealz' ? { ...item, message } : item));
      const edited = { ...lists, live: edit(lists.live), keptOff: edit(lists.keptOff) };
      const index = indexFeed(state.feeds[0] ?? baseFeed, edited);
      const rows = buildLiveRows(index, false);
      const dealz = rows.find((row) => row.item.id === 'dealz') ?? null;
      return computeActionStates(index, dealz, count === 'one' ? [] : rows, false, context).unblock.target;
    };
    expect(targetWith('half price')).toBe(targetWith('half price'));
    expect(targetWith('half price')).not.toBe(targetWith('another text'));
  });

  it('unblock the text of the held list, and say it if the row shows another one', () => {
    const { state, lists } = scenes.held;
    const live = lists.live.map((item) => (item.id === 'dealz' ? { ...item, message: 'New text' } : item));
    const index = indexFeed(state.feeds[0] ?? baseFeed, { ...lists, live });
    const dealz = buildLiveRows(index, false).find((row) => row.item.id === 'dealz') ?? null;
    const { unblock } = computeActionStates(index, dealz, [], false, context);
    const [held] = lists.keptOff;
    expect(unblock.command?.input).toMatchObject({ itemId: 'dealz', seenText: held && versionOf(held) });
    expect(unblock.confirm).toContain('to put the earlier text of Ticket Hunter 24 on air: “LAST 40 wristbands');
    expect(actionStatesIn('held', 'dealz').unblock.confirm).toBe('Press {key} again to unblock Ticket Hunter 24.');
  });

  it.each(['one', 'several'])(
    'allow %s with the text that is shown, and need another second press for another text',
    (count) => {
      const { state, lists } = scenes.guarded;
      const allowWith = (message: string) => {
        const live = lists.live.map((item) => (item.id === 'petra' ? { ...item, message } : item));
        const index = indexFeed(state.feeds[0] ?? baseFeed, { ...lists, live });
        const rows = buildLiveRows(index, false);
        const petra = rows.find((row) => row.item.id === 'petra') ?? null;
        const { allow } = computeActionStates(index, petra, count === 'one' ? [] : rows, false, context);
        return { target: allow.target, input: allow.command?.input as Commands['allow'] };
      };
      const [harmless, other] = [allowWith('a drill'), allowWith('another text')];
      expect(harmless.input).toEqual(allowWith('a drill').input);
      expect(harmless.input.seenText).not.toBe(other.input.seenText);
      expect(harmless.target).not.toBe(other.target);
      const live = lists.live.find(({ id }) => id === 'petra');
      expect(harmless.input.seenText).toBe(live && versionOf({ ...live, message: 'a drill' }));
    },
  );

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
