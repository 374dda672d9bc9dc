// @vitest-environment happy-dom
/** The language of the presenter’s page: the engine’s, from its first view and when the setting changes. */
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { loadTranslations } from '../../src/core/language/loadTranslations.ts';
import { setLanguage } from '../../src/core/language/say.ts';
import {
  initialPage,
  receiveAnything,
  receiveView,
  usePresenter,
} from '../../src/renderer/presenter/presenterStore.ts';
import { SpokenPresenter } from '../../src/renderer/presenter/SpokenPresenter.tsx';
import { speak } from '../../src/renderer/stores/spokenLanguage.ts';
import { presenterViews } from './states/presenterViews.ts';

afterEach(async () => {
  cleanup();
  usePresenter.setState(initialPage, true);
  await speak('en');
  setLanguage('en', {});
});

it('is that of the view, and changes with it', async () => {
  // A busy machine takes a while to load them.
  await Promise.all([loadTranslations('de'), loadTranslations('fr')]);
  render(<SpokenPresenter onMark={async () => null} />);
  act(() => {
    receiveAnything(null);
    receiveView({ ...presenterViews.now, language: 'de' });
  });
  await expect.poll(() => screen.getByRole('button').textContent).toBe('Als verwendet markieren');
  expect(document.documentElement.lang).toBe('de');
  act(() => receiveView({ ...presenterViews.now, language: 'fr' }));
  await expect.poll(() => screen.getByRole('button').textContent).toBe('Marquer comme utilisée');
});
