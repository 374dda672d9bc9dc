// @vitest-environment happy-dom
/** Tests that the pages work where the browser denies storage. */
import { afterEach, expect, it, vi } from 'vitest';
import { createSafeStorage } from '../../src/ui/safeStorage.ts';

const deny = (): never => {
  throw new DOMException('denied', 'SecurityError');
};
const denied = { getItem: deny, setItem: deny, removeItem: deny };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

it('what cannot be stored is kept for as long as the page is open', () => {
  for (const storage of [createSafeStorage(deny), createSafeStorage(() => denied)]) {
    expect(storage.getItem('name')).toBeNull();
    storage.setItem('name', 'Ines');
    expect(storage.getItem('name')).toBe('Ines');
    storage.removeItem('name');
    expect(storage.getItem('name')).toBeNull();
  }
});

it('a full storage keeps what it has, and the page what it has changed', () => {
  const full = createSafeStorage(() => ({ getItem: () => 'old', setItem: deny }));
  expect(full.getItem('name')).toBe('old');
  full.setItem('name', 'new');
  expect(full.getItem('name')).toBe('new');
});

it('the desk and the presenter’s page start without storage, and their choices hold', async () => {
  vi.stubGlobal('localStorage', denied);
  vi.stubGlobal('sessionStorage', denied);
  const page = {
    ...{
      greenroom: undefined,
      crypto,
      addEventListener: () => undefined,
      sessionStorage: denied,
      localStorage: denied,
    },
    ...{ location: { hash: '#token=secret', pathname: '/', search: '' }, history: { replaceState: () => undefined } },
  };
  const { takeToken } = await import('../../src/renderer/engine/token.ts');
  expect(takeToken(page)).toBe('secret');
  const { takeDeskSecret } = await import('../../src/renderer/stores/deskSecret.ts');
  expect(takeDeskSecret(page as unknown as Window).current()).toMatch(/^[0-9a-f]{32}$/);
  const { restoreGivenName, saveGivenName } = await import('../../src/renderer/stores/givenName.ts');
  saveGivenName(page as unknown as Window, { name: 'Ines 2', typed: null, since: '2026-11-20T18:00:00Z' });
  expect(restoreGivenName(page as unknown as Window, null)).toBeNull();
  const { enteredName, saveEnteredName } = await import('../../src/renderer/stores/operatorName.ts');
  saveEnteredName('Ines');
  expect(enteredName()).toBe('Ines');
  const { changeKey, useKeymap } = await import('../../src/renderer/stores/keymap.ts');
  changeKey('hold', 'x');
  expect(useKeymap.getState().keys.hold).toBe('x');
  const { chooseDensity } = await import('../../src/renderer/stores/density.ts');
  chooseDensity('compact');
  const { chooseTarget, useTargetChoice } = await import('../../src/renderer/stores/targetChoice.ts');
  chooseTarget('main', 'browser');
  expect(useTargetChoice.getState().bySlug).toEqual({ main: 'browser' });
  const { speak, useSpokenLanguage } = await import('../../src/renderer/stores/spokenLanguage.ts');
  await speak('de');
  expect(useSpokenLanguage.getState().language).toBe('de');
});
