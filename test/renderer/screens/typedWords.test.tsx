// @vitest-environment happy-dom
/** Presses keys that open a text field and types a word, which never acts as shortcuts. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openScreen, select } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, commandsOf, openApp, pressKey, settle } from '../openApp.tsx';
import { baseLists, makeScene, scenes } from '../states/show.ts';

let sinceMs = 0;

/** The time of a key press, which decides whether the operator is still typing. */
beforeEach(() => {
  sinceMs = 0;
  Object.defineProperty(Event.prototype, 'timeStamp', { configurable: true, get: () => sinceMs });
});
afterEach(() => {
  Reflect.deleteProperty(Event.prototype, 'timeStamp');
  closeApp();
});

async function type(word: string): Promise<void> {
  for (const key of word) await pressKey(key);
}

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

describe('a word typed after the key that opens a field', () => {
  for (const name of ['recipes', 'preflight', 'settings', 'wall'] as const)
    it(`does nothing on ${name}, which has no field, and the desk says so immediately`, async () => {
      const wire = await openApp(scenes.following);
      act(() => openScreen(name));
      await pressKey('/');
      expect(alerts()).toContain('This screen has no search field. Nothing happened.');
      await type('account');
      expect(commandsOf(wire)).toEqual([]);
      expect(alerts()).toContain('No text field is open. Nothing happened. Stop typing, then press again.');
    });

  for (const key of ['w', '?', 'F4', 'F6', 'F7', 'F8', 'x', 'y'])
    it(`does nothing if it begins before anybody can have seen what ${key} opens`, async () => {
      const wire = await openApp(scenes.following);
      act(() => select('live', 'mira'));
      await pressKey(key);
      for (const character of 'Hot tub next') {
        sinceMs += 120;
        await pressKey(character, { shiftKey: character === 'H' });
      }
      expect(commandsOf(wire)).toEqual([]);
      expect(alerts()).toContain('No text field is open. Nothing happened. Stop typing, then press again.');
    });

  it('is obeyed in its first key if that can’t change air, and the rest of it does nothing', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('F7');
    sinceMs = 150;
    await pressKey('w');
    expect(screen.getByRole('region', { name: 'Kept off air' })).toBeDefined();
    expect(alerts().join('')).toBe('');
    for (const character of 'inch') {
      sinceMs += 250;
      await pressKey(character);
    }
    expect(commandsOf(wire)).toEqual([]);
    expect(alerts()).toContain('No text field is open. Nothing happened. Stop typing, then press again.');
  });

  it('is obeyed after a panel was opened and closed within a moment, unless it can change air', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('w');
    sinceMs = 100;
    await pressKey('w');
    sinceMs = 200;
    await pressKey('?');
    expect(screen.getByRole('region', { name: 'Keys' })).toBeDefined();
    expect(alerts().join('')).toBe('');
    sinceMs = 250;
    await pressKey('h');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('goes to the search field of a screen that nobody can have seen yet', async () => {
    await openApp(scenes.following);
    await pressKey('F4');
    await pressKey('/');
    expect(document.activeElement?.id).toBe('find-page');
  });

  it('acts as usual once the panel was seen, and the key of the panel closes it immediately', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('w');
    sinceMs = 100;
    await pressKey('w');
    expect(screen.queryByRole('region', { name: 'Kept off air' })).toBeNull();
    sinceMs = 400;
    await pressKey('h');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['hold']);
  });

  it('acts immediately after the key closed the panel again, which leaves no field to type in', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('w');
    sinceMs = 400;
    await pressKey('w');
    sinceMs = 450;
    await pressKey('h');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['hold']);
  });

  it('goes to the search field of staging, from which the details of the selected post are removed', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('ArrowLeft');
    await pressKey('Enter');
    expect(screen.getByRole('region', { name: 'Post details' })).toBeDefined();
    await pressKey('/');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Find in staging' }));
    await type('hold');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('does nothing after a block with a reason of a post that is already blocked', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'dealz'));
    await pressKey('B', { shiftKey: true });
    expect(alerts()).toContain('Block with a reason: already blocked. Nothing happened.');
    await type('hoax');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('does nothing after a block with a reason without a selected post', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('B', { shiftKey: true });
    await type('hoax');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('replaces the name in the panel for it', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('N', { shiftKey: true });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Your name at this desk/ }));
    await type('hold');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('replaces the name in the panel that the button opens', async () => {
    const wire = await openApp(scenes.following);
    fireEvent.click(screen.getByRole('button', { name: /^(Enter your name|Your name: )/ }));
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /Your name at this desk/ }));
    await type('Rebecca');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('goes to the guards in the Kept off air panel, which has text fields only while one has the focus', async () => {
    const wire = await openApp(scenes.following);
    act(() => select('live', 'mira'));
    await pressKey('w');
    expect(within(screen.getByRole('region', { name: 'Kept off air' })).queryAllByRole('textbox')).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Edit guards' }));
    await settle();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: /^Words/ }));
    await type('bomb');
    expect(commandsOf(wire)).toEqual([]);
  });

  it('does nothing however late it begins, and leaves the keys as they are after a pause', async () => {
    const wire = await openApp(scenes.following);
    act(() => openScreen('recipes'));
    await pressKey('/');
    sinceMs = 60_000;
    await pressKey('h');
    sinceMs = 60_999;
    await pressKey('o');
    expect(commandsOf(wire)).toEqual([]);
    sinceMs = 61_999;
    await pressKey('h');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['hold']);
  });

  it('leaves the keys as they are after any other key', async () => {
    const wire = await openApp(scenes.following);
    act(() => openScreen('recipes'));
    await pressKey('/');
    await pressKey('Escape');
    await pressKey('h');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['hold']);
  });
});

describe('a word that is being typed', () => {
  const withoutMira = {
    ...baseLists,
    live: baseLists.live.filter(({ id }) => id !== 'mira'),
    onAir: baseLists.onAir.filter((id) => id !== 'mira'),
  };

  for (const start of ['', 'h'])
    it(`does nothing once the service has deleted the post whose block it was the reason of, after “${start}”`, async () => {
      const wire = await openApp(scenes.following);
      act(() => select('live', 'mira'));
      await pressKey('B', { shiftKey: true });
      expect(document.activeElement?.id).toBe('block-reason');
      await type(start);
      act(() => wire.pushScene(makeScene({}, withoutMira, {})));
      await settle();
      expect(document.getElementById('block-reason')).toBeNull();
      await type('oaxhr');
      expect(commandsOf(wire)).toEqual([]);
      expect(alerts().join('')).toMatch(/field.*Nothing happened\. Stop typing, then press again\.$/);
    });

  it('does nothing once another desk has changed the language, which renders the field again', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('/');
    await type('h');
    act(() => wire.pushScene(makeScene({}, {}, { language: 'de' })));
    await expect.poll(() => screen.queryByRole('textbox', { name: 'In Live suchen' })).not.toBeNull();
    expect(document.activeElement).toBe(document.body);
    await type('hrcc');
    expect(commandsOf(wire)).toEqual([]);
    act(() => wire.pushScene(scenes.following));
    await expect.poll(() => screen.queryByRole('textbox', { name: 'Find in live' })).not.toBeNull();
  });

  it('leaves the keys as they are once the operator has left the field', async () => {
    const wire = await openApp(scenes.following);
    await pressKey('/');
    await type('h');
    await pressKey('Escape');
    await pressKey('h');
    expect(commandsOf(wire).map(({ name }) => name)).toEqual(['hold']);
  });
});
