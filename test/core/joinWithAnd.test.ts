import { afterEach, expect, it } from 'vitest';
import { joinWithAnd } from '../../src/core/joinWithAnd.ts';
import { loadTranslations } from '../../src/core/language/loadTranslations.ts';
import { setLanguage } from '../../src/core/language/say.ts';
import { listNames } from '../../src/core/listNames.ts';

afterEach(() => setLanguage('en', {}));

it.each([
  ['en', 'Marit, Luca and Inés', 'Marit and Hilario'],
  ['de', 'Marit, Luca und Inés', 'Marit und Hilario'],
  ['es', 'Marit, Luca e Inés', 'Marit e Hilario'],
  ['fr', 'Marit, Luca et Inés', 'Marit et Hilario'],
] as const)('joins names as %s does: %s', async (language, three, two) => {
  setLanguage(language, await loadTranslations(language));
  expect(listNames(['Marit', 'Luca', 'Inés'])).toBe(three);
  expect(joinWithAnd(['Marit', 'Hilario'])).toBe(two);
  expect([joinWithAnd([]), joinWithAnd(['Marit'])]).toEqual(['', 'Marit']);
});
