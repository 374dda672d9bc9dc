// @vitest-environment happy-dom
/** Tests that the desk takes back a sentence about a press once others have made it untrue. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { feedResult } from '../feedResult.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, reconnect, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { baseFeed, scenes } from '../states/show.ts';

afterEach(closeApp);

async function pushFeed(wire: FakeWire, scene: keyof typeof scenes, change: Partial<DeskFeed>): Promise<void> {
  const { state, lists } = scenes[scene];
  const feeds = state.feeds.map((feed, index) => (index === 0 ? { ...feed, ...change } : feed));
  act(() => wire.pushScene({ lists, state: { ...state, sequence: state.sequence + 1, feeds } }));
  await settle();
}

async function press(name: RegExp): Promise<void> {
  fireEvent.click(screen.getByRole('button', { name }));
  await settle();
}

describe('a key that waits for its second press', () => {
  it('waits no longer when a new revision changes what Restore would restore', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('F7');
    await screen.findByText(/Restoring puts/);
    await pressKey('z');
    expect(screen.getAllByText(/again within 2 seconds to restore revision 127/).length).toBeGreaterThan(0);
    await pushFeed(wire, 'following', { revision: 129 });
    expect(screen.queryByText(/again within 2 seconds/)).toBeNull();
    pause();
    await pressKey('z');
    expect(commandsOf(wire)).toEqual([]);
    expect(screen.getAllByText(/again within 2 seconds to restore revision 128/).length).toBeGreaterThan(0);
  });

  it('still waits after a change that leaves its subject as it is', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('c');
    await pushFeed(wire, 'following', { gateBy: 'Jonas' });
    pause();
    await pressKey('c');
    expect(commandsOf(wire)).toMatchObject([{ name: 'clear' }]);
  });
});

describe('the reason of a refused press', () => {
  it('names Restore in History, whose key is that of Back elsewhere', async () => {
    const wire = await openApp(scenes.following);
    wire.answerWith({ ok: false, code: 'STATE_NOT_SAVED', message: 'State can’t be saved.', nextStep: 'n' });
    await pressKey('F7');
    await screen.findByText(/Restoring puts/);
    await pressKey('z');
    pause();
    await pressKey('z');
    expect(commandsOf(wire)).toMatchObject([{ name: 'rollback' }]);
    expect(useUiState.getState().notice?.lead).toBe('Restore: State can’t be saved.');
  });

  it('stays until the gate is another one than its advice is meant for', async () => {
    const wire = await openApp(scenes.held);
    pause();
    wire.answerWith({ ok: false, code: 'LIST_MOVED_ON', message: 'm', nextStep: 'n' });
    await pressKey('t');
    const reason = () => screen.queryAllByText(/Take all did nothing/).length > 0;
    await pushFeed(wire, 'held', { revision: 129 });
    expect(reason()).toBe(true);
    await pushFeed(wire, 'held', { gate: 'following' });
    expect(reason()).toBe(false);
  });
});

describe('the reason of a key that can’t act', () => {
  const nothingHappened = () => screen.queryAllByText(/Nothing happened/).length > 0;
  const { state } = scenes.following;
  /** Ticket Hunter 24, blocked in the scene. */
  const unblocked = { blocked: [] };

  for (const [how, pressRemovals] of [
    ['a key', () => pressKey('T', { shiftKey: true })],
    ['the mouse', () => press(/^TAKE REMOVALS/)],
  ] as const)
    it(`ends when the removals that were missing arrive, after ${how}`, async () => {
      const wire = await openApp(scenes.held);
      const pending = { ...scenes.held.state.feeds[0]?.pending, removed: [] } as DeskFeed['pending'];
      await pushFeed(wire, 'held', { pending });
      await pressRemovals();
      expect(screen.getAllByText(/Take removals: no removals are waiting\./).length).toBeGreaterThan(0);
      await pushFeed(wire, 'held', { pending: { ...pending, liveVersion: 99 } });
      expect(nothingHappened()).toBe(true);
      await pushFeed(wire, 'held', { pending: { ...pending, removed: ['tom'] } });
      expect(nothingHappened()).toBe(false);
    });

  it('ends when another desk blocks the post that was not blocked', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    await pressKey('u');
    expect(screen.getAllByText(/Unblock: not blocked\./).length).toBeGreaterThan(0);
    const [block] = state.feeds[0]?.blocked ?? [];
    await pushFeed(wire, 'following', { blocked: block === undefined ? [] : [{ ...block, itemId: 'tom' }] });
    expect(nothingHappened()).toBe(false);
  });

  it('ends when another desk unblocks the post that was already blocked, also for a block with a reason', async () => {
    for (const shiftKey of [false, true]) {
      const wire = await openApp(scenes.following);
      act(() => select('live', 'dealz'));
      await pressKey(shiftKey ? 'B' : 'b', { shiftKey });
      expect(screen.getAllByText(/already blocked\./).length).toBeGreaterThan(0);
      await pushFeed(wire, 'following', unblocked);
      expect(nothingHappened()).toBe(false);
      closeApp();
    }
  });

  it('ends when another post is selected', async () => {
    await openApp(scenes.following);
    act(() => select('live', 'dealz'));
    await pressKey('b');
    await pressKey('ArrowUp');
    expect(nothingHappened()).toBe(false);
  });

  it('ends on a button once the button can act', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('F3');
    await act(async () => wire.disconnect());
    await press(/^Test/);
    expect(useUiState.getState().notice?.lead).toBe('Not connected.');
    await act(async () => reconnect());
    await settle();
    expect(useUiState.getState().notice).toBeNull();
  });

  it('says who changed the gate as a key of the gate was pressed', async () => {
    const wire = await openApp(scenes.held);
    await pressKey('h');
    expect(screen.getAllByText(/Hold: already held\./).length).toBeGreaterThan(0);
    await pushFeed(wire, 'held', { gate: 'following', gateBy: 'Jonas', gateSince: '2026-11-14T20:42:48.000Z' });
    expect(screen.getAllByText(/Hold did nothing: .*Jonas.* released as you pressed\./).length).toBeGreaterThan(0);
  });
});

