// @vitest-environment happy-dom
/** Tests that a press that was meant for one feed or post does nothing on another one. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { arrange, select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { makeScene, scenes } from '../states/show.ts';

afterEach(closeApp);

const key = (name: RegExp) => screen.getByRole('button', { name });
const text = () => document.body.textContent ?? '';

describe('a gate key', () => {
  it('does nothing if another feed was selected while the mouse button was down', async () => {
    const wire = await openApp(scenes.following);
    fireEvent.pointerDown(key(/^HOLD/));
    await pressKey('2');
    expect(useUiState.getState().slug).toBe('studio-b');
    fireEvent.click(key(/^HOLD/));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
    expect(text()).toContain('The key changed as you pressed. Nothing happened.');
    fireEvent.pointerDown(key(/^HOLD/));
    fireEvent.click(key(/^HOLD/));
    await settle();
    expect(commandsOf(wire)).toEqual([{ name: 'hold', input: { feed: 'studio-b' } }]);
  });

  it('does nothing if another post was selected while the mouse button was down', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'tom'));
    fireEvent.pointerDown(key(/^BLOCK/));
    act(() => select('live', 'kenji'));
    fireEvent.click(key(/^BLOCK/));
    await settle();
    expect(commandsOf(wire)).toEqual([]);
  });

  it('loses the focus when another feed is selected, so that Enter does not press it there', async () => {
    await openApp(scenes.following);
    act(() => key(/^HOLD/).focus());
    await pressKey('2');
    expect(document.activeElement).toBe(document.body);
  });
});

describe('a selected post that leaves the list', () => {
  /** Removes the selected post from live, and waits until its empty slot has gone. */
  const loseTom = async (wire: Awaited<ReturnType<typeof openApp>>): Promise<void> => {
    act(() => select('live', 'tom'));
    await settle();
    const { live, onAir } = scenes.following.lists;
    const rest = { live: live.filter(({ id }) => id !== 'tom'), onAir: onAir.filter((id) => id !== 'tom') };
    act(() => wire.pushScene(makeScene({ revision: 129 }, rest, {})));
    await settle();
    pause();
    pause();
    await waitFor(() => expect(useUiState.getState().selection?.id).not.toBe('tom'));
    await settle();
  };

  it('passes the selection on, but a press at that moment does not act on the next post', async () => {
    const wire = await openApp(scenes.following);
    await loseTom(wire);
    expect(useUiState.getState().selection?.id).toBe('kenji');
    await pressKey('b');
    expect(commandsOf(wire)).toEqual([]);
    expect(text()).toContain('The selection moved to another post as you pressed.');
    pause();
    await pressKey('b');
    expect(commandsOf(wire)).toEqual([{ name: 'block', input: { feed: 'main', itemId: 'kenji', reason: null } }]);
  });

  it('passes the selection on to its neighbour in a sorted list', async () => {
    const wire = await openApp(scenes.following);
    act(() => arrange('live', { sort: 'author' }));
    await loseTom(wire);
    // By author, names in Arabic come after those in Latin.
    expect(useUiState.getState().selection?.id).toBe('omar');
  });
});
