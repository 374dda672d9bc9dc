// @vitest-environment happy-dom
/** Tests that the desk takes back a sentence about a press once others have made it untrue. */
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import type { FakeWire } from '../states/fakeWire.ts';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

async function pushFeed(wire: FakeWire, scene: keyof typeof scenes, change: Partial<DeskFeed>): Promise<void> {
  const { state, lists } = scenes[scene];
  const feeds = state.feeds.map((feed, index) => (index === 0 ? { ...feed, ...change } : feed));
  act(() => wire.pushScene({ lists, state: { ...state, sequence: state.sequence + 1, feeds } }));
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