describe('a block of a post that this desk knows as blocked', () => {
  for (const [how, pressBlock] of [
    ['the key', () => pressKey('b')],
    ['the mouse', () => press(/^BLOCK/)],
  ] as const)
    it(`is sent by ${how} all the same, because another desk may have unblocked the post`, async () => {
      const wire = await openApp(scenes.following);
      wire.answerWith({ ok: true, value: feedResult(baseFeed) });
      act(() => select('live', 'dealz'));
      await pressBlock();
      expect(commandsOf(wire)).toEqual([{ name: 'block', input: { feed: 'main', itemId: 'dealz', reason: null } }]);
      expect(document.body.textContent).toContain('Block: already blocked. Nothing happened.');
    });

  for (const ids of [['dealz'], ['dealz', 'tom']])
    it(`takes its sentence back once the engine says that the block took ${ids.length} off air`, async () => {
      const wire = await openApp(scenes.following);
      wire.answerWith({ ok: true, value: feedResult(baseFeed) });
      const [block] = scenes.following.state.feeds[0]?.blocked ?? [];
      if (block === undefined) throw new Error('no block');
      const blockedSince = (since: string) => ({ blocked: ids.map((itemId) => ({ ...block, itemId, since })) });
      await pushFeed(wire, 'following', blockedSince(block.since));
      act(() => select('live', 'dealz'));
      if (ids.length > 1) act(() => useUiState.setState({ several: { ids: new Set(ids), anchor: 'dealz' } }));
      await pressKey('b');
      expect(document.body.textContent).toContain('blocked. Nothing happened.');
      // The unblock and the block in one step.
      await pushFeed(wire, 'following', blockedSince(block.since.replace('20:', '21:')));
      expect(screen.queryAllByText(/Nothing happened/)).toEqual([]);
    });
});
