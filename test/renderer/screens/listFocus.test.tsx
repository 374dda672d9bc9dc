// @vitest-environment happy-dom
/** Moves the focus into a list, by mouse and by keyboard. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { select, useUiState } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pressKey, settle } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

const liveList = () => screen.getByRole('listbox', { name: /^Live/ });
const selection = () => useUiState.getState().selection;

it('a list that gets the focus by a mouse press selects nothing', async () => {
  await openApp(scenes.following);
  fireEvent.pointerDown(liveList());
  act(() => liveList().focus());
  expect(selection()).toBeNull();
});

it('a list that gets the focus by keyboard selects a row', async () => {
  await openApp(scenes.following);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  act(() => liveList().focus());
  expect(selection()?.id).toBe('mira');
});

it('a row that a screen reader focuses is selected', async () => {
  await openApp(scenes.following);
  fireEvent.keyDown(document.body, { key: 'Tab' });
  const row = screen.getAllByRole('option')[1];
  act(() => row?.focus());
  expect(row?.getAttribute('aria-selected')).toBe('true');
  expect(selection()).not.toBeNull();
});

it('the focus returns to the list of the post that was blocked with a reason, also to staging', async () => {
  const wire = await openApp(scenes.following);
  const staged = scenes.following.lists.staging[1]?.id ?? '';
  act(() => select('staging', staged));
  await pressKey('B', { shiftKey: true });
  fireEvent.submit(document.activeElement ?? document.body);
  await settle();
  expect(commandsOf(wire).map(({ input }) => input)).toEqual([{ feed: 'main', itemId: staged, reason: null }]);
  expect(document.activeElement?.id).toBe('list-staging');
  expect(selection()).toEqual({ list: 'staging', id: staged });
});
