// @vitest-environment happy-dom
/** Tests that a press that was meant for one feed or post does nothing on another one. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pressKey, settle } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

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
