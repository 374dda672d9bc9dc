// @vitest-environment happy-dom
/** The language of the desk: the engine’s, from its first state and when the setting changes. */
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Language } from '../../../src/core/language/languages.ts';
import { say, setLanguage } from '../../../src/core/language/say.ts';
import { receiveLink, useMirror } from '../../../src/renderer/stores/engineMirror.ts';
import { readLastLanguage, speak, useSpokenLanguage } from '../../../src/renderer/stores/spokenLanguage.ts';
import { showDisabledReason, showDone } from '../../../src/renderer/stores/uiState.ts';
import { closeApp, openApp, pressKey, settle } from '../openApp.tsx';
import { makeScene } from '../states/show.ts';

const sceneIn = (language: Language) => makeScene({}, {}, { language });
const hears = async (language: Language): Promise<void> => {
  const { state } = useMirror.getState();
  if (state !== null) useMirror.setState({ state: { ...state, language } });
  await expect.poll(() => useSpokenLanguage.getState().language).toBe(language);
  await settle();
};

afterEach(async () => {
  closeApp();
  await speak('en');
  setLanguage('en', {});
});

it('is the language of the first state, also for screen readers', async () => {
  await openApp(sceneIn('de'));
  await expect.poll(() => document.documentElement.lang).toBe('de');
  await settle();
  await pressKey('?');
  expect(screen.getByRole('region', { name: 'Tasten' }).textContent).toContain('Buchstabentasten ausschalten');
  expect(readLastLanguage(window.localStorage, [])).toBe('de');
});

it('changes what is open when the setting changes, and back', async () => {
  await openApp(sceneIn('en'));
  await pressKey('?');
  expect(screen.getByRole('button', { name: 'Change keys' })).toBeTruthy();
  await hears('fr');
  expect(screen.getByRole('button', { name: 'Changer les touches' })).toBeTruthy();
  await hears('es');
  expect(screen.getByRole('button', { name: 'Cambiar teclas' })).toBeTruthy();
  await hears('en');
  expect(screen.getByRole('button', { name: 'Change keys' })).toBeTruthy();
  expect(document.documentElement.lang).toBe('en');
});

it('leaves no sentence of the language before, on screen or for screen readers', async () => {
  await openApp(sceneIn('en'));
  showDone({ sentence: '5 of 8 shown.', isTrueOf: () => true, isOnlySpoken: true });
  showDisabledReason('Hold:', 'Nothing happened.');
  const page = () => document.body.textContent;
  await settle();
  await expect.poll(page).toMatch(/Nothing happened\..*5 of 8 shown\./);
  await hears('de');
  expect(page()).not.toMatch(/Nothing happened|5 of 8 shown/);
});

it('stays when its translations can’t be loaded, and the next state tries again', async () => {
  await speak('es', async () => Promise.reject(new Error('gone')));
  expect(useSpokenLanguage.getState().language).toBe('en');
  await speak('es');
  expect([useSpokenLanguage.getState().language, say('Keys')]).toEqual(['es', 'Teclas']);
});

it('is the last requested one, even if another is loaded after it', async () => {
  let finishFrench = (): void => undefined;
  const french = speak('fr', async () => {
    await new Promise<void>((resolve) => {
      finishFrench = resolve;
    });
    return { Keys: 'Touches' };
  });
  await speak('de');
  finishFrench();
  await french;
  expect([useSpokenLanguage.getState().language, say('Keys')]).toEqual(['de', 'Tasten']);
});

it('is that of a refusal on a page without a state, so that it shows one language', async () => {
  await openApp(sceneIn('en'));
  await act(async () => useMirror.setState({ state: null }));
  const message = 'Ce lien n’est pas accepté.';
  const refusal = { ok: false, code: 'COMMAND_UNAUTHORISED', message, nextStep: '', language: 'fr' } as const;
  await act(async () => receiveLink('refused', refusal, 0));
  await expect.poll(() => screen.getByRole('button').textContent).toBe('Réessayer maintenant');
  expect(screen.getByRole('heading').textContent).toBe(message);
  expect(document.documentElement.lang).toBe('fr');
});

it('of the last visit is kept; at the first visit it is the browser’s, or English', () => {
  expect(readLastLanguage({ getItem: () => 'xx' }, ['nl', 'fr-CH'])).toBe('fr');
  expect(readLastLanguage({ getItem: () => null }, ['nl'])).toBe('en');
});
