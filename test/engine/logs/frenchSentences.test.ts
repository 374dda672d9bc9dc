import { afterEach, expect, it } from 'vitest';
import { loadTranslations } from '../../../src/core/language/loadTranslations.ts';
import { setLanguage } from '../../../src/core/language/say.ts';
import { describeOnAir } from '../../../src/engine/logs/onAirSentence.ts';
import { mainOf, play } from '../../core/build.ts';

afterEach(() => setLanguage('en', {}));

it('a change on air has the space of French before the colon after its feed, as every line of the log', async () => {
  setLanguage('fr', await loadTranslations('fr'));
  const [before, { state }] = [play('live 1 ab').state, play('live 1 ab', 'live 2 a')];
  expect(describeOnAir(mainOf(before), mainOf(state), state).message).toMatch(/^main\u00a0: /);
});
