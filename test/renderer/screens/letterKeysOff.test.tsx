// @vitest-environment happy-dom
/** Tests what the desk shows and says while letter keys are off. */
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { resetKeys, setLetterKeysEnabled } from '../../../src/renderer/stores/keymap.ts';
import { openPanel, select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pressKey } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

beforeEach(() => setLetterKeysEnabled(false));
afterEach(() => {
  closeApp();
  resetKeys();
});

const text = () => document.body.textContent ?? '';
const caps = () => [...document.querySelectorAll('kbd')].map(({ textContent }) => textContent ?? '');
const isLetter = (cap: string): boolean => /^⇧?[\p{L}/?1-9]( × 2)?$/u.test(cap);

it('no button and no sentence shows a letter key', async () => {
  await openApp(scenes.held);
  act(() => select('live', 'tom'));
  expect(caps().filter(isLetter)).toEqual([]);
  expect(caps()).not.toContain('');
  expect(text()).not.toMatch(/press [A-Z],/);
  act(() => setLetterKeysEnabled(true));
  expect(caps().filter(isLetter)).not.toEqual([]);
});

it.each(['b', 'h', 'T', '?', '/', '2'])('a press of %s does nothing and says so', async (key) => {
  const wire = await openApp(scenes.following);
  act(() => select('live', 'tom'));
  await pressKey(key, { shiftKey: key === 'T' });
  expect(commandsOf(wire)).toEqual([]);
  expect(text()).toContain('Letter keys are off. Nothing happened. Switch them on in Settings, Appearance and keys.');
  expect(useUiState.getState()).toMatchObject({ slug: null, panel: null });
});

it('a key that has no action stays silent, and a function key works', async () => {
  await openApp(scenes.following);
  await pressKey('ö');
  expect(text()).not.toContain('Letter keys are off');
  await pressKey('F8');
  expect(useUiState.getState().screen).toBe('settings');
});

it('the Keys panel says that they are off, and shows them again to be changed', async () => {
  await openApp(scenes.following);
  act(() => openPanel('keys'));
  expect(text()).toContain('Letter keys are off, also ? and 1–9');
  expect(text()).not.toContain('Keys work while this is open');
  expect(caps().filter(isLetter)).toEqual([]);
  act(() => screen.getByRole('button', { name: 'Change keys' }).click());
  const changeable = screen
    .getAllByRole('button', { name: /^Change the key for/ })
    .map(({ textContent }) => textContent);
  expect(changeable).toContain('B');
});
